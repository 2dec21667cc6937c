import type { List } from '#contract/fields.ts';
import type { OperationDone } from '#contract/timetable/meeting-changes.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, grace, signIn, test } from './fixtures.ts';
import { chooseMore, expectFits, field, pick, rowOption } from './resources.ts';

const week = '/timetable/week';

test('the week of a room has dates, is changed by button, key and date, and is a link', async ({
  page,
}) => {
  await signIn(page, admin, '/timetable');
  await page.getByRole('link', { name: 'Week', exact: true }).click();
  const grid = page.getByRole('region', { name: 'Week' });
  await expect(grid.getByRole('heading')).toHaveText([
    'Mon, 16 Nov',
    'Tue, 17 Nov',
    'Wed, 18 Nov today',
    'Thu, 19 Nov',
    'Fri, 20 Nov',
    'Sat, 21 Nov',
  ]);
  await pick(page, 'Classroom', 'A1.01');
  await expect(page).toHaveURL(/classroom=\d+/);
  await expect(grid).not.toContainText('B2.10');
  const blocks = grid.locator('[data-block]');
  for (const text of await blocks.allTextContents()) expect(text).toContain('A1.01');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page).toHaveURL(/date=2026-11-23/);
  await expect(grid.getByRole('heading').first()).toHaveText('Mon, 23 Nov');
  await grid.focus();
  await page.keyboard.press('PageUp');
  await expect(grid.getByRole('heading').first()).toHaveText('Mon, 16 Nov');
  await page.keyboard.press('PageDown');
  await expect(grid.getByRole('heading').first()).toHaveText('Mon, 23 Nov');
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: 'This week' })).toBeDisabled();
  await page.getByLabel('Go to date').fill('09/12/2026');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '7 Dec – 13 Dec 2026' })).toBeVisible();
  await page.goBack();
  await expect(grid.getByRole('heading').first()).toHaveText('Mon, 16 Nov');

  // Arrows move from class to class; Enter opens the roll.
  const monday = page.getByRole('region', { name: 'Monday 16 November 2026' });
  await monday.locator('[data-block]').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(monday.locator('[data-block]').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(
    page.getByRole('region', { name: 'Tuesday 17 November 2026' }).locator('[data-block]').first(),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/attendance\/add\?id=\d+&date=2026-11-17/);
});

test('a class is cancelled from its week, is shown as cancelled, and is restored @detail', async ({
  page,
}) => {
  await signIn(page, admin, `${week}?date=2026-11-24`);
  const tuesday = page.getByRole('region', { name: 'Tuesday 24 November 2026' });
  const block = tuesday.getByRole('listitem').first();
  await block.getByRole('button', { name: /^Change this class of/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Cancel class' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel this class?' });
  await dialog.getByLabel('Reason').fill('Water damage');
  await dialog.getByRole('button', { name: 'Cancel class' }).press('Enter');
  const cancelled = tuesday.locator('[data-held="false"]');
  await expect(cancelled).toContainText('Cancelled: Water damage');
  await expectAccessible(page);
  // Another class has taken the room meanwhile: a question comes first.
  const classesOn = async (date: string) =>
    (await api<List<ClassSchedule>>(page, `classschedule/?date=${date}&include=changed`)).results;
  const free = (await classesOn('2026-11-24')).find(({ meeting }) => meeting?.reason);
  const other = (await classesOn('2026-11-23')).find(({ id }) => id !== free!.id);
  const { operation } = await api<OperationDone>(page, 'meetings/create/', {
    class_schedule: other!.id,
    date: '2026-11-24',
    start_time: free!.start_time,
    end_time: free!.end_time,
    classroom_id: free!.classroom.id,
    confirm: true,
  });
  const undo = page.getByRole('button', { name: 'Undo the change' });
  const question = page.getByRole('dialog', { name: 'Classes clash then' });
  await undo.click();
  await expect(question).toContainText(`Room ${free!.classroom.room_number}`);
  await question.getByRole('button', { name: 'Go back' }).press('Enter');
  await expect(cancelled).toHaveCount(1);
  await undo.click();
  await question.getByRole('button', { name: 'Continue anyway' }).press('Enter');
  await expect(cancelled).toHaveCount(0);
  await api(page, `operations/${operation}/undo/`, {});

  await block.getByRole('button', { name: /^Change this class of/ }).click();
  await page.getByRole('menuitem', { name: 'Move' }).click();
  const move = page.getByRole('dialog', { name: /^Move:/ });
  await move.getByLabel('Date').first().fill('29/11/2026');
  await move.getByRole('button', { name: 'Move' }).click();
  const sunday = page.getByRole('region', { name: 'Sunday 29 November 2026' });
  await expect(sunday).toContainText('Moved from Tue, 24 Nov');
  await expect(tuesday).toContainText('Moved to Sun, 29 Nov');
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(sunday).toHaveCount(0);
});

