import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { expect, ofEmpty, signIn, test } from './fixtures.ts';
import { takePicture } from './guide-picture.ts';
import { expectFits } from './resources.ts';

test.use({ isEmpty: true });
const { admin, account } = ofEmpty;
test.describe.configure({ mode: 'serial' });

const added = async (page: Page, path: string, body: object): Promise<number> => {
  const answer = await api<{ id: number }>(page, `${path}/create/`, body);
  expect(answer).toEqual(expect.objectContaining({ id: expect.any(Number) }));
  return answer.id;
};
const step = (page: Page, name: string) => page.locator(`[data-step=${name}]`);

test('an empty institute leads an admin to the first step, and finds it by the search (R-SETUP-2)', async ({
  page,
}) => {
  await page.goto('/dashboard');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  const popup = await opened;
  // No people of the demo institute.
  await expect(popup.locator('.account b')).toHaveText(['Administrator', 'Accounting']);
  await popup.close();
  await signIn(page, admin, '/dashboard');
  await expect(page.getByText('Set up your institute: 0 of 10 steps')).toBeVisible();
  await expect(page.getByText(/^Next: Courses and specializations\./)).toBeVisible();
  await expect(page.getByText('Users with the role account add courses.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add specialization' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/');
  await expect(page.getByText('Set up your institute: 0 of 10 steps')).toBeVisible();

  await page
    .getByRole('banner')
    .getByRole('combobox', { name: 'Search pages and records' })
    .fill('getting started');
  await page.getByRole('option', { name: 'Set up' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Set up' })).toBeVisible();
  await expect(page.locator('[data-step]')).toHaveCount(10);
  await expect(page.locator('[data-done]')).toHaveCount(0);
  await expectAccessible(page);
  await step(page, 'teachers').getByRole('link', { name: 'Add teacher' }).click();
  await expect(page).toHaveURL(/\/teachers\/add/);
});

test('each step that is done is counted, until rolls can be taken (R-SETUP-1)', async ({
  page,
  browser,
}) => {
  await signIn(page, account, '/dashboard');
  await expect(page.getByRole('link', { name: 'Add course' })).toBeVisible();
  const course = await added(page, 'courses', { name: 'Bachelor of Nursing' });
  const specialization = await added(page, 'specializations', {
    specialization: 'Nursing',
    specialization_code: 'NUR',
  });
  const teacher = await added(page, 'teachers', {
    first_name: 'Grace',
    last_name: 'Hall',
    email: 'grace.hall@demo.example',
    phone: '+61 400 000 001',
  });
  const subject = await added(page, 'subjects', {
    subject_name: 'Anatomy',
    subject_code: 'NUR101',
    year: 1,
    course_id: course,
    specialization,
    subject_teacher_id: teacher,
  });
  await page.goto('/dashboard');
  await expect(page.getByText('Set up your institute: 3 of 10 steps')).toBeVisible();
  await expect(page.getByText(/^Next: Semester\./)).toBeVisible();
  await page.getByRole('link', { name: 'All steps' }).click();
  await expect(step(page, 'subjects')).toContainText('✓ Done1 subject');
  await expect(step(page, 'courses')).toContainText('1 course, 1 specialization');
  await expect(step(page, 'semester')).toContainText('Missingnone yet');
  await expect(step(page, 'cards')).toContainText('Optional');
  await expectAccessible(page);
  await takePicture(page, 'set-up', { isPage: true, height: 640 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);

  const semester = await added(page, 'semesters', {
    year: 2026,
    semester: 2,
    batch: '2026',
    semester_start_date: '2026-07-20',
    semester_end_date: '2026-12-18',
    class_start_date: '2026-07-27',
    class_end_date: '2026-12-11',
  });
  const classroom = await added(page, 'classroom', { room_number: 'A1.01', capacity: 30 });
  // Thursday: today, a Wednesday, stays without classes.
  const schedule = await added(page, 'classschedule', {
    class_type: 'Lecture',
    day_of_week: 'Thursday',
    start_time: '09:00',
    end_time: '10:00',
    subject_id: subject,
    semester_id: semester,
    teacher_id: teacher,
    classroom_id: classroom,
  });
  const student = await added(page, 'students', {
    student_id: 'S1',
    first_name: 'Amelia',
    last_name: 'Ngata',
    phone_number: '+61 400 000 002',
    date_of_birth: '2005-01-02',
  });
  const teachers = await (await browser.newContext()).newPage();
  await signIn(teachers, 'grace.hall@demo.example', '/dashboard');
  await expect(teachers.getByText('Your institute has no classes yet')).toBeVisible();
  await expectAccessible(teachers);

  await page.goto('/dashboard');
  await expect(page.getByText('Set up your institute: 7 of 10 steps')).toBeVisible();
  await page.getByRole('link', { name: 'Enrol in a class' }).click();
  await expect(page).toHaveURL(/\/enroll-by-schedule\/add/);

  await api(page, 'studentassignment/create/', {
    student_id: student,
    class_schedule_id: schedule,
  });
  await page.goto('/dashboard');
  await expect(page.getByText('Nearest days with classes')).toBeVisible();
  await expect(page.getByText(/Set up your institute/)).toHaveCount(0);
  await page.goto('/set-up');
  await expect(page.getByText('Rolls can be taken: 8 of 10 steps are done.')).toBeVisible();
});
