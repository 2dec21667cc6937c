import { expectAccessible } from './accessibility.ts';
import { account, admin, expect, grace, signIn, test } from './fixtures.ts';
import { choose, expectFits, field, pick, row, rowOption, toasted } from './resources.ts';

test('a new class starts now and takes 40 minutes; its end must be after its start', async ({
  page,
}) => {
  await signIn(page, account, '/timetable/add');
  const start = await field(page, 'Start time').inputValue();
  const end = await field(page, 'End time').inputValue();
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  // The institute's clock, not the browser's in Lisbon: the scenarios start at 10:40 in Sydney.
  expect(minutes(start)).toBeGreaterThanOrEqual(minutes('10:40'));
  expect(minutes(start)).toBeLessThan(minutes('11:40'));
  expect(minutes(end) - minutes(start)).toBe(40);
  await expect(field(page, 'Colour')).toHaveValue('#e59623');
  await expect(field(page, 'Pay code')).toBeVisible();
  await field(page, 'End time').fill(start);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('must be after start time', { exact: true })).toBeVisible();
});

test('the week of a teacher: Monday to Saturday, a block leads to its form', async ({ page }) => {
  await signIn(page, admin, '/timetable');
  await page.getByRole('link', { name: 'Week', exact: true }).click();
  await page.getByRole('link', { name: 'Usual week' }).click();
  await expect(page.getByRole('region', { name: 'Week' }).getByRole('heading')).toHaveText([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
  ]);
  await pick(page, 'Teacher', 'Grace Hall');
  await expect(page).toHaveURL(/teacher=1/);
  await expect(page.getByRole('region', { name: 'Week' })).not.toContainText('Omar Haddad');
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Monday' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit timetable' })).toBeVisible();
  await page.goto('/timetable?show=week&teacher=1');
  await expect(page.getByRole('region', { name: 'Week' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
});

test('the dashboard’s shortcuts lead to the form and to the holidays @detail', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  await page.getByRole('link', { name: 'View all' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Holidays' })).toBeVisible();
  await page.getByRole('button', { name: 'Calendar' }).click();
  const calendar = page.getByRole('region', { name: 'Calendar of holidays' });
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await expect(calendar.getByText('Community Week').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Add schedule' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add timetable' })).toBeVisible();
});

test('a holiday that ends before it begins @detail', async ({ page }) => {
  await signIn(page, admin, '/holiday/add');
  await field(page, 'Name').fill('Backwards');
  await field(page, 'Holiday from').fill('2026-12-20');
  await field(page, 'Holiday to').fill('2026-12-19');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    page.getByText('must be later than or equal to Holiday From date', { exact: true }),
  ).toBeVisible();
  await page.goto('/semester/add');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Leave' })
    .click({ timeout: 2000 })
    .catch(() => {});
  await field(page, 'Semester start date').fill('2027-02-01');
  await field(page, 'Class start date').fill('2027-01-01');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    page.getByText('must not be before semester start date', { exact: true }),
  ).toBeVisible();
});

test('a leave that ends before it begins @detail', async ({ page }) => {
  await signIn(page, admin, '/leave/add');
  await field(page, 'Leave from').fill('2026-12-20');
  await field(page, 'Leave to').fill('2026-12-19');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('must be after the start date', { exact: true })).toBeVisible();
});

