import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page as viewport, userEvent } from 'vitest/browser';
import type { Course } from '#contract/timetable/course.ts';
import { courseEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import type { ResourceInfo } from '../resource.ts';
import type { Column } from './column.ts';
import { choicesOf, type Filter } from './filter.ts';
import { ResourceList } from './ResourceList.tsx';

const courses: ResourceInfo<Course> = {
  title: 'Courses',
  singular: 'Course',
  path: '/courses',
  calls: courseEndpoints,
  permission: 'Courses',
  offersWhenNeeded: () => [{ label: 'Change the subjects', to: '/subjects', search: {} }],
};
const columns: Column<Course>[] = [
  { id: 'name', title: 'Name', text: ({ name }) => name, ordering: 'name' },
  { id: 'id', title: 'Number', text: ({ id }) => id, numeric: true },
];
const filters: Filter[] = [
  { kind: 'checkbox', name: 'id', title: 'Number', choices: choicesOf(['1', '2']) },
];
const all = ['Arts', 'Law'].map((name, at) => ({ id: at + 1, name }));
const everything = { Courses: ['read', 'add', 'edit', 'delete'], Settings: ['edit'] } as const;

afterEach(() => viewport.viewport(1366, 800));

/** The list with two courses of 42; `requests` are those of the list and of actions. */
async function open({
  address = '/courses',
  answers = {},
  permissions = everything,
  shownColumns = columns,
  recordOf,
}: {
  address?: string;
  answers?: Parameters<typeof serve>[0];
  permissions?: { Courses: readonly string[]; Settings?: readonly string[] };
  shownColumns?: Column<Course>[];
  recordOf?: (course: Course) => { id: number; name: string } | null;
} = {}) {
  const requests = serve({
    ...answers,
    'GET courses/': ({ address: sent }) => ({
      body: sent.includes('search=nothing') ? page([]) : page(all, 42),
    }),
    'GET bulk-archive/': () => ({ body: page([{ id: 3, name: 'Alchemy' }]) }),
  });
  const shown = await renderPage(
    <ResourceList
      resource={courses}
      columns={shownColumns}
      defaultSort="name"
      nameOf={({ name }) => name}
      filters={filters}
      {...(recordOf && { recordOf })}
    />,
    { address, permissions: permissions as never },
  );
  const menuOf = async (name: string, entry: string) => {
    await shown.screen.getByRole('button', { name: `Options of ${name}` }).click();
    await shown.screen.getByRole('menuitem', { name: entry }).click();
  };
  const lastList = () => requests.findLast(({ address: sent }) => sent.startsWith('courses/?'));
  return { ...shown, requests, menuOf, lastList };
}

describe('a list', () => {
  it('searches after a pause in typing, in the address, from the first page on', async () => {
    const { screen, address, lastList, requests } = await open({ address: '/courses?page=3' });
    await expect.element(screen.getByRole('cell', { name: 'Arts' })).toBeVisible();
    await expect.element(screen.getByText('Showing 41–42 of 42 items')).toBeVisible();
    await screen.getByRole('searchbox', { name: 'Search Courses' }).fill('law');
    await expect.element(address).toHaveTextContent('/courses?search=law');
    await expect.poll(() => lastList()?.address).toContain('search=law&page=1');
    expect(requests.length).toBe(2);
  });

  it('is sorted by a heading, both ways', async () => {
    const { screen, address } = await open();
    const heading = screen.getByRole('cell', { name: 'Name', exact: true });
    await expect.element(heading).toHaveAttribute('aria-sort', 'ascending');
    await screen.getByRole('button', { name: 'Name', exact: true }).click();
    await expect.element(address).toHaveTextContent('/courses?ordering=-name');
    await expect.element(heading).toHaveAttribute('aria-sort', 'descending');
    await expect
      .element(screen.getByRole('button', { name: 'Number', exact: true }))
      .not.toBeInTheDocument();
  });

  it('is filtered, and each filter removed', async () => {
    const { screen, address, lastList } = await open();
    await screen.getByRole('button', { name: 'Filters' }).click();
    await screen.getByRole('checkbox', { name: '2', exact: true }).click();
    await expect.element(address).toHaveTextContent('/courses?id=2');
    await expect.poll(() => lastList()?.address).toContain('id=2');
    await userEvent.keyboard('{Escape}');
    await screen.getByRole('button', { name: 'Remove the filter Number' }).click();
    await expect.element(address).toMatchTextContent(/^\/courses$/);
  });

  it('turns pages', async () => {
    const { screen, address, lastList } = await open();
    await screen.getByRole('button', { name: 'Page 3' }).click();
    await expect.element(address).toHaveTextContent('/courses?page=3');
    await expect.poll(() => lastList()?.address).toContain('page=3');
  });

  it('hides a column, and remembers that on this device', async () => {
    const { screen } = await open();
    await screen.getByRole('button', { name: 'Columns' }).click();
    await screen.getByRole('menuitemcheckbox', { name: 'Number' }).click();
    await expect
      .element(screen.getByRole('cell', { name: 'Number', exact: true }))
      .not.toBeInTheDocument();
    expect(localStorage.getItem('columns:courses')).toBe('["id"]');
  });

  it('has its numbers below one another at the right', async () => {
    const { screen } = await open();
    await expect.element(screen.getByRole('cell', { name: 'Law' })).toBeVisible();
    const alignments = (row: RegExp) =>
      screen
        .getByRole('row', { name: row })
        .getByRole('cell')
        .elements()
        .map((cell) => getComputedStyle(cell).textAlign);
    // Headings without the number are at the left in `web/app/global.css`.
    expect(alignments(/Law/)).toEqual(['start', 'end', 'start', 'end', 'start']);
    expect(alignments(/Select all/)[3]).toBe('end');
  });

  it.each([
    [1599, false],
    [1600, true],
  ])('on a window of %i px, a column that needs 1600 is shown: %s', async (width, isShown) => {
    await viewport.viewport(width, 800);
    const { screen } = await open({ shownColumns: [columns[0]!, { ...columns[1]!, spare: 1600 }] });
    await expect.element(screen.getByRole('cell', { name: 'Law' })).toBeVisible();
    expect(screen.getByRole('cell', { name: 'Number', exact: true }).elements().length > 0).toBe(
      isShown,
    );
  });

  it('is shown as cards', async () => {
    const { screen, address } = await open();
    await screen.getByRole('radio', { name: 'Cards' }).click({ force: true });
    await expect.element(address).toMatchTextContent('view=card');
    await expect.element(screen.getByRole('listitem').first()).toMatchTextContent(/Arts.*Number1/);
    await expect.element(screen.getByRole('table')).not.toBeInTheDocument();
  });

  it('that is empty says so, and clears the search', async () => {
    const { screen, address } = await open({ address: '/courses?search=nothing' });
    await screen.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect.element(address).toMatchTextContent(/^\/courses$/);
    await expect.element(screen.getByRole('cell', { name: 'Law' })).toBeVisible();
  });

  it('that cannot be loaded shows the reason, and is loaded again', async () => {
    let isAway = true;
    const { screen } = await open({
      answers: {
        'GET courses/?': () =>
          isAway ? { status: 500, body: { detail: 'Out of order' } } : { body: page(all) },
      },
    });
    await expect.element(screen.getByText('Out of order')).toBeVisible();
    isAway = false;
    await screen.getByRole('button', { name: 'Retry' }).click();
    await expect.element(screen.getByRole('cell', { name: 'Law' })).toBeVisible();
  });

  it('offers no action without its permission', async () => {
    const { screen } = await open({ permissions: { Courses: ['read'] } });
    await expect.element(screen.getByRole('cell', { name: 'Arts' })).toBeVisible();
    for (const name of ['Options of Arts', 'Archived', 'Add course'])
      await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument();
  });
});

describe('actions on rows', () => {
  it('one is archived after a question', async () => {
    const { screen, requests, menuOf } = await open({
      answers: { 'POST courses/create/': () => ({ body: { results: [] } }) },
    });
    await menuOf('Law', 'Archive');
    const question = screen.getByRole('dialog', { name: 'Archive Law?' });
    expect(requests.some(({ method }) => method === 'POST')).toBe(false);
    await question.getByRole('button', { name: 'Archive' }).click();
    await expect.element(screen.getByText('Course archived')).toBeVisible();
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      archive: 'ids',
      ids: [2],
    });
  });

  it('what prevents archiving is named, with the page that changes it', async () => {
    const { screen, address, menuOf } = await open({
      answers: {
        'POST courses/create/': () => ({ status: 409, body: { detail: 'It has 3 subjects' } }),
      },
    });
    await menuOf('Law', 'Archive');
    await screen.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await expect.element(screen.getByText('It has 3 subjects')).toBeVisible();
    await screen.getByRole('button', { name: 'Change the subjects' }).click();
    await expect.element(address).toHaveTextContent('/subjects');
  });

  it('one that is in use is archived instead of deleted, which can be undone (R-UNDO-1)', async () => {
    const { screen, requests, menuOf, address } = await open({
      answers: {
        'DELETE courses/2/': () => ({ status: 409, body: { detail: '1 subject uses it' } }),
        'POST courses/create/': () => ({ body: { results: [], operation: 7 } }),
      },
    });
    await menuOf('Law', 'Delete');
    await screen.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(screen.getByText('1 subject uses it')).toBeVisible();
    await screen.getByRole('button', { name: 'Archive instead' }).click();
    await expect
      .poll(() => requests.find(({ method }) => method === 'POST')?.body)
      .toEqual({ archive: 'ids', ids: [2] });
    await screen.getByRole('button', { name: 'Undo…' }).click();
    await expect.element(address).toHaveTextContent('/change-history/view?id=7');
  });

  it('selected ones are archived together, and deselected when that is done', async () => {
    const { screen, requests } = await open({
      answers: { 'POST courses/create/': () => ({ body: { results: [] } }) },
    });
    await screen.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
    await expect.element(screen.getByText('2 selected')).toBeVisible();
    await screen.getByRole('button', { name: 'Archive selected' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await expect.element(screen.getByText('2 selected')).not.toBeInTheDocument();
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      archive: 'ids',
      ids: [1, 2],
    });
  });

  it('the record of a row is changed, and a row without one is not', async () => {
    const { screen, requests, menuOf } = await open({
      answers: { 'POST courses/create/': () => ({ body: { results: [] } }) },
      recordOf: ({ id }) => (id === 2 ? { id: 77, name: 'the record of Law' } : null),
    });
    await expect
      .element(screen.getByRole('button', { name: 'Options of Arts' }))
      .not.toBeInTheDocument();
    await screen.getByRole('checkbox', { name: 'Select Arts' }).click();
    await expect
      .element(screen.getByRole('button', { name: 'Archive selected' }))
      .not.toBeInTheDocument();
    await screen.getByRole('checkbox', { name: 'Select Law' }).click();
    await screen.getByRole('button', { name: 'Archive selected' }).click();
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await menuOf('Law', 'Archive');
    await screen
      .getByRole('dialog', { name: 'Archive the record of Law?' })
      .getByRole('button', { name: 'Archive' })
      .click();
    await expect.element(screen.getByText('Course archived')).toBeVisible();
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      archive: 'ids',
      ids: [77],
    });
  });

  it('all rows of all pages can be selected, and none again', async () => {
    const { screen } = await open();
    await screen.getByRole('checkbox', { name: 'Select Arts' }).click();
    await expect
      .element(screen.getByRole('button', { name: 'Select all 42' }))
      .not.toBeInTheDocument();
    await screen.getByRole('checkbox', { name: 'Select Law' }).click();
    await screen.getByRole('button', { name: 'Select all 42' }).click();
    await screen.getByRole('button', { name: 'Clear selection' }).click();
    await expect
      .element(screen.getByRole('group', { name: 'Selected rows' }))
      .not.toBeInTheDocument();
  });

  it('an archived one is restored', async () => {
    const { screen, requests, menuOf } = await open({
      answers: { 'POST courses/create/': () => ({ body: { results: [] } }) },
    });
    await screen.getByRole('button', { name: 'Archived', exact: true }).click();
    await menuOf('Alchemy', 'Restore');
    await expect.element(screen.getByText('Course restored')).toBeVisible();
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      archive: 'restore',
      ids: [3],
    });
  });
});

it('the rows of the page are exported as a file, and a failed export is reported', async () => {
  const saved: string[] = [];
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  onTestFinished(() => save.mockRestore());
  const { screen } = await open({
    answers: {
      'GET courses/?page=1&limit=5000': () => ({ status: 503, body: { detail: 'Busy' } }),
    },
  });
  await screen.getByRole('button', { name: 'Export' }).click();
  await screen.getByRole('menuitem', { name: 'CSV of this page' }).click();
  await expect.element(screen.getByText('Download Success')).toBeVisible();
  expect(saved).toEqual([expect.stringMatching(/^Courses-2026-03-02-.*\.csv$/)]);
  await screen.getByRole('button', { name: 'Export' }).click();
  await screen.getByRole('menuitem', { name: 'CSV of all 42' }).click();
  await expect.element(screen.getByText('Busy')).toBeVisible();
  expect(saved.length).toBe(1);
});
