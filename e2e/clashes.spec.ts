import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, signIn, test } from './fixtures.ts';
import {
  choose,
  confirmed,
  expectFits,
  field,
  pick,
  row,
  rowOption,
  toasted,
} from './resources.ts';

test('the form of a class shows its clashes while it is filled in', async ({ page }) => {
  await signIn(page, admin, '/timetable/add');
  const clashes = page.getByRole('region', { name: 'Clashes' });
  await expect(clashes).toContainText('once semester, day and times are chosen');
  await pick(page, 'Subject', 'NUR101');
  await pick(page, 'Semester', '2026');
  await choose(page, 'Day of week', 'Wednesday');
  await field(page, 'Start time').fill('10:40');
  await field(page, 'End time').fill('11:00');
  await expect(clashes).toContainText('No clashes.');
  await field(page, 'Classroom').click();
  await expect(page.getByRole('option', { name: /^A1\.01/ })).toHaveText(
    /^A1\.01 \(30 seats\), taken on \d+ dates$/,
  );
  await expect(page.getByRole('option').first()).toHaveText(/^[^,]+$/);
  await pick(page, 'Classroom', 'A1.01');
  await expect(clashes).toContainText(
    /Room A1\.01 is needed by \w+ on Wed, \d+ \w+, .* more dates/,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1366, height: 850 });
  await field(page, 'Start time').fill('21:00');
  await field(page, 'End time').fill('21:30');
  await expect(clashes).toContainText('No clashes.');
  // Without the server the form can still be filled in and saved.
  await page.route(/attendance\/clashes\//, (route) => route.abort());
  await field(page, 'End time').fill('21:40');
  await expect(clashes).toContainText('cannot be looked up');
});

test('a pending request is cancelled when a field is changed @detail', async ({ page }) => {
  await signIn(page, admin, '/timetable/add?edit=2');
  await expect(page.getByRole('heading', { name: 'Edit timetable' })).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const ended: string[] = [];
  page.on('requestfailed', (failed) => ended.push(failed.url()));
  await page.route(/attendance\/clashes\/.*21%3A05/, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  const first = page.waitForRequest(/attendance\/clashes\/.*21%3A05/);
  await field(page, 'End time').fill('22:00');
  await field(page, 'Start time').fill('21:05');
  await first;
  await field(page, 'Start time').fill('21:10');
  await expect.poll(() => ended.some((url) => url.includes('21%3A05'))).toBe(true);
  release();
  await expect(page.getByRole('region', { name: 'Clashes' })).toContainText('No clashes.');
});

test('a confirmed combination is shown as confirmed afterwards @detail', async ({ page }) => {
  await signIn(page, admin, '/timetable/add');
  await pick(page, 'Subject', 'NUR101');
  await pick(page, 'Semester', '2026');
  await pick(page, 'Teacher', 'Novák');
  await pick(page, 'Classroom', 'A1.01');
  await choose(page, 'Class type', 'Lecture');
  await choose(page, 'Day of week', 'Wednesday');
  await field(page, 'Start time').fill('10:40');
  await field(page, 'End time').fill('11:00');
  const answer = page.waitForResponse(/classschedule\/create\//);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Save although the class clashes with others?' })
    .getByRole('button', { name: 'Save anyway' })
    .click();
  const { id } = await (await answer).json();
  await page.goto(`/timetable/add?edit=${id}`);
  const clashes = page.getByRole('region', { name: 'Clashes' });
  await expect(clashes).toContainText('Room A1.01 is needed by');
  await expect(clashes).toContainText('(confirmed)');
});

test('a class shows its clashes once it is added, when another user was faster @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/timetable/add');
  await pick(page, 'Subject', 'NUR101');
  await pick(page, 'Semester', '2026');
  await pick(page, 'Teacher', 'Novák');
  await pick(page, 'Classroom', 'A1.01');
  await choose(page, 'Class type', 'Lecture');
  await choose(page, 'Day of week', 'Saturday');
  await field(page, 'Start time').fill('22:00');
  await field(page, 'End time').fill('22:30');
  await expect(page.getByRole('region', { name: 'Clashes' })).toContainText('No clashes.');
  // The other class is added after the last check for clashes.
  await page.route(/classschedule\/create\//, async (route) => {
    await route.fetch();
    await route.continue();
  });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'The added class clashes' });
  await expect(notice).toContainText('Room A1.01 is needed by NUR101');
  await expectAccessible(page);
  await notice.getByRole('link', { name: 'Edit it' }).click();
  await expect(page.getByRole('heading', { name: 'Edit timetable' })).toBeVisible();
});