test('a cohort: a class added twice is reported, removed again, and the cohort is shown as a week', async ({
  page,
}) => {
  await signIn(page, account, '/cohort/add');
  await field(page, 'Name').fill('Morning group');
  await choose(page, 'Year', '2026');
  await pick(page, 'Add schedules', 'NUR101');
  const chosen = page.getByRole('button', { name: /^Remove NUR101/ });
  await expect(chosen).toHaveCount(1);
  await pick(page, 'Add schedules', 'NUR101');
  await expect(toasted(page, 'Item already added')).toBeVisible();
  await expect(chosen).toHaveCount(1);
  await pick(page, 'Add schedules', 'ANA110');
  await chosen.click();
  await expect(page.getByText('Schedules of this cohort (1)')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Cohort Added Successfully')).toBeVisible();
  await page.goto('/cohort?search=Morning');
  await page.getByRole('link', { name: 'Morning group' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Morning group' })).toBeVisible();
  await expect(page.getByText('2026 · 1 schedules · 0 students')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Week' })).toContainText('ANA110');
  await expectAccessible(page);
  await page.goto('/cohort?search=Morning');
  await rowOption(page, 'Morning group', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'Morning group')).toHaveCount(0);
});

test('a teacher sees the week, without links to forms @detail', async ({ page }) => {
  await signIn(page, grace, '/timetable?show=week');
  await expect(page.getByRole('region', { name: 'Week' })).toContainText('Grace Hall');
  await expect(page.getByRole('region', { name: 'Week' }).getByRole('link')).toHaveCount(0);
  await expect(page.getByLabel('Cohort')).toHaveCount(0);
});

test('a class whose teacher or room is taken at that time is saved only after a confirmation @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/timetable');
  // The same teacher in the same room, on an evening without other classes.
  const [taken, id] = await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${sessionStorage.getItem('access_token')}`,
      'content-type': 'application/json',
    };
    const base = '/api/v2/attendance/classschedule';
    const first = await (await fetch(`${base}/1/`, { headers })).json();
    const { subject, semester, teacher, classroom, class_type } = first;
    const body = {
      class_type,
      subject_id: subject.id,
      semester_id: semester.id,
      teacher_id: teacher.id,
      classroom_id: classroom.id,
    };
    const evening = { day_of_week: 'Saturday', start_time: '21:00', end_time: '21:40' };
    const made = await (
      await fetch(`${base}/create/`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...body, ...evening }),
      })
    ).json();
    return [
      first as {
        day_of_week: string;
        start_time: string;
        end_time: string;
        teacher: { last_name: string };
      },
      Number(made.id),
    ] as const;
  });
  await page.goto(`/timetable/add?edit=${id}`);
  await choose(page, 'Day of week', taken.day_of_week);
  await field(page, 'Start time').fill(taken.start_time);
  await field(page, 'End time').fill(taken.end_time);
  const question = page.getByRole('dialog', { name: 'Save this timetable?' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  // Next Monday is offered; the change still takes effect now.
  const fromNow = page
    .getByRole('dialog', { name: / instead\?$/ })
    .getByRole('button', { name: /^From/ })
    .first();
  await save.first().click();
  await fromNow.click();
  await expect(question).toContainText('removed');
  await expect(question).toContainText('Clashes:');
  await expect(question).toContainText(taken.teacher.last_name);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(toasted(page, 'Updated Successfully')).toHaveCount(0);
  await save.first().click();
  await fromNow.click();
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
});

test('a class moves to another day and room from a date on; the question lists the effects @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/timetable/add?edit=2');
  await expect(page.getByRole('heading', { name: 'Edit timetable' })).toBeVisible();
  const day = await field(page, 'Day of week').inputValue();
  await choose(page, 'Day of week', 'Saturday');
  await field(page, 'Start time').fill('21:00');
  await field(page, 'End time').fill('21:45');
  await field(page, 'From when').fill('30/11/2026');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Save this timetable?' });
  await expect(question).toContainText('From 30 Nov 2026:');
  await expect(question).toContainText('Then Sat, 5 Dec, 21:00–21:45');
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  // The week shows the change from then on; the dates show it now.
  await page.goto('/dashboard?teacher=all&date=2026-12-05&view=table');
  await expect(
    page.getByRole('row', { name: /NUR101/ }).filter({ hasText: '21:00' }),
  ).toBeVisible();
  expect(day).not.toBe('Saturday');
});

test('a new class at the time of another in its room is added only after a confirmation @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/timetable/add');
  await pick(page, 'Subject', 'NUR101');
  await pick(page, 'Semester', '2026');
  await pick(page, 'Teacher', 'Novák');
  await pick(page, 'Classroom', 'A1.01');
  await choose(page, 'Class type', 'Lecture');
  await choose(page, 'Day of week', 'Wednesday');
  await field(page, 'Start time').fill('10:40');
  await field(page, 'End time').fill('11:00');
  const add = page.getByRole('button', { name: 'Add', exact: true });
  const question = page.getByRole('dialog', {
    name: 'Save although the class clashes with others?',
  });
  await add.click();
  await expect(question).toContainText('Room A1.01');
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(toasted(page, 'Timetable added successfully')).toHaveCount(0);
  await add.click();
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /added/i }).first()).toBeVisible();
});

test('a change that splits a week is offered from Monday, and undone with one click @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/timetable?day_of_week=Friday');
  const friday = page.locator('[data-row]').filter({ hasText: 'Friday' }).first();
  await friday.getByRole('button', { name: /^Options of/ }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Edit timetable' })).toBeVisible();
  const address = page.url();
  await choose(page, 'Day of week', 'Monday');
  await field(page, 'Start time').fill('22:00');
  await field(page, 'End time').fill('22:40');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const monday = page.getByRole('dialog', { name: 'From Mon, 23 Nov instead?' });
  await expect(monday).toContainText('The week of 16 Nov 2026 has no class.');
  await expectAccessible(page);
  await monday.getByRole('button', { name: 'From Mon, 23 Nov' }).click();
  const question = page.getByRole('dialog', { name: 'Save this timetable?' });
  await expect(question).toContainText('From 23 Nov 2026:');
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Changed from 23 Nov 2026')).toBeVisible();
  await expectAccessible(page);
  const late = page.locator('tr[data-class]').filter({ hasText: '22:00 – 22:40' });
  const monday23 = '/dashboard?teacher=all&date=2026-11-23&view=table';
  await page.goto(monday23);
  await expect(late).toBeVisible();
  // Users who open the class's page later see it there.
  const id = new URL(address).searchParams.get('edit');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/enroll-by-schedule/view?id=${id}`);
  await expect(page.getByText('Changed from 23 Nov 2026')).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(page.getByText('Changed from 23 Nov 2026')).toHaveCount(0);
  await page.setViewportSize({ width: 1366, height: 850 });
  await page.goto(monday23);
  await expect(page.locator('tr[data-class]').first()).toBeVisible();
  await expect(late).toHaveCount(0);
});

