import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { account, expect, signIn, test } from './fixtures.ts';
import { chooseMore, choose, expectFits, field, pick, rowOption } from './resources.ts';

interface Listed {
  total: number;
  results: {
    id: number;
    class_type: string;
    subject: { id: number };
    teacher: { id: number };
    classroom: { id: number };
  }[];
}

const addSemester = async (page: Page, year: number): Promise<number> => {
  const { id } = await api<{ id: number }>(page, 'semesters/create/', {
    year,
    semester: 1,
    batch: '2026',
    semester_start_date: `${year}-02-01`,
    semester_end_date: `${year}-06-30`,
    class_start_date: `${year}-02-08`,
    class_end_date: `${year}-06-04`,
  });
  return id;
};

/** A semester that is over, with a class of the demo's first teacher and one of a teacher who has left. */
async function formerSemester(page: Page): Promise<number> {
  const semester_id = await addSemester(page, 2025);
  const { results } = await api<Listed>(page, 'classschedule/?limit=1');
  const { class_type, subject, classroom, teacher } = results[0]!;
  const former = await api<{ id: number }>(page, 'teachers/create/', {
    first_name: 'Vera',
    last_name: 'Former',
    email: 'vera@school.example',
    phone: '+61 2 5550 0199',
  });
  for (const [teacher_id, day_of_week] of [
    [teacher.id, 'Monday'],
    [former.id, 'Friday'],
  ] as const)
    await api(page, 'classschedule/create/', {
      class_type,
      day_of_week,
      start_time: '19:00',
      end_time: '20:00',
      subject_id: subject.id,
      semester_id,
      teacher_id,
      classroom_id: classroom.id,
    });
  await api(page, 'teachers/create/', { archive: 'ids', ids: [former.id] }, 'DELETE');
  return semester_id;
}

test('a semester is copied after a preview that asks about archived teachers, and the copy is undone', async ({
  page,
}) => {
  await signIn(page, account, '/timetable');
  const from = await formerSemester(page);
  const into = await addSemester(page, 2027);
  await chooseMore(page, 'Copy a semester');
  await expect(page.getByRole('heading', { level: 1, name: 'Copy a semester' })).toBeVisible();
  // The present semester and the next one are proposed.
  await expect(field(page, 'All classes of')).toHaveValue(/^Semester 2, 2026/);
  await expect(field(page, 'Into')).toHaveValue(/^Semester 1, 2027/);
  await page.goto('/semester');
  await rowOption(page, '1 Feb 2025', 'Copy its classes');
  await pick(page, 'Into', 'Semester 1, 2027');
  const preview = page.getByRole('region', { name: 'What will be copied' });
  await expect(preview).toContainText('1 class as on 4 June 2025, with 17 dates');
  await expect(preview).toContainText('Left out: 1 class has an archived teacher');
  const copy = page.getByRole('button', { name: 'Copy', exact: true });
  await expect(copy).toBeDisabled();
  await expectAccessible(page);

  const questions = page.getByRole('region', { name: 'Archived teachers and rooms' });
  const leave = questions.getByRole('checkbox', { name: 'Leave out the classes of Vera Former' });
  await leave.check();
  await expect(copy).toBeEnabled();
  await leave.uncheck();
  await expect(copy).toBeDisabled();
  await pick(page, 'Instead of Vera Former', 'Omar Haddad');
  await expect(preview).toContainText('2 classes as on');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);

  await copy.click();
  await expect(page.getByText('2 classes copied')).toBeVisible();
  await expect(preview).toHaveCount(0);
  await expectFits(page);
  await expectAccessible(page);
  const copies = async () =>
    (await api<Listed>(page, `classschedule/?limit=1&semester=${into}`)).total;
  expect(await copies()).toBe(2);

  // A second copy finds them there.
  await page.setViewportSize({ width: 1366, height: 850 });
  await page.goto(`/timetable/copy?semester=${from}&into=${into}`);
  await expect(preview).toContainText('Left out: 2 classes are there already');
  await expect(copy).toBeDisabled();

  await page.goto('/change-history');
  await rowOption(page, 'the classes of a semester', 'Show rows');
  await page.getByRole('button', { name: 'Undo…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 2 rows' }).click();
  await expect.poll(copies).toBe(0);
});

test('cohorts, students and clashes of a copy are listed @detail', async ({ page }) => {
  await signIn(page, account, '/timetable');
  const into = await addSemester(page, 2028);
  const { results } = await api<Listed>(page, 'classschedule/?limit=1');
  const { class_type, subject, classroom, teacher } = results[0]!;
  await api(page, 'classschedule/create/', {
    class_type,
    day_of_week: 'Monday',
    start_time: '08:00',
    end_time: '18:00',
    subject_id: subject.id,
    semester_id: into,
    teacher_id: teacher.id,
    classroom_id: classroom.id,
  });
  await page.goto(`/timetable/copy?semester=1&into=${into}`);
  await choose(page, 'Cohorts', 'With cohorts and their students');
  const preview = page.getByRole('region', { name: 'What will be copied' });
  await expect(preview.getByText(/^\d+ clash(es)?$/)).toBeVisible();
  await preview.getByText(/^\d+ cohorts$/).click();
  await expect(preview.getByText(/\d{4}: \d+ class(es)?, \d+ students?$/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy although some clash' })).toBeEnabled();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
});
