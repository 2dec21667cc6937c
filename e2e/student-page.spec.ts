import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, grace, signIn, test } from './fixtures.ts';
import { expectFits } from './resources.ts';

const student = '/students/student-details?id=3';
const overview = (page: Page) => page.getByRole('region', { name: /^Attendance, Semester/ });
const days = (page: Page) => page.getByRole('table', { name: 'Days, by week' });

interface Details {
  attendance: {
    class_schedule: number;
    present: number;
    absent: number;
    subject: { subject_code: string };
    days: { date: string; status: string }[];
  }[];
}

test('how a student is doing is on one screen: rate, subjects, days, leaves and what is still open', async ({
  page,
}) => {
  await signIn(page, admin, student);
  await expect(overview(page)).toBeVisible();
  const details = await api<Details>(page, 'student-details/3/');
  const sum = (of: 'present' | 'absent') =>
    details.attendance.reduce((total, it) => total + it[of], 0);
  const figures = overview(page).getByRole('definition');
  const [present, absent] = [sum('present'), sum('absent')];
  await expect(figures.nth(0)).toHaveText(`${Math.round((present * 100) / (present + absent))}%`);
  await expect(figures.nth(1)).toHaveText(`${present} of ${present + absent}`);
  await expect(overview(page)).toContainText('Hospital placement');
  await expect(overview(page)).toContainText('(today)');

  const subjects = page.getByRole('region', { name: 'Subjects, table' });
  for (const { subject } of details.attendance)
    await expect(
      subjects.getByRole('rowheader', { name: new RegExp(subject.subject_code) }),
    ).toHaveCount(1);
  await expect(subjects.getByText(/^\d+ of \d+ left$/).first()).toBeVisible();
  await expect(
    subjects.getByText(/ 80%( \((about \d|under 1|over 9) of 10\))?$/).first(),
  ).toBeVisible();
  // The last line of the overview is above the fold.
  const last = await page.getByText(/^The forecast follows/).boundingBox();
  expect((last?.y ?? 9999) + (last?.height ?? 0)).toBeLessThan(850);
  await expectAccessible(page);
});