test('all classes of a teacher are reassigned to another from a date on, and undone with one click @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/teachers');
  await rowOption(page, 'Ingrid', 'Classes to another teacher');
  await expect(page.getByRole('heading', { name: 'Classes to another teacher' })).toBeVisible();
  const change = page.getByRole('button', { name: /^Change/ });
  await change.click();
  await expect(page.getByText('is required')).toBeVisible();
  await expectAccessible(page);
  await pick(page, 'New teacher', 'Mori');
  await field(page, 'From when').fill('30/11/2026');
  const preview = page.getByRole('region', { name: 'What changes' });
  await expect(preview).toContainText(/\d+ weekly classes on \d+ dates, for \d+ students/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await change.press('Enter');
  await expect(toasted(page, 'Classes changed')).toBeVisible();
  await expect(page.getByText('No classes from then on.')).toBeVisible();
  await expect(change).toBeDisabled();
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(preview).toContainText(/\d+ weekly classes/);
  await page.setViewportSize({ width: 1366, height: 850 });

  await page.goto('/classroom');
  await rowOption(page, 'A1.02', 'Classes to another room');
  await expect(page.getByRole('heading', { name: 'Classes to another room' })).toBeVisible();
  await pick(page, 'New classroom', 'A1.01');
  await expect(preview).toContainText('Clashes:');
  await expectAccessible(page);
  await change.click();
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(toasted(page, 'Undone')).toBeVisible();
});
