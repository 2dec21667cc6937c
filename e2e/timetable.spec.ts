import { account, admin, expect, expectAccessible, grace, signIn, test } from './person.ts';
import { choose, expectFits, field, pick, row, rowOption, toasted } from './sections.ts';

test('a new class starts now and takes 40 minutes; its end must be after its start', async ({ page }) => {
  await signIn(page, account, '/timetable/add');
  const start = await field(page, 'Start time').inputValue();
  const end = await field(page, 'End time').inputValue();
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  // The institute's clock, not the browser's in Lisbon: the errands begin at 10:40 in Sydney.
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
  await page.getByRole('link', { name: 'Week' }).click();
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

test('the dashboard’s shortcuts lead to the form and to the holidays', async ({ page }) => {
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

test('a holiday that ends before it begins', async ({ page }) => {
  await signIn(page, admin, '/holiday/add');
  await field(page, 'Name').fill('Backwards');
  await field(page, 'Holiday from').fill('2026-12-20');
  await field(page, 'Holiday to').fill('2026-12-19');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('must be later than or equal to Holiday From date', { exact: true })).toBeVisible();
  await page.goto('/semester/add');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Leave' })
    .click({ timeout: 2000 })
    .catch(() => {});
  await field(page, 'Semester start date').fill('2027-02-01');
  await field(page, 'Class start date').fill('2027-01-01');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('must not be before semester start date', { exact: true })).toBeVisible();
});

test('a leave that ends before it begins', async ({ page }) => {
  await signIn(page, admin, '/leave/add');
  await field(page, 'Leave from').fill('2026-12-20');
  await field(page, 'Leave to').fill('2026-12-19');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('must be after the start date', { exact: true })).toBeVisible();
});

test('a cohort: added twice is said, taken out again, and seen as a week', async ({ page }) => {
  await signIn(page, account, '/cohort/add');
  await field(page, 'Name').fill('Morning group');
  await choose(page, 'Year', '2026');
  await pick(page, 'Add schedules', 'NUR101');
  const chosen = page.getByRole('button', { name: /^Take out NUR101/ });
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

test('a teacher sees the week, without forms behind it', async ({ page }) => {
  await signIn(page, grace, '/timetable?show=week');
  await expect(page.getByRole('region', { name: 'Week' })).toContainText('Grace Hall');
  await expect(page.getByRole('region', { name: 'Week' }).getByRole('link')).toHaveCount(0);
  await expect(page.getByLabel('Cohort')).toHaveCount(0);
});

test('a class whose teacher or room is taken at that time is saved only when it is meant', async ({ page }) => {
  await signIn(page, admin, '/timetable');
  // The same teacher in the same room, on an evening when nothing is on.
  const [taken, id] = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${sessionStorage.getItem('access_token')}`, 'content-type': 'application/json' };
    const base = '/api/v2/attendance/classschedule';
    const first = await (await fetch(`${base}/1/`, { headers })).json();
    const { subject, semester, teacher, classroom, class_type } = first;
    const body = { class_type, subject_id: subject.id, semester_id: semester.id, teacher_id: teacher.id, classroom_id: classroom.id };
    const evening = { day_of_week: 'Saturday', start_time: '21:00', end_time: '21:40' };
    const made = await (await fetch(`${base}/create/`, { method: 'POST', headers, body: JSON.stringify({ ...body, ...evening }) })).json();
    return [first as { day_of_week: string; start_time: string; end_time: string; teacher: { last_name: string } }, Number(made.id)] as const;
  });
  await page.goto(`/timetable/add?edit=${id}`);
  await choose(page, 'Day of week', taken.day_of_week);
  await field(page, 'Start time').fill(taken.start_time);
  await field(page, 'End time').fill(taken.end_time);
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog', { name: 'Save this timetable?' }).getByRole('button', { name: 'Save', exact: true }).click();
  };
  const question = page.getByRole('dialog', { name: 'Save although others are there at this time?' });
  await save();
  await expect(question).toContainText(taken.teacher.last_name);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(toasted(page, 'Updated Successfully')).toHaveCount(0);
  await save();
  await question.getByRole('button', { name: 'Save all the same' }).click();
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
});
