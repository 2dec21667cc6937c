import { expectAccessible } from './accessibility.ts';
import { account, admin, expect, grace, signIn, test } from './fixtures.ts';
import {
  clearToasts,
  expectFits,
  field,
  pick,
  readCsv,
  row,
  rowOption,
  searchFor,
  toasted,
} from './resources.ts';

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('the student form: limits, the photo upload, the e-mail from the id', async ({ page }) => {
  await signIn(page, admin, '/students/add');
  await field(page, 'Student ID').fill('S2600000001');
  await field(page, 'RFID number').fill('1234567890123456');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    page.getByText('length should be less than 10 characters', { exact: true }),
  ).toBeVisible();
  await expect(
    page.getByText('Length should be less than 15 characters', { exact: true }),
  ).toBeVisible();

  await field(page, 'Student ID').fill('S269100');
  await expect(field(page, 'E-mail')).toHaveValue('s269100@students.demo.example');
  await field(page, 'RFID number').fill('');
  for (const [label, value] of Object.entries({
    'First name': 'Ida',
    'Last name': 'Berg',
    'Date of birth': '2004-02-29',
    'Phone number': '+61 1',
  })) {
    await field(page, label).fill(value);
  }

  // While the photo is uploading, the form waits.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/file/student-profile', async (route) => {
    await released;
    await route.continue();
  });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'ida.png', mimeType: 'image/png', buffer: photo });
  await expect(page.getByText(/^Uploading/)).toBeVisible();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Please wait for the file to upload')).toBeVisible();
  release();
  await expect(page.getByText('Uploaded: ida.png')).toBeVisible();
  await clearToasts(page);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Student Added Successfully.')).toBeVisible();

  // Server errors are shown at the field and as a toast.
  await clearToasts(page);
  for (const [label, value] of Object.entries({
    'Student ID': 'S269100',
    'First name': 'Ida',
    'Last name': 'Berg',
    'Date of birth': '2004-02-29',
    'Phone number': '+61 1',
  })) {
    await field(page, label).fill(value);
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Failed to add Student')).toBeVisible();
  await expect(toasted(page, 'Student id: already exists')).toBeVisible();
  await expect(page.getByText('already exists', { exact: true })).toBeVisible();
  await expect(field(page, 'Student ID')).toBeFocused();

  // Leaving with something typed asks first.
  await page.getByRole('link', { name: 'Teachers', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?');
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await expect(field(page, 'Student ID')).toHaveValue('S269100');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(field(page, 'Student ID')).toHaveValue('');
  await page.getByRole('link', { name: 'Students', exact: true }).first().click();

  await searchFor(page, 'S269100');
  // The list reads the small square of the photo.
  await expect(row(page, 'S269100').locator('img')).toHaveJSProperty('naturalWidth', 96);
  await rowOption(page, 'S269100', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toasted(page, 'Item deleted successfully')).toBeVisible();
});

test('a file that is not an image is refused @detail', async ({ page }) => {
  await signIn(page, admin, '/students/add');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<html>') });
  await expect(toasted(page, 'File upload failed')).toBeVisible();
  await expect(page.getByText('Only PNG, JPEG and WEBP files are accepted here.')).toBeVisible();
});

test('in the list: the card number by Enter, the print status, the red list', async ({ page }) => {
  await signIn(page, admin, '/students?search=S260021');
  const rfid = page.getByLabel('RFID number of S260021');
  const before = await rfid.inputValue();
  await rfid.fill('1234567890123456');
  await rfid.press('Enter');
  await expect(page.getByText('Length should be less than 15 characters')).toBeVisible();
  await rfid.fill('55501');
  await rfid.press('Enter');
  await expect(toasted(page, 'RFID Updated')).toBeVisible();
  await expect(rfid).toHaveValue('55501');
  await clearToasts(page);
  await rfid.fill('S260022');
  await rfid.press('Enter');
  await expect(toasted(page, /^RFID Updation Failed/)).toBeVisible();
  await rfid.press('Escape');
  await expect(rfid).toHaveValue('55501');
  await rfid.fill(before);
  await rfid.press('Enter');
  await clearToasts(page);

  const card = page.getByLabel('Card print status of S260021');
  await expect(card).toHaveValue('not_printed');
  await card.selectOption('awaiting_collection');
  await expect(toasted(page, 'Edited Successfully')).toBeVisible();
  await page.reload();
  await expect(card).toHaveValue('awaiting_collection');

  // The unprinted ones, updated together.
  await page.goto('/students?search=S26010&card_print_status=not_printed');
  await expect(row(page, 'S260101')).toBeVisible();
  const toPrint = await page.locator('[data-row]').count();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Card print status', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Awaiting collection' }).click();
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  await expect(page.locator('[data-row]')).toHaveCount(0);
  await page.goto('/students?search=S26010&card_print_status=awaiting_collection');
  await expect(page.locator('[data-row]')).toHaveCount(toPrint);

  await page.getByRole('link', { name: 'Red List Students', exact: true }).click();
  await page.getByRole('link', { name: 'Add red list student' }).click();
  await pick(page, 'Student', 'S260021');
  await pick(page, 'Subject', 'RES310');
  await field(page, 'Attendance percentage').fill('100.5');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    page.getByText('must be greater than 0 and less than 100', { exact: true }),
  ).toBeVisible();
  await field(page, 'Attendance percentage').fill('55');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Red List Student added successfully')).toBeVisible();
  await page.goto('/students?search=S260021');
  await expect(row(page, 'S260021').getByText('Red list')).toBeVisible();
});

