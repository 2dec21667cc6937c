import { writeXlsx } from 'hucre/xlsx';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { uploadStudents } from '#contract/people/students.endpoints.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { BulkUpload } from './BulkUpload.tsx';
import type { UploadKind } from './upload-kind.ts';

const kind: UploadKind = {
  title: 'Upload students',
  endpoint: uploadStudents,
  columns: [
    { name: 'Student ID', label: 'Student ID', example: 'S1', aliases: ['id'], isRequired: true },
    { name: 'Last name', label: 'Last name', example: 'Hall', aliases: [], isRequired: true },
    { name: 'Phone', label: 'Phone', example: '1', aliases: ['mobile'], isRequired: false },
    {
      name: 'Born',
      label: 'Born',
      example: '2005-04-23',
      aliases: [],
      isRequired: false,
      isDate: true,
    },
  ],
  help: 'One line for each student.',
  importTakes: 'takes files without a header.',
  template: 'students.csv',
  changes: ['students'],
};

const csv = (text: string, name = 'people.csv') => new File([text], name, { type: 'text/csv' });

async function open(permissions = {}) {
  const close = vi.fn();
  const { screen } = await renderPage(<BulkUpload kind={kind} close={close} />, {
    permissions,
  });
  const choose = async (file: File) => {
    await expect.element(screen.getByRole('button', { name: 'Choose a file' })).toBeVisible();
    await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
  };
  return { screen, choose, close };
}

it('columns are guessed by their names, and rows are checked once the required ones are chosen', async () => {
  const { screen, choose } = await open();
  await choose(csv('ID,Family,Mobile (private)\nS1,Hall,12\nS2,Ng,34\n'));
  await expect.element(screen.getByText(/people\.csv: 2 rows/)).toBeVisible();
  const column = (name: string) => screen.getByRole('combobox', { name: `Column for ${name}` });
  await expect.element(column('Student ID')).toHaveValue('ID');
  await expect.element(column('Phone')).toHaveValue('Mobile (private)');
  await expect.element(screen.getByText('Not read: Family')).toBeVisible();
  await expect.element(screen.getByText('12 · 34')).toBeVisible();
  const check = screen.getByRole('button', { name: 'Check the rows' });
  await expect.element(check).toBeDisabled();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Last name: choose the column');
  // An arrow key passes a column of another field, which stays with it.
  await column('Last name').selectOptions('Mobile (private)');
  await column('Last name').selectOptions('Family');
  await expect.element(column('Phone')).toHaveValue('Mobile (private)');
  await expect.element(check).toBeEnabled();
});

it('a file is dropped, after a look at the columns that it may have', async () => {
  const { screen } = await open();
  await screen.getByText('Columns of the file').click();
  const rows = screen.getByRole('group', { name: 'Columns' }).getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('Student IDS1yes');
  await expect.element(rows.nth(3)).not.toHaveTextContent('yes');
  const dropped = new DataTransfer();
  dropped.items.add(csv('ID,Last name\nS1,Hall\n'));
  const area = screen.getByText('or drop it here').element();
  const isTaken = (type: string) =>
    !area.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: dropped }),
    );
  expect([isTaken('dragover'), isTaken('drop')]).toEqual([true, true]);
  await expect.element(screen.getByText(/people\.csv: 1 row/)).toBeVisible();
});

it('the order of dates is found, or chosen once for the file', async () => {
  const { screen, choose } = await open();
  await choose(csv('sep=;\nStudent ID;Last name;Born\nS1;Hall;23/04/2005\nS2;Ng;03/04/2005\n'));
  const order = screen.getByRole('combobox', { name: 'Order of the dates' });
  await expect.element(order).toHaveValue('dmy');
  await expect.element(screen.getByText('23/04/2005 is read as 2005-04-23.')).toBeVisible();
  await screen.getByRole('button', { name: 'Another file' }).click();
  await choose(csv('Student ID,Last name,Born\nS2,Ng,03/04/2005\n'));
  const check = screen.getByRole('button', { name: 'Check the rows' });
  await expect.element(check).toBeDisabled();
  await order.selectOptions('month/day/year (04/23/2005)');
  await expect.element(screen.getByText('03/04/2005 is read as 2005-03-04.')).toBeVisible();
  await expect.element(check).toBeEnabled();
});

it('the encoding of a file that is not in UTF-8 is named', async () => {
  const { screen, choose } = await open();
  const bytes = Uint8Array.from('Student ID,Last name\nS1,M\u00fcller', (char) =>
    char.charCodeAt(0),
  );
  await choose(new File([bytes], 'old.csv', { type: 'text/csv' }));
  await expect.element(screen.getByText(/The file is in Windows-1252/)).toBeVisible();
  await expect.element(screen.getByText('Müller')).toBeVisible();
});

it('the encoding that nothing in a file tells is chosen', async () => {
  const { screen, choose } = await open();
  // Łuk in Windows-1250.
  const bytes = Uint8Array.from('Student ID,Last name\nS1,\u00a3uk', (char) => char.charCodeAt(0));
  await choose(new File([bytes], 'old.csv', { type: 'text/csv' }));
  await expect.element(screen.getByText('£uk')).toBeVisible();
  await screen
    .getByRole('combobox', { name: 'Encoding' })
    .selectOptions('Windows-1250 (Central Europe)');
  await expect.element(screen.getByText('Łuk')).toBeVisible();
  await expect
    .element(screen.getByRole('combobox', { name: 'Encoding' }))
    .toHaveValue('windows-1250');
});

