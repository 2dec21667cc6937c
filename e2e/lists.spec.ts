import { account, admin, expect, expectAccessible, grace, signIn, test } from './person.ts';
import { choose, clearToasts, exportAs, field, pick, readCsv, readPdf, row, rowOption, searchFor, showAs, toasted } from './sections.ts';

test('pages: what is shown, the last one by its address, back to the first by a search', async ({ page }) => {
  await signIn(page, admin, '/students');
  // Errands before this one may have added students.
  const showing = page.getByText(/^Showing 1–20 of \d+ items$/);
  await expect(showing).toBeVisible();
  const total = Number(/of (\d+)/.exec((await showing.textContent())!)![1]);
  const last = Math.ceil(total / 20);
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page.getByText(`Showing 21–40 of ${total} items`)).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.locator('tbody tr').first().locator('td').nth(1)).toHaveText('21');
  await page.goto(`/students?page=${last}&ordering=-student_id`);
  await expect(page.getByText(`Showing ${last * 20 - 19}–${total} of ${total} items`)).toBeVisible();
  await expect(row(page, 'S260001')).toBeVisible();
  await searchFor(page, 'nguyen');
  await expect(page).not.toHaveURL(/page=/);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`page=${last}`));
});

test('filters: chosen in the panel, said in the address, taken away one by one', async ({ page }) => {
  await signIn(page, account, '/timetable');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Tuesday', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Lecture', exact: true }).check();
  await pick(page, 'Teacher', 'Grace Hall');
  await expect(page).toHaveURL(/day_of_week=Tuesday/);
  await expect(page).toHaveURL(/class_type=Lecture/);
  await expect(page).toHaveURL(/teacher=1/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filters (3)' })).toBeVisible();
  for (const cells of await page.locator('tbody tr').all()) {
    await expect(cells).toContainText('Tuesday');
    await expect(cells).toContainText('Grace Hall');
  }
  await page.getByRole('button', { name: 'Remove the filter Day' }).click();
  await expect(page).not.toHaveURL(/day_of_week/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/teacher|class_type/);
});

test('a span of dates: two months, presets from today', async ({ page }) => {
  await signIn(page, admin, '/leave');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('button', { name: 'On leave between' }).click();
  for (const preset of ['Today', 'This Week', 'Last 15 Days', 'This Month']) await expect(page.getByRole('button', { name: preset })).toBeVisible();
  await expect(page.locator('.mantine-DatePickerInput-month')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'This Week' }).click();
  await expect(page).toHaveURL(/from_date=2026-11-16&to_date=2026-11-22/);
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.goto('/leave?from_date=2030-01-01&to_date=2030-01-02');
  await expect(page.getByText('No Data Available!')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page.locator('[data-row]').first()).toBeVisible();
});