test('a holiday is named in its week, and a week without classes gives the reason @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard');
  const { results } = await api<{ results: { name: string; date_from: string }[] }>(
    page,
    'holiday/?start_date=2026-11-18',
  );
  const [holiday] = results;
  await page.goto(`${week}?date=${holiday?.date_from}`);
  await expect(
    page
      .getByRole('main')
      .getByText(holiday?.name ?? '?')
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${week}?date=2028-01-19`);
  await expect(page.getByText('Semester Break').first()).toBeVisible();
  await expectAccessible(page);

  // Entered by another user, while the page is open.
  const flood = { name: 'Flood', date_from: '2028-01-20', date_to: '2028-01-20' };
  await api(page, 'holiday/create/', flood);
  await expect(page.getByRole('main').getByText('Flood').first()).toBeVisible();
});

test('a teacher starts with their own week, and sees those of rooms, without changes @detail', async ({
  page,
}) => {
  await signIn(page, grace, week);
  await expect(page).toHaveURL(/teacher=\d+/);
  const grid = page.getByRole('region', { name: 'Week' });
  for (const text of await grid.locator('[data-block]').allTextContents())
    expect(text).toContain('Grace Hall');
  await expect(page.getByRole('button', { name: /^Change this class/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'My classes' }).click();
  await expect(page).toHaveURL(/teacher=all/);
  await expect(grid).toContainText('Omar Haddad');
  await pick(page, 'Student', 'S');
  await expect(page).toHaveURL(/student=\d+/);
  await expectAccessible(page);
});

test('on a phone the week is a list of days', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, admin, `${week}?teacher=1`);
  const grid = page.getByRole('region', { name: 'Week' });
  // Today is the first day that is open; days before it say how many classes they have.
  const monday = grid.locator('[data-day]').first();
  const show = monday.getByRole('button', { name: /^Show \d+ class/ });
  await expect(grid.locator('[data-today] [data-block]').first()).toBeVisible();
  await expect(monday.locator('[data-block]').first()).toBeHidden();
  await show.click();
  await expect(monday.locator('[data-block]').first()).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

test('a week is printed on one side of A4, and saved as a PDF @detail', async ({ page }) => {
  await signIn(page, admin, `${week}?teacher=1`);
  await expect(page.getByRole('region', { name: 'Week' })).toBeVisible();
  const download = page.waitForEvent('download');
  await chooseMore(page, 'PDF');
  expect((await download).suggestedFilename()).toMatch(/^Week.*Grace-Hall.*\.pdf$/);
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  expect(/\/MediaBox \[0 0 (84\d)/.test(printed)).toBe(true);
});

test('a free hour of a room opens the form of a new class, filled in', async ({ page }) => {
  await signIn(page, admin, week);
  await chooseMore(page, 'Free rooms');
  const table = page.getByRole('table', { name: 'Rooms' });
  await expect(table.getByRole('row')).not.toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page).toHaveURL(/date=2026-11-19/);
  await page.getByLabel('Seats at least').fill('9999');
  await expect(page.getByText('No room has 9999 seats')).toBeVisible();
  await page.getByLabel('Seats at least').fill('');
  await expect(table).toBeVisible();
  await page.getByRole('button', { name: 'Usual week' }).press('Enter');
  await expect(page).toHaveURL(/day=Monday/);
  await expectAccessible(page);
  const free = table.getByRole('link', { name: /^New class in A1\.01, / }).first();
  const [, start = '', end = ''] =
    /, (\d\d:\d\d)–(\d\d:\d\d)/.exec((await free.getAttribute('aria-label')) ?? '') ?? [];
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
  await free.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Add timetable' })).toBeVisible();
  await expect(field(page, 'Classroom')).toHaveValue(/^A1\.01/);
  await expect(field(page, 'Day of week')).toHaveValue('Monday');
  await expect(field(page, 'Start time')).toHaveValue(start);
  await expect(field(page, 'End time')).toHaveValue(end);
});

test('a teacher sees which rooms are free, without forms behind it @detail', async ({ page }) => {
  await signIn(page, grace, '/free-rooms');
  const table = page.getByRole('table', { name: 'Rooms' });
  await expect(table.getByText('free').first()).toBeVisible();
  await expect(table.getByRole('link')).toHaveCount(0);
});

test('in the week of a teacher a class is dragged to another time, after a question about clashes, and restored by Undo @detail', async ({
  page,
}) => {
  await signIn(page, admin, `${week}?teacher=1&date=2026-11-24`);
  const monday = page.getByRole('region', { name: 'Monday 23 November 2026' });
  const thursday = page.getByRole('region', { name: 'Thursday 26 November 2026' });
  const first = monday.locator('[data-block]').first();
  await first.scrollIntoViewIfNeeded();
  /** Drags the first class of Monday to the day of a Thursday class, by some hours. */
  const drag = async (hours: number, drop = true) => {
    const from = await first.boundingBox();
    const target = await thursday.locator('[data-block]').first().boundingBox();
    const column = await thursday.getByRole('list').boundingBox();
    if (!from || !target || !column) throw new Error('The blocks are not drawn');
    const rows = await page
      .locator('[data-day]')
      .first()
      .evaluate((day) => Number(getComputedStyle(day).getPropertyValue('--hours')));
    const y = target.y + 8 + (hours * column.height) / rows;
    await page.mouse.move(from.x + 20, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 30, { steps: 4 });
    await page.mouse.move(target.x + 30, y, { steps: 8 });
    if (drop) await page.mouse.up();
  };
  // A click opens the roll, a drag does not; Escape cancels the drag.
  await drag(0, false);
  await expect(thursday.getByRole('listitem')).toHaveCount(
    (await thursday.locator('[data-block]').count()) + 1,
  );
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(thursday.getByRole('listitem')).toHaveCount(
    await thursday.locator('[data-block]').count(),
  );
  await expect(page).toHaveURL(/\/timetable\/week/);

  await drag(0);
  const question = page.getByRole('dialog', { name: 'Do it anyway?' });
  await expect(question).toContainText('Grace Hall');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(thursday.getByText(/^Moved from/)).toHaveCount(0);

  await drag(0);
  await question.getByRole('button', { name: 'Do it anyway' }).click();
  await expect(thursday.getByText('Moved from Mon, 23 Nov')).toBeVisible();
  await expect(monday.locator('[data-held="false"]')).toContainText('Moved to Thu, 26 Nov');
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(thursday.getByText('Moved from Mon, 23 Nov')).toHaveCount(0);
  await expect(page).toHaveURL(/\/timetable\/week/);
});

test('several weeks show where they differ @detail', async ({ page }) => {
  await signIn(page, admin, `${week}?teacher=1`);
  await page.getByLabel('Weeks').selectOption('4 weeks');
  await expect(page).toHaveURL(/weeks=4/);
  await expect(
    page.getByRole('heading', { name: '23 Nov – 29 Nov 2026: as the week before' }),
  ).toBeVisible();
  // The following week has a holiday, unlike the last.
  await expect(page.getByRole('region', { name: /^Week / })).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page).toHaveURL(/date=2026-12-14/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
});

test('a teacher, a room and a student link to their week @detail', async ({ page }) => {
  await signIn(page, admin, '/classroom');
  await rowOption(page, 'A1.01', 'Week');
  await expect(page).toHaveURL(/\/timetable\/week\?classroom=\d+/);
  await page.goto('/teachers');
  await rowOption(page, 'Grace', 'Week');
  await expect(page).toHaveURL(/\/timetable\/week\?teacher=\d+/);
  await page.goto('/students/student-details?id=1');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Week', exact: true }).click();
  await expect(page).toHaveURL(/\/timetable\/week\?student=1/);
  await expect(page.locator('[data-block]').first()).toBeVisible();
});
