import { expect, it, vi } from 'vitest';
import type { EmptyCells } from '#contract/file-values.ts';
import type { BulkUploadResult } from '#contract/student.ts';
import { renderPage } from '#web/test/render-page.tsx';
import type { ReadCsv } from './reading.ts';
import { Result } from './Result.tsx';

const csv = (text: string) => new File([text], 'people.csv', { type: 'text/csv' });

const nothing: BulkUploadResult = {
  created: 0,
  updated: 0,
  unchanged: 0,
  written: false,
  changes: [],
  fail: [],
  faults: 0,
  bad_rows: 0,
  lost_zeros: 0,
  other_people: 0,
  empty_cells: 0,
};
async function showResult(
  result: Partial<BulkUploadResult>,
  { done = false, emptyCells = 'leave' }: { done?: boolean; emptyCells?: EmptyCells } = {},
) {
  const take = vi.fn();
  const answerZeros = vi.fn();
  const answerOtherPeople = vi.fn();
  const answerEmptyCells = vi.fn();
  const read: ReadCsv = {
    file: csv(''),
    original: csv(''),
    chosen: {},
    columns: ['Student ID'],
    rows: [],
    encoding: 'utf-8',
    headerLine: 1,
    first: [],
    above: [],
  };
  const { screen } = await renderPage(
    <Result
      columns={[
        { name: 'student_mail', label: 'Address', example: '', aliases: [], isRequired: false },
      ]}
      csv={read}
      mapping={{}}
      zeros={null}
      answerZeros={answerZeros}
      otherPeople="refuse"
      answerOtherPeople={answerOtherPeople}
      emptyCells={emptyCells}
      answerEmptyCells={answerEmptyCells}
      result={{ ...nothing, ...result }}
      done={done}
      back={vi.fn()}
      take={take}
      close={vi.fn()}
    />,
  );
  return { screen, take, answerZeros, answerOtherPeople, answerEmptyCells };
}

it('after the check the valid rows can be uploaded, and each error has its line', async () => {
  const { screen, take } = await showResult({
    created: 1,
    updated: 1,
    fail: [{ line: 3, column: 'Phone', reason: 'is too long' }],
    faults: 1,
    bad_rows: 1,
  });
  await expect
    .element(screen.getByText('1 new, 1 changed, 0 unchanged, 1 row with errors'))
    .toBeVisible();
  await expect
    .element(screen.getByRole('row', { name: /^1 Phone is too long.* 3$/ }))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Upload the 2 valid rows' }).click();
  expect(take).toHaveBeenCalledExactlyOnceWith('valid');
});

it('without errors all are uploaded', async () => {
  const { screen, take } = await showResult({ created: 1200 });
  await screen.getByRole('button', { name: 'Upload 1,200 rows' }).click();
  expect(take).toHaveBeenCalledExactlyOnceWith('all');
});

it('without a valid row nothing can be uploaded', async () => {
  const { screen } = await showResult({
    fail: [{ line: 2, column: 'Student ID', reason: 'is required' }],
    faults: 1,
    bad_rows: 1,
  });
  await expect.element(screen.getByRole('button', { name: 'Back' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Upload/ })).not.toBeInTheDocument();
});

it('IDs that lost their zeros are a question, whose answer checks the file again', async () => {
  const { screen, answerZeros } = await showResult({
    created: 1,
    fail: [{ line: 3, column: 'Student ID', reason: 'is 0012345 without its zeros?' }],
    faults: 1,
    bad_rows: 1,
    lost_zeros: 1,
  });
  const question = screen.getByRole('combobox', { name: /^1 ID is that of another student but/ });
  await question.selectOptions('The students with the zeros');
  expect(answerZeros).toHaveBeenCalledExactlyOnceWith('same');
});

it('IDs of people with other names are a question, whose answer checks the file again', async () => {
  const { screen, answerOtherPeople } = await showResult({
    fail: [
      { line: 3, column: 'Student ID', reason: 'S1 is the ID of Ann Low: is it the same student?' },
    ],
    faults: 1,
    bad_rows: 1,
    other_people: 1,
  });
  await screen
    .getByRole('combobox', { name: /^1 row has the ID of a student with other names/ })
    .selectOptions('The same students: change their names and dates of birth');
  expect(answerOtherPeople).toHaveBeenCalledExactlyOnceWith('same');
});

it('values that empty cells would clear are counted, and stay until somebody chooses', async () => {
  const { screen, answerEmptyCells } = await showResult({ updated: 1, empty_cells: 2 });
  const choice = screen.getByRole('combobox', { name: 'Empty cells' });
  await expect.element(choice).toHaveValue('leave');
  await expect
    .element(screen.getByText('2 values here would stay where the file has an empty cell.'))
    .toBeVisible();
  await choice.selectOptions('Remove what is here');
  expect(answerEmptyCells).toHaveBeenCalledExactlyOnceWith('remove');
});

it('clearing values says how many', async () => {
  const { screen } = await showResult({ updated: 1, empty_cells: 1 }, { emptyCells: 'remove' });
  await expect
    .element(screen.getByText('1 value here would be cleared because the file has an empty cell.'))
    .toBeVisible();
});

it('fields have the names of the form', async () => {
  const { screen } = await showResult({
    updated: 1,
    fail: [{ line: 3, column: 'student_mail, first_name', reason: 'the column is missing' }],
    faults: 1,
    bad_rows: 1,
    preview: {
      rows: [
        {
          line: 2,
          label: 'Ann Low',
          change: 'changed',
          fields: [{ field: 'student_mail', from: 'a@b.example', to: 'c@d.example' }],
        },
      ],
      total: 1,
    },
  });
  await expect.element(screen.getByText('Address, First name')).toBeVisible();
  await expect.element(screen.getByText('Address:', { exact: true })).toBeVisible();
});
