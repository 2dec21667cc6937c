import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { account, admin, expect, grace, signIn, test } from './fixtures.ts';
import {
  choose,
  clearToasts,
  expectFits,
  field,
  pick,
  row,
  rowOption,
  searchFor,
  toasted,
} from './resources.ts';

/** A student that only this scenario uses. */
async function addStudent(page: Page, studentId: string, firstName: string): Promise<void> {
  await page.goto('/students/add');
  for (const [label, value] of Object.entries({
    'Student ID': studentId,
    'First name': firstName,
    'Last name': 'Enrol',
    'Date of birth': '2005-06-07',
    'Phone number': '+61 1',
  })) {
    await field(page, label).fill(value);
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Student Added Successfully.')).toBeVisible();
  await clearToasts(page);
}

/** The filter of a class's page: by default its own students. */
const listStudents = (page: Page, which: 'Enrolled' | 'Others' | 'All') =>
  page
    .getByRole('radiogroup', { name: 'Which students' })
    .locator('label')
    .filter({ hasText: which })
    .click();

test('by cohort: a preview of conflicts, a group in one request, and removal', async ({ page }) => {
  await signIn(page, account, '/enroll-by-cohort');
  await expect(page.getByText(/^Showing 1–20 of \d+ items$/)).toBeVisible();
  await expectAccessible(page);
  await addStudent(page, 'S268001', 'Nadia');
  await addStudent(page, 'S268002', 'Niels');

  await page.goto('/enroll-by-cohort/add');
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();
  await expect(page.getByText('Please select a student', { exact: true })).toBeVisible();
  await expect(page.getByText('is required', { exact: true })).toBeVisible();
  await expect(field(page, 'Add students')).toBeFocused();

  await page.getByRole('button', { name: 'Paste student IDs' }).click();
  await page.getByLabel('Student IDs').fill('S268001\nS268002, S260001');
  await page.getByRole('button', { name: 'Add these students' }).click();
  await expect(page.getByText('Students (3)')).toBeVisible();
  await pick(page, 'Cohort', 'Group 2');
  // Without a date the rolls of this morning stay complete.
  await expect(field(page, 'From')).toHaveValue('');
  await expect(field(page, 'From')).toHaveAccessibleDescription(
    /tomorrow when one of the classes was held today/,
  );
  // All of the cohort's schedules are selected by default.
  await expect(
    page.getByRole('checkbox', { name: /Monday|Tuesday|Saturday/, checked: true }).first(),
  ).toBeVisible();
  await expect(page.getByRole('checkbox', { checked: false })).toHaveCount(0);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('3 can be enrolled', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview: nothing is written yet' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();
  await expect(toasted(page, 'Student Enrolled Sucessfully')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Done' })).toBeFocused();
  await expect(page.getByText('3 enrolled', { exact: true })).toBeInViewport();
  // The form is empty again, and enrolling the same students once more is no success.
  await expect(page.getByText('Students (3)')).toHaveCount(0);
  await clearToasts(page);
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();
  await expect(page.getByText('Please select a student', { exact: true })).toBeVisible();
  await pick(page, 'Add students', 'S268001');
  await pick(page, 'Cohort', 'Group 2');
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();
  await expect(toasted(page, 'already enrolled')).toBeVisible();
  await expect(toasted(page, 'Student Enrolled Sucessfully')).toHaveCount(0);
  await expect(page.getByText('0 enrolled, 1 already enrolled')).toBeVisible();
  await clearToasts(page);

  await page.goto('/enroll-by-cohort?search=Nadia');
  await expect(row(page, 'S268001')).toContainText('Group 2 (2026)');
  await rowOption(page, 'S268001', 'Remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toasted(page, 'Student Removed Successfully!')).toBeVisible();
  await expect(row(page, 'S268001')).toHaveCount(0);
});

test('by cohort: students in overlapping classes are listed @detail', async ({ page }) => {
  await signIn(page, admin, '/enroll-by-cohort/add');
  await pick(page, 'Add students', 'S260003');
  // Groups 1 and 4 have their classes at the same times.
  await pick(page, 'Cohort', 'Group 4');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(18);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('0 can be enrolled, 1 cannot')).toBeVisible();
  await expect(page.getByText('S260003 Kwame Khan: is in overlapping classes')).toBeVisible();
  await expect(
    page.getByRole('alert').filter({ hasText: 'You may be in the following class' }),
  ).toContainText('Grace Hall');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();
  await expect(toasted(page, 'Error While Adding!')).toBeVisible();
});

test('by schedule: its students, Enroll, Remove, Details, a conflict with its panel', async ({
  page,
}) => {
  await signIn(page, admin, '/students');
  await addStudent(page, 'S268101', 'Olga');
  await page.goto('/enroll-by-schedule');
  await expect(row(page, 'of').first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Students / seats' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Options' })).toHaveCount(0);
  await expectAccessible(page);
  await searchFor(page, 'NUR101 hall');
  await page
    .getByRole('link', { name: /^NUR101/ })
    .first()
    .click();
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText(
    'enrolled students',
  );
  await expect(page.getByRole('region', { name: 'Schedule', exact: true })).toContainText(
    'Grace Hall',
  );
  await expect(page.getByRole('region', { name: 'Schedule', exact: true })).toContainText('28 of');
  await expect(page.getByRole('link', { name: 'Add New Student' })).toHaveAttribute(
    'href',
    '/students/add',
  );
  await expectAccessible(page);

  // The class's own students come first; the others are one click away.
  await expect(page.getByText('Showing 1–20 of 28 items')).toBeVisible();
  await expect(page.locator('[data-row]').getByRole('button', { name: 'Enroll' })).toHaveCount(0);
  await searchFor(page, 'Olga');
  await expect(page.getByText('No Students Data Found!')).toBeVisible();
  await page.getByRole('button', { name: 'Search all students' }).click();
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked();
  await row(page, 'S268101').getByRole('button', { name: 'Enroll' }).click();
  await expect(toasted(page, 'Student Added Successfully!')).toBeVisible();
  await expect(row(page, 'S268101').getByRole('button', { name: 'Remove' })).toBeVisible();
  await expect(row(page, 'S268101')).toContainText('since 18 Nov 2026');
  await expect(page.getByRole('region', { name: 'Schedule', exact: true })).toContainText('29 of');
  await clearToasts(page);
  const address = page.url();

  // The other class at the same time: the request is refused, and the conflicting class is shown.
  const time = /(\w+day) (\d\d:\d\d)–/.exec(
    await page.getByRole('region', { name: 'Schedule', exact: true }).innerText(),
  )!;
  await page.goto(`/enroll-by-schedule?day_of_week=${time[1]}`);
  const others = page
    .locator('[data-row]')
    .filter({ hasText: `${time[2]}–` })
    .filter({ hasNotText: 'Grace Hall' });
  await others.first().getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Schedule', exact: true })).toBeVisible();
  await listStudents(page, 'Others');
  await searchFor(page, 'Olga');
  await row(page, 'S268101').getByRole('button', { name: 'Enroll' }).click();
  await expect(toasted(page, 'Error While Adding!')).toBeVisible();
  await expect(
    page.getByRole('alert').filter({ hasText: 'You may be in the following class' }),
  ).toContainText('NUR101');
  await expect(
    page.getByRole('alert').filter({ hasText: 'You may be in the following class' }),
  ).toBeInViewport();
  await expect(
    page.getByText('Contact Administrator or Send Student to right class.'),
  ).toBeVisible();
  await expectAccessible(page);

  await page.goto(address);
  await row(page, 'S268101').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toasted(page, 'Student Removed Successfully!')).toBeVisible();
  await expect(row(page, 'S268101').getByRole('button', { name: 'Enroll' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await row(page, 'S268101').getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Olga Enrol' })).toBeVisible();
});

test('several at once, and above the room’s capacity only after a confirmation @detail', async ({
  page,
}) => {
  await signIn(page, account, '/classroom/add');
  await field(page, 'Room number').fill('Tiny 1');
  await field(page, 'Capacity').fill('1');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Classroom added successfully')).toBeVisible();
  await addStudent(page, 'S268201', 'Petra');
  await addStudent(page, 'S268202', 'Pavla');
  await page.goto('/timetable/add');
  await pick(page, 'Subject', 'RES310');
  await pick(page, 'Semester', 'Semester 2, 2026');
  await pick(page, 'Teacher', 'Samuel Osei');
  await pick(page, 'Classroom', 'Tiny 1');
  await choose(page, 'Class type', 'Tutorial');
  await choose(page, 'Day of week', 'Friday');
  await field(page, 'Start time').fill('22:00');
  await field(page, 'End time').fill('22:30');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Timetable added successfully')).toBeVisible();
  await clearToasts(page);

  await page.goto('/enroll-by-schedule?search=Tiny');
  await page.getByRole('link', { name: /^RES310/ }).click();
  await expect(page.getByRole('region', { name: 'Schedule', exact: true })).toContainText('Tiny 1');
  await listStudents(page, 'All');
  await searchFor(page, 'S2682');
  await expect(page.locator('[data-row]')).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Enroll selected' }).click();
  await expect(page.getByRole('dialog')).toContainText('RES310 in Tiny 1: 2 students for 1 seats');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 'S268201').getByRole('button', { name: 'Enroll' })).toBeVisible();
  await page.getByRole('button', { name: 'Enroll selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enrol', exact: true }).click();
  await expect(toasted(page, 'Student Added Successfully!')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Schedule', exact: true })).toContainText(
    '2 of 1 (over capacity)',
  );
  await expectAccessible(page);

  // Changing to another class: no choice, the same class, another class.
  await clearToasts(page);
  await row(page, 'S268201').getByRole('button', { name: 'Change schedule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Change schedule' }).click();
  await expect(dialog.getByText('Please select a schedule to change to!')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'New schedule' }).fill('RES310 Tiny');
  await page.getByRole('option', { name: /Friday 22:00/ }).click();
  await dialog.getByRole('button', { name: 'Change schedule' }).click();
  await expect(dialog.getByText('Please choose a different schedule')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'New schedule' }).fill('LEA301');
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Change schedule' }).click();
  await expect(toasted(page, 'Sucessfullly changed the schedule')).toBeVisible();
  await expect(row(page, 'S268201').getByRole('button', { name: 'Enroll' })).toBeVisible();

  await clearToasts(page);
  await page.getByRole('checkbox', { name: 'Select Pavla Enrol' }).check();
  await page.getByRole('button', { name: 'Remove selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toasted(page, 'Student Removed Successfully!')).toBeVisible();
});

test('a transfer: obstacles, the transfer, undo', async ({ page }) => {
  await signIn(page, account, '/cohort/add');
  for (const [name, search] of [
    ['Move A', 'NUR101 Monday'],
    ['Move B', 'ANA110 Monday'],
  ] as const) {
    await field(page, 'Name').fill(name);
    await choose(page, 'Year', '2026');
    await pick(page, 'Add schedules', search.split(' ')[0]!);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(toasted(page, 'Cohort Added Successfully')).toBeVisible();
    await clearToasts(page);
  }
  await addStudent(page, 'S268301', 'Rita');
  await page.goto('/cohort?search=Move A');
  await page.getByRole('link', { name: 'Move A' }).click();
  await page.getByRole('link', { name: 'Enroll students' }).click();
  await expect(field(page, 'Cohort')).toHaveValue('Move A (2026)');
  await pick(page, 'Add students', 'S268301');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();
  await expect(toasted(page, 'Student Enrolled Sucessfully')).toBeVisible();
  await clearToasts(page);

  await page.goto('/enroll-by-cohort?search=Rita');
  await rowOption(page, 'S268301', 'Transfer');
  await expect(field(page, 'From cohort')).toHaveValue('Move A (2026)');
  await expect(page.getByRole('button', { name: 'Remove S268301 Rita Enrol' })).toBeVisible();
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(page.getByText('is required', { exact: true })).toBeVisible();
  await pick(page, 'To cohort', 'Move B');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('1 can be enrolled')).toBeVisible();
  const preview = page.getByRole('region', { name: 'Preview: nothing is written yet' });
  await expect(preview.getByText('Ends', { exact: true })).toBeVisible();
  await expect(preview.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(toasted(page, 'Students transferred')).toBeVisible();
  await clearToasts(page);

  await page.goto('/cohort-transfer?search=Rita');
  await expect(row(page, 'S268301')).toContainText('Move B (2026)');
  await expectAccessible(page);
  await rowOption(page, 'S268301', 'Undo');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(toasted(page, 'Transfer undone')).toBeVisible();
  await expect(row(page, 'S268301')).toContainText('Undone on');
  await page.goto('/enroll-by-cohort?search=Rita');
  await expect(row(page, 'S268301')).toContainText('Move A (2026)');
});

test('a teacher cannot enrol students @detail', async ({ page }) => {
  await signIn(page, grace, '/dashboard');
  await expect(page.getByRole('button', { name: 'Enroll Student' })).toHaveCount(0);
  for (const path of [
    '/enroll-by-cohort',
    '/enroll-by-cohort/add',
    '/enroll-by-schedule',
    '/enroll-by-schedule/view?id=1',
    '/cohort-transfer',
    '/cohort-transfer/add',
  ]) {
    await page.goto(path);
    await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
  }
});
