import { readFile } from 'node:fs/promises';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, signIn, test } from './fixtures.ts';
import { expectFits } from './resources.ts';

interface Listed {
  results: {
    id: number;
    class_type: string;
    subject: { id: number };
    semester: { id: number };
    teacher: { id: number };
    classroom: { id: number; room_number: string };
  }[];
}

test('the demo has no clash; a new one is found, and links to the pages that fix it', async ({
  page,
}) => {
  await signIn(page, admin, '/timetable');
  await page.getByRole('link', { name: 'Timetable health', exact: true }).click();
  await expect(page.getByText('Checked. 0 clashes.')).toBeVisible();
  await expect(page.getByText('No clashes', { exact: true })).toBeVisible();
  await expectAccessible(page);

  const {
    results: [one],
  } = await api<Listed>(page, 'classschedule/?limit=1');
  let last = 0;
  for (const start_time of ['20:00', '20:30']) {
    const added = await api<{ id: number }>(page, 'classschedule/create/', {
      class_type: one!.class_type,
      day_of_week: 'Saturday',
      start_time,
      end_time: '21:00',
      subject_id: one!.subject.id,
      semester_id: one!.semester.id,
      teacher_id: one!.teacher.id,
      classroom_id: one!.classroom.id,
    });
    last = added.id;
  }
  await page.reload();
  await expect(page.getByText('Checked. 2 clashes.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Teacher needed twice: 1' })).toBeVisible();
  const rooms = page.getByRole('region', { name: 'Room needed twice', exact: false });
  await expect(rooms.first()).toContainText('Sat 20:30–21:00');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 850 });

  await page.getByRole('link', { name: 'All in one list, and as CSV' }).click();
  await expect(page.locator('[data-row]')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV of all 2' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toMatch(/^Room,/m);

  await page
    .getByRole('button', { name: /^Options of/ })
    .first()
    .click();
  await page
    .getByRole('menuitem', { name: /^Find a time for/ })
    .first()
    .click();
  await expect(page).toHaveURL(/find-time\?id=\d+/);
  await expect(page.getByRole('list', { name: 'Proposed times' })).toBeVisible();

  // A clash that was fixed meanwhile is gone when the user comes back.
  await api(page, 'classschedule/create/', { archive: 'ids', ids: [last] });
  await page.goBack();
  await expect(page.getByText('No Data Available!')).toBeVisible();
});

test('days of teachers and students, and the use of rooms @detail', async ({ page }) => {
  await signIn(page, admin, '/timetable/health?part=teachers');
  const nav = page.getByRole('navigation', { name: 'Timetable health' });
  const rows = page.locator('[data-row]');
  await expect(rows.first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('A break has minutes').fill('1');
  await expect(page).toHaveURL(/break=1$/);

  await nav.getByRole('link', { name: 'Students with gaps' }).click();
  await expect(rows.first()).toBeVisible();
  await expectAccessible(page);
  await rows.first().getByRole('link').click();
  await expect(page).toHaveURL(/timetable\/week\?.*student=\d+/);
  await page.goBack();

  await nav.getByRole('link', { name: 'Rooms' }).click();
  const map = page.getByRole('table').first();
  await expect(map.getByRole('row', { name: /^Monday/ })).toBeVisible();
  await expect(rows.first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Open until').fill('07:00');
  await expect(page.getByText('After the first')).toBeVisible();
  await page.getByLabel('Open until').fill('10:00');
  await expect(map.getByRole('columnheader')).toHaveText(['Day', '08:00', '09:00']);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.getByRole('checkbox', { name: 'Usual week' }).check();
  await expect(page).toHaveURL(/week=usual/);
  await page.getByRole('link', { name: /^Monday 09:00: \d+ % used$/ }).click();
  await expect(page).toHaveURL(/free-rooms\?day=Monday/);
});