test('several at once: chosen over pages, exported, archived, restored, deleted together', async ({ page }) => {
  await signIn(page, account, '/subjects/add');
  for (const code of ['DEL100', 'DEL200']) {
    await field(page, 'Subject name').fill(`Short ${code}`);
    await field(page, 'Subject code').fill(code);
    await choose(page, 'Year', 'Year 1');
    await pick(page, 'Course', 'Bachelor of Nursing');
    await pick(page, 'Specialization', 'Acute Care');
    await pick(page, 'Teacher', 'Keiko Mori');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(toasted(page, 'Subject added successfully')).toBeVisible();
    await clearToasts(page);
  }
  await page.goto('/subjects?search=DEL');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await searchFor(page, 'NUR101');
  await page.getByRole('checkbox', { name: /^Select NUR101/ }).check();
  await expect(page.getByText('3 selected')).toBeVisible();
  expect((await readCsv(await exportAs(page, /CSV of 3 selected/))).map((record) => record.Code)).toEqual(['DEL100', 'DEL200', 'NUR101']);

  // One of them is needed: nothing is deleted, and archiving is offered instead.
  await clearToasts(page);
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('Error while deleting');
  await expect(page.getByRole('dialog')).toContainText('1 of 3 are still used. Archive them instead.');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('checkbox', { name: /^Select NUR101/ }).uncheck();

  await page.getByRole('button', { name: 'Archive selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(toasted(page, '2 archived')).toBeVisible();
  await page.getByRole('button', { name: 'Archived' }).click();
  await searchFor(page, 'DEL');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Restore selected' }).click();
  await expect(toasted(page, '2 restored')).toBeVisible();
  await page.getByRole('button', { name: 'Archived' }).click();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toasted(page, 'Deleted Successfully')).toBeVisible();
});

test('a file of everything that matches, in every script, by its pages', async ({ page }) => {
  await signIn(page, admin, '/students/add');
  for (const [label, value] of Object.entries({
    'Student ID': 'S269300',
    'First name': '美玲',
    'Last name': 'शर्मा',
    'Date of birth': '2005-06-07',
    'Phone number': '+61 1',
  })) {
    await field(page, label).fill(value);
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Student Added Successfully.')).toBeVisible();
  await page.goto('/students?search=2026');
  await page.goto('/students');
  const csv = await readCsv(await exportAs(page, /CSV of all 169/));
  expect(csv).toHaveLength(169);
  expect(csv.find((record) => record['Student ID'] === 'S269300')).toMatchObject({ 'First name': '美玲', 'Last name': 'शर्मा', 'RFID number': 'N/A' });
  const pdf = await readPdf(await exportAs(page, /PDF of all 169/));
  expect(pdf.text).toContain('Nguyễn');
  expect(pdf.text).toContain(`Page ${pdf.pages} of ${pdf.pages}`);
  // The header, the footer, and one picture for each of the two names that the font cannot write.
  expect(pdf.images).toBeGreaterThanOrEqual(4);
  await searchFor(page, 'S269300');
  await rowOption(page, '美玲', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toasted(page, 'Item deleted successfully')).toBeVisible();
});

test('the view is remembered', async ({ page }) => {
  await signIn(page, admin, '/teachers');
  await showAs(page, 'Cards');
  await expect(page.locator('li[data-row]').first()).toBeVisible();
  await page.getByRole('link', { name: 'Classroom', exact: true }).click();
  await expect(page.locator('li[data-row]').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('li[data-row]').first()).toBeVisible();
});

test('a list that cannot be loaded says so, and tries again', async ({ page }) => {
  await page.route('**/attendance/teachers/**', (route) => route.fulfill({ status: 500, json: { detail: 'Something went wrong here.' } }));
  await signIn(page, admin, '/teachers');
  await expect(page.getByRole('alert')).toContainText('Error fetching data');
  await expect(page.getByRole('alert')).toContainText('Something went wrong here.');
  await page.unroute('**/attendance/teachers/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(row(page, 'Grace')).toBeVisible();
});

test('a form whose picker cannot be loaded says so, and is not sent', async ({ page }) => {
  await page.route('**/attendance/courses/**', (route) => route.fulfill({ status: 500, json: { detail: 'no' } }));
  await signIn(page, account, '/subjects/add');
  await expect(page.locator('.mantine-InputWrapper-error').filter({ hasText: 'Error loading Course options' })).toBeVisible();
  await field(page, 'Subject name').fill('X');
  await field(page, 'Subject code').fill('X1');
  await choose(page, 'Year', 'Year 1');
  await pick(page, 'Specialization', 'Acute Care');
  await pick(page, 'Teacher', 'Keiko Mori');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Please Resolve this issue first to submit!')).toBeVisible();
});

test('a picker loads more as one scrolls', async ({ page }) => {
  await signIn(page, admin, '/leave/add');
  await field(page, 'Student').click();
  await expect(page.getByRole('option')).toHaveCount(20);
  await page.getByRole('option').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('option')).toHaveCount(40);
});

test('what is still used is not deleted: it says by what, and is archived instead', async ({ page }) => {
  await signIn(page, account, '/classroom?search=Lab');
  await rowOption(page, 'Lab 3', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText(/This classroom is still used by \d+ classes of the timetable. Archive it instead./);
  await page.getByRole('dialog').getByRole('button', { name: 'Archive instead' }).click();
  await expect(row(page, 'Lab 3')).toHaveCount(0);
  await page.getByRole('button', { name: 'Archived' }).click();
  await rowOption(page, 'Lab 3', 'Restore');
  await expect(toasted(page, 'Classroom restored')).toBeVisible();
});

test('an edit of what is not there, and an edit that the server refuses', async ({ page }) => {
  // The address of a teacher who was paid is changed by accounts.
  await signIn(page, account, '/teachers/add?edit=424242');
  await expect(page.getByRole('alert')).toContainText('This teacher was not found');
  await page.goto('/teachers?search=Omar');
  await rowOption(page, 'Omar', 'Edit');
  await field(page, 'E-mail').fill('grace.hall@demo.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toasted(page, 'already exists in email')).toBeVisible();
  await expect(field(page, 'E-mail')).toBeFocused();
});

test('each role sees its sections, and no others', async ({ page }) => {
  await signIn(page, grace, '/dashboard');
  const entries = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  const names = async () => (await entries.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))).join(', ');
  expect(await names()).toBe(
    'My Timesheet, Dashboard, Attendance, Students, Timetables, Subjects, Semester, Classroom, Red List Students, Holidays, Notes',
  );
  for (const path of ['/teachers', '/courses', '/cohort', '/leave', '/subjects/add', '/timesheet-admin-portal/payrolls']) {
    await page.goto(path);
    await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
  }
  for (const path of ['/subjects', '/semester', '/classroom', '/red-list-students', '/holiday', '/timetable']) {
    await page.goto(path);
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await expect(page.getByRole('link', { name: /^Add / })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Options of/ })).toHaveCount(0);
  }
});

test('an admin has no cohorts, courses and pay codes', async ({ page }) => {
  await signIn(page, admin, '/subjects/add');
  await pick(page, 'Course', 'Bachelor of Nursing');
  for (const path of ['/courses', '/cohort', '/timesheet-admin-portal/payrolls']) {
    await page.goto(path);
    await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
  }
  await page.goto('/timetable/add');
  await expect(field(page, 'Subject')).toBeVisible();
  await expect(page.getByText('Pay code')).toHaveCount(0);
});
