import { expect, it } from 'vitest';
import type { Course } from '#contract/timetable/course.ts';
import { courseEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import type { Permissions } from '#contract/permissions.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import type { ResourceInfo } from '../resource.ts';
import type { Column } from './column.ts';
import type { Filter } from './filter.ts';
import { ResourceList } from './ResourceList.tsx';

const courses: ResourceInfo<Course> = {
  title: 'Courses',
  singular: 'Course',
  path: '/courses',
  calls: courseEndpoints,
  permission: 'Courses',
};
const columns: Column<Course>[] = [{ id: 'name', title: 'Name', text: ({ name }) => name }];
const filters: Filter[] = ['cohort', 'teacher'].map((name) => ({
  kind: 'unoffered',
  name,
  title: name === 'cohort' ? 'Cohort' : 'Teacher',
}));
const refused = { status: 403, body: { detail: 'You do not have permission.' } };

/** The list of a user who is offered none of its filters. */
async function open(address: string, permissions: Permissions = {}) {
  const requests = serve({
    'GET courses/': ({ address: sent }) =>
      sent.includes('cohort=') ? refused : { body: page([{ id: 1, name: 'Arts' }]) },
  });
  const shown = await renderPage(
    <ResourceList
      resource={courses}
      columns={columns}
      defaultSort="name"
      nameOf={({ name }) => name}
      filters={filters}
    />,
    { address, permissions: { Courses: ['read'], ...permissions } },
  );
  return { ...shown, lists: () => requests.map(({ address: sent }) => sent) };
}

it('a filter of the address that the server refuses is named, and left out on request only (R-REPORT-4)', async () => {
  const { screen, address, lists } = await open('/courses?cohort=1&teacher=2');
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/This page filters by cohort, which you may not read/);
  expect(lists().every((sent) => sent.includes('cohort=1'))).toBe(true);
  await expect.element(screen.getByRole('cell', { name: 'Arts' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Show it without the filter' }).click();
  await expect.element(address).toHaveTextContent('/courses?teacher=2');
  await expect.element(screen.getByRole('cell', { name: 'Arts' })).toBeVisible();
});

it('a filter that the user is not offered is sent, named and removed, and not in the panel', async () => {
  const { screen, address, lists } = await open('/courses?teacher=2');
  await expect.element(screen.getByText('Teacher: as in the address')).toBeVisible();
  expect(lists()[0]).toContain('teacher=2');
  await expect.element(screen.getByRole('button', { name: /^Filters/ })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Remove the filter Teacher' }).click();
  await expect.element(address).toMatchTextContent(/^\/courses$/);
});

it('another failure of a list, or of who may use its filters, can be tried again', async () => {
  const { screen } = await open('/courses?cohort=1', { Cohort: ['read'] });
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/You do not have permission\./);
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});