test('a teacher reads students, and changes nothing @detail', async ({ page }) => {
  await signIn(page, grace, '/students');
  await expect(row(page, 'S260001')).toBeVisible();
  await expect(page.getByLabel(/^RFID number of/)).toHaveCount(0);
  await expect(page.getByLabel(/^Card print status of/)).toHaveCount(0);
  for (const name of ['Add student', 'Archived', 'Bulk upload', 'Bulk export'])
    await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  await row(page, 'S260001')
    .getByRole('button', { name: /^Options of/ })
    .click();
  await expect(page.getByRole('menuitem')).toHaveText(['Details']);
  await page.goto('/students/add');
  await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
});

test('a student’s page: profile, one table of subjects with their classes, history', async ({
  page,
}) => {
  await signIn(page, admin, '/students');
  await page.getByRole('link', { name: 'S260002', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mateo Singh' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText(
    's260002@students.demo.example',
  );
  // Each subject once, with the rate of its classes together; it opens each class with its dates.
  const subjects = page.getByRole('region', { name: 'Subjects, table' });
  const titles = await subjects.getByRole('rowheader').allTextContents();
  expect([titles.length > 1, new Set(titles).size]).toEqual([true, titles.length]);
  const first = subjects.getByRole('rowheader').first().getByRole('button');
  await expect(first).toContainText(/\d classes, since \d+ \w+ 2026/);
  await expect(subjects.getByRole('link')).toHaveCount(0);
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  const classes = subjects.getByRole('listitem').filter({ has: page.locator('ol') });
  await expect(classes.first()).toContainText(/(Mon|Tues|Wednes|Thurs|Fri|Satur)day \d\d:\d\d/);
  await expect(classes.first()).toContainText(/since \d+ \w+ 2026/);
  await expect(classes.first().locator('ol').getByRole('link').first()).toHaveAttribute(
    'href',
    /\/attendance\/view\?id=\d+&date=2026-/,
  );
  await expect(subjects).toContainText(/Attended \d+(\.5)? of \d+(\.5)? hours\./);
  await page.getByRole('button', { name: 'Show all classes' }).click();
  await expect(subjects.getByRole('button', { expanded: true })).toHaveCount(titles.length);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close all' }).click();
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText(
    /, class [A-Z]{3}\d{3}, /,
  );
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3000);
  await expect(
    page.getByRole('region', { name: 'History of marks, table' }).getByRole('row').nth(1),
  ).toContainText('import');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await first.click();
  await expectFits(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

test('bulk upload: template, mapping, invalid rows, valid rows; the bulk export can be uploaded again', async ({
  page,
}) => {
  await signIn(page, account, '/students');
  await page.getByRole('button', { name: 'Bulk upload' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Download the template' })).toBeVisible();
  await expectAccessible(page);

  const template = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the template' }).click();
  expect(Object.keys((await readCsv(await template))[0]!)).toEqual([
    'student_id',
    'first_name',
    'last_name',
    'phone_number',
    'date_of_birth',
    'gender',
    'batch',
    'student_mail',
    'rfid_number',
    'card_print_status',
  ]);

  const file = dialog.locator('input[type=file]');
  await file.setInputFiles({
    name: 'students.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('x'),
  });
  await expect(dialog.getByRole('alert')).toHaveText('Only CSV files are accepted here.');
  await file.setInputFiles({
    name: 'big.csv',
    mimeType: 'text/csv',
    buffer: Buffer.alloc(4 * 1024 * 1024 + 1, 'x'),
  });
  await expect(dialog.getByRole('alert')).toHaveText('The file may have at most 4 MB.');

  const text =
    'No,Given name,Surname,Mobile,DOB\nS269201,Ana,Lopes,1,2005-01-02\n' +
    'S269202,,Lopes,1,2005-01-02\nS269203,Rui,Lopes,1,31.02.2005\n';
  await file.setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(dialog.getByText('Student ID: choose the column')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Check the rows' })).toBeDisabled();
  await dialog.getByLabel('Column for Student ID').selectOption('No');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Check the rows' }).click();
  await expect(dialog.getByText('1 new, 0 changed, 0 unchanged, 2 rows with errors')).toBeVisible();
  await expect(dialog.getByRole('row', { name: '1 First name is required 3' })).toBeVisible();
  await expect(
    dialog.getByRole('row', { name: '1 Date of birth must be a date, YYYY-MM-DD 31.02.2005 4' }),
  ).toBeVisible();
  await expectAccessible(page);
  await expect(
    dialog.getByRole('button', { name: 'Download the rows with errors' }),
  ).toHaveAttribute('data-variant', 'subtle');
  await expect(dialog.getByRole('button', { name: 'Upload the 1 valid row' })).not.toHaveAttribute(
    'data-variant',
    'subtle',
  );
  const bad = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the rows with errors' }).click();
  expect(await readCsv(await bad)).toMatchObject([
    { line: '3', reason: 'First name: is required', No: 'S269202' },
    { line: '4', No: 'S269203' },
  ]);
  await dialog.getByRole('button', { name: 'Upload the 1 valid row' }).click();
  await expect(dialog.getByText('Uploaded', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await searchFor(page, 'S2692');
  await expect(page.locator('[data-row]')).toHaveCount(1);

  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Bulk export' }).click();
  const path = await (await exported).path();
  await page.getByRole('button', { name: 'Bulk upload' }).click();
  await file.setInputFiles({
    name: 'all.csv',
    mimeType: 'text/csv',
    buffer: await (await import('node:fs/promises')).readFile(path),
  });
  await dialog.getByRole('button', { name: 'Check the rows' }).click();
  await expect(dialog.getByText(/^0 new, 0 changed, \d+ unchanged$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Another file' }).click();
  const other =
    'student_id,first_name,last_name,phone_number,date_of_birth\nS269201,Anna,Lopes,1,2005-01-02\n';
  await file.setInputFiles({
    name: 'changed.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(other),
  });
  await dialog.getByRole('button', { name: 'Check the rows' }).click();
  await expect(
    dialog.getByRole('region', { name: 'What would change' }).getByRole('row', { name: /S269201/ }),
  ).toContainText(/First name: Ana →.*Anna/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await rowOption(page, 'S269201', 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toasted(page, 'Item deleted successfully')).toBeVisible();
});