it('a first row of which no heading is known is a header once somebody has confirmed it', async () => {
  const { screen, choose } = await open({ Settings: ['edit'] });
  await choose(csv('S1,Hall,12\nS2,Ng,34\n'));
  const column = (name: string) => screen.getByRole('combobox', { name: `Column for ${name}` });
  await column('Student ID').selectOptions('S1');
  await column('Last name').selectOptions('Hall');
  const check = screen.getByRole('button', { name: 'Check the rows' });
  await expect.element(check).toBeDisabled();
  await expect.element(screen.getByText('Import takes files without a header.')).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Line 1 is the header of the file' }).click();
  await expect.element(check).toBeEnabled();
});

it('the header is found below a title, or chosen', async () => {
  const { screen, choose } = await open();
  await choose(csv('Musterstadt, 01.10.2026\n\nKennung;Name;Tel\nKurz;Lang;\nS1;Hall;12\n'));
  await expect.element(screen.getByText(/people\.csv: 2 rows/)).toBeVisible();
  const header = screen.getByRole('combobox', { name: 'Header of the file' });
  await expect.element(header).toHaveValue('3');
  await header.selectOptions('Line 4: Kurz, Lang');
  await expect.element(screen.getByText(/people\.csv: 1 row/)).toBeVisible();
  await screen.getByRole('combobox', { name: 'Column for Student ID' }).selectOptions('Kurz');
  await expect.element(screen.getByText('S1')).toBeVisible();
});

it('a column of the file is used once', async () => {
  const { screen, choose } = await open();
  await choose(csv('Student ID,Last name\nS1,Hall\n'));
  await screen.getByRole('combobox', { name: 'Column for Phone' }).selectOptions('Last name');
  await expect
    .element(screen.getByRole('combobox', { name: 'Column for Last name' }))
    .toHaveValue('');
  await expect.element(screen.getByRole('button', { name: 'Check the rows' })).toBeDisabled();
});

it('a check that fails says why, and goes on with the chosen columns', async () => {
  const { screen, choose } = await open();
  await choose(csv('Student ID,Last name,Other\nS1,Hall,7\n'));
  await screen.getByRole('combobox', { name: 'Column for Phone' }).selectOptions('Other');
  // No server answers here.
  await screen.getByRole('button', { name: 'Check the rows' }).click();
  await expect.element(screen.getByRole('alert').first()).toBeVisible();
  await expect
    .element(screen.getByRole('combobox', { name: 'Column for Phone' }))
    .toHaveValue('Other');
});

it('a sheet of a workbook is chosen, and read as the CSV file that it would be', async () => {
  const { screen, choose } = await open();
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Notes', rows: [['not this']] },
      {
        name: '2026',
        rows: [
          ['Register of 2026'],
          ['Student ID', 'Last name', 'Mobile', 'Born'],
          ['S1', 'O’Brien', 412_345_678, new Date('2005-04-23T00:00:00Z')],
        ],
      },
    ],
  });
  await choose(new File([bytes.slice()], 'people.xlsx'));
  await screen.getByRole('combobox', { name: 'Sheet of people.xlsx' }).selectOptions('2026');
  await screen.getByRole('button', { name: 'Read the sheet' }).click();
  await expect.element(screen.getByText(/people\.csv: 1 row/)).toBeVisible();
  await expect.element(screen.getByText('O’Brien')).toBeVisible();
  await expect.element(screen.getByText('412345678')).toBeVisible();
  await expect.element(screen.getByText('2005-04-23', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Check the rows' })).toBeEnabled();
});

it.each([
  ['another kind of file', csv('a,b\n1,2\n', 'people.txt'), 'Only CSV files are accepted here.'],
  [
    'a spreadsheet of another kind',
    csv('a,b\n1,2\n', 'people.ods'),
    'Only CSV files are accepted here: save the sheet as .xlsx or as CSV.',
  ],
  [
    'another content than its name says',
    csv('a,b\n1,2\n', 'people.xlsx'),
    'The file is no workbook in the form .xlsx.',
  ],
  ['no rows', csv('Student ID,Last name\n'), 'The file has no rows below its header.'],
  ['too large', csv('x'.repeat(4 * 1024 * 1024 + 1)), 'The file may have at most 4 MB.'],
])('a file is refused with the reason: %s', async (_what, file, reason) => {
  const { screen, choose } = await open();
  await choose(file);
  await expect.element(screen.getByText(reason)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Choose a file' })).toBeVisible();
});

it('a file of another system leads only who may import there', async () => {
  const zip = csv('x', 'roster.zip');
  const editor = await open({ Settings: ['edit'] });
  await editor.choose(zip);
  await expect
    .element(editor.screen.getByRole('alert'))
    .toMatchTextContent('Only CSV files are accepted here: Import takes OneRoster and calendar');
  await expect
    .element(editor.screen.getByRole('link', { name: 'Import' }))
    .toHaveAttribute('href', '/import');
  await editor.choose(csv('x', 'people.ods'));
  await expect.element(editor.screen.getByRole('link')).not.toBeInTheDocument();
});

it('the focus stays in the dialog where the button of a step goes', async () => {
  const { screen, choose } = await open();
  await choose(csv('Student ID,Last name\nS1,Hall\n'));
  const back = screen.getByRole('button', { name: 'Another file' });
  await expect.element(back).toBeVisible();
  (back.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('[role="dialog"]') !== null).toBe(true);
});