test('each day of the semester is a square and a line of a table, and opens what is behind it', async ({
  page,
}) => {
  await signIn(page, admin, student);
  const details = await api<Details>(page, 'student-details/3/');
  const dates = new Set(details.attendance.flatMap((of) => of.days.map(({ date }) => date)));
  await expect(days(page).getByRole('link')).toHaveCount(dates.size);
  await page.getByText('Show as table').click();
  const table = page.getByRole('region', { name: 'Days, table' });
  await expect(table.getByRole('rowheader')).toHaveCount(dates.size);
  await expectAccessible(page);

  // One stop of the Tab key, on the latest day; the arrows move.
  const stop = days(page).locator('a[tabindex="0"]');
  await expect(stop).toHaveCount(1);
  const latest = [...dates].toSorted().at(-1) ?? '';
  await expect(stop).toHaveAttribute('data-date', latest);
  await stop.focus();
  await page.keyboard.press('ArrowLeft');
  const before = new Date(Date.parse(latest) - 7 * 86_400_000).toISOString().slice(0, 10);
  const focused = page.locator(`a[data-date="${before}"]`);
  await expect(focused).toBeFocused();
  await expect(stop).toHaveAttribute('data-date', before);
  await expect(focused).toHaveAccessibleName(/: \d+ (present|absent|not taken)/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/(timetable/week|attendance/view).*date=${before}`));
});

test('a teacher sees no leaves; without classes the page says so; on a phone it fits @detail', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, grace, student);
  await expect(overview(page)).toBeVisible();
  await expect(page.getByText('Hospital placement')).toHaveCount(0);
  await expect(page.getByText(/(above|below) 80%/).first()).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
});

test('a student without classes has no rate; the switch of the institute hides the forecast @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/students');
  const added = await api<{ id: number }>(page, 'students/create/', {
    student_id: 'S269777',
    first_name: 'Nia',
    last_name: 'New',
    date_of_birth: '2004-02-29',
    phone_number: '+61 1',
  });
  await page.goto(`/students/student-details?id=${added.id}`);
  const empty = page.getByRole('region', { name: 'Attendance', exact: true });
  await expect(empty.getByRole('definition').first()).toHaveText('–');
  await expect(empty).toContainText('None');
  await expect(days(page)).toHaveCount(0);
  await expectFits(page);
  await expectAccessible(page);

  await api(page, 'settings/', { forecast: false }, 'PATCH');
  await page.goto(student);
  await expect(overview(page)).toBeVisible();
  await expect(page.getByText(/(above|below) 80%/)).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'May miss' })).toHaveCount(0);
  await api(page, 'settings/', { forecast: true }, 'PATCH');
});

test('it is printed on one side of A4', async ({ page }) => {
  await signIn(page, admin, student);
  await expect(overview(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  expect(/\/MediaBox \[0 0 59\d/.test(printed)).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await expect(overview(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'History of marks' })).toBeHidden();
});

test('another semester is chosen, and the address carries it @detail', async ({ page }) => {
  await signIn(page, admin, '/students');
  const { results } = await api<{
    results: Record<'subject' | 'teacher' | 'classroom', { id: number }>[];
  }>(page, 'classschedule/?limit=1');
  const [of] = results;
  const semester = await api<{ id: number }>(page, 'semesters/create/', {
    year: 2027,
    semester: 1,
    batch: '2027',
    semester_start_date: '2027-02-22',
    semester_end_date: '2027-07-01',
    class_start_date: '2027-03-01',
    class_end_date: '2027-06-18',
  });
  const added = await api<{ id: number }>(page, 'classschedule/create/', {
    class_type: 'Lecture',
    day_of_week: 'Tuesday',
    start_time: '06:00',
    end_time: '06:30',
    subject_id: of?.subject.id,
    semester_id: semester.id,
    teacher_id: of?.teacher.id,
    classroom_id: of?.classroom.id,
  });
  await api(page, 'studentassignment/create/', {
    class_schedule_id: added.id,
    student_id: 3,
    from_date: '2027-03-01',
  });
  await page.goto(student);
  // The one with the latest class so far, although a later one has been planned.
  await expect(page.getByRole('heading', { name: 'Attendance, Semester 2, 2026' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Semester' }).selectOption('Semester 1, 2027');
  await expect(page).toHaveURL(/id=3&semester=2027-1/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Attendance, Semester 1, 2027' })).toBeVisible();
  await expect(overview(page).getByRole('definition').first()).toHaveText('–');
  await expect(days(page)).toHaveCount(0);
  const subjects = page.getByRole('region', { name: 'Subjects, table' });
  await expect(subjects.getByRole('row')).toHaveCount(2);
  await expect(subjects.getByRole('row').nth(1)).toContainText(/3 of 16 left100%Too early/);
  await expectAccessible(page);
});

test('a cancelled class of the student is named with its reason, and leads to its day @detail', async ({
  page,
}) => {
  await signIn(page, admin, student);
  const { attendance } = await api<Details>(page, 'student-details/3/');
  const own = new Set(attendance.map((it) => it.class_schedule));
  const date = '2026-11-25';
  const { results } = await api<{ results: { id: number; meeting: { id: number } }[] }>(
    page,
    `classschedule/?date=${date}&limit=500`,
  );
  const ids = results.filter(({ id }) => own.has(id)).map(({ meeting }) => meeting.id);
  await api(page, 'meetings/cancel/', { ids, reason: 'Water damage' });
  await page.reload();
  const changed = page.getByRole('region', { name: 'Changed classes, list' });
  await expect(changed.getByText('cancelled: Water damage')).toHaveCount(ids.length);
  await expectAccessible(page);
  await changed.getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`date=${date}`));
  await expect(page.getByText(/Water damage/).first()).toBeVisible();
});
