import { afterEach, expect, it } from 'vitest';
import { page as viewport } from 'vitest/browser';
import type { Course } from '#contract/timetable/course.ts';
import { courseEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import { renderPage } from '#web/test/render-page.tsx';
import { page, serve } from '#web/test/server.ts';
import type { ResourceInfo } from '../resource.ts';
import type { Column } from './column.ts';
import { ResourceList } from './ResourceList.tsx';

const courses: ResourceInfo<Course> = {
  title: 'Courses',
  singular: 'Course',
  path: '/courses',
  calls: courseEndpoints,
  permission: 'Courses',
};
const columns: Column<Course>[] = [{ id: 'name', title: 'Name', text: ({ name }) => name }];

afterEach(() => viewport.viewport(1280, 800));

it.each(['list', 'card'])('no row moves when one is selected, as %s', async (view) => {
  await viewport.viewport(1280, 500);
  serve({
    'GET courses/': () => ({ body: page(['Arts', 'Law'].map((name, id) => ({ id, name }))) }),
  });
  const { screen } = await renderPage(
    <ResourceList
      resource={courses}
      columns={columns}
      defaultSort="name"
      nameOf={({ name }) => name}
    />,
    { address: `/courses?view=${view}`, permissions: { Courses: ['read', 'edit', 'delete'] } },
  );
  const row = screen.getByRole('checkbox', { name: 'Select Law' });
  await expect.element(row).toBeVisible();
  const before = row.element().getBoundingClientRect();
  await row.click();
  await expect.element(screen.getByText('1 selected')).toBeVisible();
  expect(row.element().getBoundingClientRect()).toEqual(before);
  const bar = screen.getByRole('group', { name: 'Selected rows' }).element();
  expect(bar.getBoundingClientRect().bottom).toBeLessThanOrEqual(500);
  // By keyboard it is where it was: before the rows.
  expect(bar.compareDocumentPosition(row.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