test('a room is closed for some days; the affected classes are listed with links to move them', async ({
  page,
}) => {
  await signIn(page, admin, '/classroom');
  await rowOption(page, 'A1.01', 'Edit');
  const closed = page.getByRole('region', { name: 'Closed' });
  await expect(closed).toContainText('Not closed on any future date.');
  await expectAccessible(page);
  const open = closed.getByRole('button', { name: 'Close this room…' });
  await open.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close this room' });
  const close = dialog.getByRole('button', { name: 'Close room' });
  await close.click();
  await expect(dialog.getByText('is required')).toHaveCount(3);
  await expectAccessible(page);
  await dialog.getByLabel('First day').fill('30/11/2026');
  await dialog.getByLabel('Last day').fill('28/11/2026');
  await dialog.getByLabel('Reason').fill('New floor');
  await close.click();
  await expect(dialog.getByText('must not be before the first day')).toBeVisible();
  await dialog.getByLabel('Last day').fill('04/12/2026');
  await close.click();
  const question = page.getByRole('dialog', { name: /\d+ classes are held in this room then/ });
  await expect(question.getByRole('list', { name: 'Classes' })).toContainText('NUR');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Close room' }).click();
  await expect(toasted(page, 'Room closed')).toBeVisible();
  await expect(closed).toContainText('30 Nov 2026 – 4 Dec 2026: New floor');
  await expect(closed).toContainText(/\d+ classes are held here then/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 850 });
  const room = page.url();
  await closed.getByRole('link', { name: 'Move each to a free room' }).click();
  await expect(page.getByRole('heading', { name: 'Room closed' })).toBeVisible();
  await page.goto(room);
  await closed.getByRole('button', { name: /^Open again/ }).click();
  await expect(closed).toContainText('Not closed on any future date.');
});

test('a flooded room: each class has its own free room, moved and closed with one press', async ({
  page,
}) => {
  await signIn(page, admin, '/classroom');
  await rowOption(page, 'A1.01', 'Room closed');
  await expect(page.getByRole('heading', { name: 'Room closed' })).toBeVisible();
  await page.goto(`${page.url()}&from=2026-12-01`);
  const list = page.getByRole('region', { name: /\d{4}$/ });
  const selects = list.getByRole('combobox');
  await expect(selects.first()).toHaveValue(/^\d+$/);
  const count = await selects.count();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Move \d+ class.*, close the room$/ }).click();
  await expect(page.getByText('is required')).toBeVisible();
  await page.getByLabel('Reason').fill('Flood');
  await page.keyboard.press('Enter');
  await expect(list.getByText(/^Moved to/)).toHaveCount(count);
  await expect(page.getByText(/^Closed on .*\(Flood\)/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await expectFits(page);
  await expect(page.getByRole('button', { name: /^Open again/ })).toBeVisible();
  // Also after the page was closed, and by somebody else.
  await page.reload();
  await page.getByRole('button', { name: /^Open, and take \d+ class.* back$/ }).click();
  await expect(selects).toHaveCount(count);
  await expect(page.getByText(/^Closed on /)).toHaveCount(0);
});

test('restoring a class, and deleting a holiday, ask when classes clash then @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/holiday');
  const { subject, semester, teacher, classroom } = await api<ClassSchedule>(
    page,
    'classschedule/2/',
  );
  const add = async () => {
    const added = await api<ClassSchedule>(page, 'classschedule/create/', {
      class_type: 'Lecture',
      day_of_week: 'Friday',
      start_time: '05:00',
      end_time: '05:20',
      subject_id: subject.id,
      semester_id: semester.id,
      teacher_id: teacher.id,
      classroom_id: classroom.id,
    });
    return added.id;
  };
  const first = await add();
  await add();
  const day = { date_from: '2026-11-27', date_to: '2026-11-27' };
  await api(page, 'holiday/create/', { name: 'Moving day', ...day });
  await page.reload();
  const question = page.getByRole('dialog', { name: 'Classes clash then' });
  await rowOption(page, 'Moving day', 'Edit');
  await field(page, 'Holiday from').fill('29/11/2026');
  await field(page, 'Holiday to').fill('29/11/2026');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await confirmed(page, 'Save');
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(field(page, 'Holiday from')).toHaveValue('29/11/2026');
  await page.goto('/holiday');
  await rowOption(page, 'Moving day', 'Delete');
  await confirmed(page, 'Delete');
  await expect(question.getByRole('list', { name: 'Clashes' })).toContainText(
    /Room .* is needed by .* on Fri, 27 Nov, 05:00–05:20/,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1366, height: 850 });
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(row(page, 'Moving day')).toBeVisible();

  await api(page, 'classschedule/create/', { archive: 'ids', ids: [first] });
  await page.goto('/timetable?day_of_week=Friday');
  await page.getByRole('button', { name: 'Archived' }).click();
  await rowOption(page, '05:00', 'Restore');
  await expect(question.getByRole('list', { name: 'Clashes' })).toContainText('is needed by');
  await question.getByRole('button', { name: 'Go back' }).press('Enter');
  await expect(question).toBeHidden();
  await rowOption(page, '05:00', 'Restore');
  await question.getByRole('button', { name: 'Continue anyway' }).press('Enter');
  await expect(toasted(page, 'Timetable restored')).toBeVisible();
  // No question about confirmed clashes.
  await page.goto('/holiday');
  await rowOption(page, 'Moving day', 'Delete');
  await confirmed(page, 'Delete');
  await expect(row(page, 'Moving day')).toBeHidden();
});
