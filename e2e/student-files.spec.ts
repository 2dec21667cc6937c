import { expectAccessible } from './accessibility.ts';
import { admin, expect, signIn, test } from './fixtures.ts';

test('the export of another system is uploaded as it is, with two answers, and its student is found without the accent', async ({
  page,
}) => {
  const text = [
    'Enrolment register;;;;;;',
    '',
    'Code;Given name;Surname;Mobile;DOB;Gender;E-mail',
    'K900001;Zoë;O\u2019Brien;0412 345 678;03/04/2005;F;zoe.k900001@school.example',
    ';;;;;;',
    'K900002;Łukasz;Muñoz;0412 345 679;05/06/2004;M;',
  ];
  // Windows-1252 has no Ł: another letter in its place.
  const bytes = Buffer.from(
    text.join('\r\n').replace('Ł', 'L').replaceAll('\u2019', '\u0092'),
    'latin1',
  );
  await signIn(page, admin, '/students');
  await page.getByRole('button', { name: 'Bulk upload' }).click();
  const dialog = page.getByRole('dialog');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'register.csv', mimeType: 'text/csv', buffer: bytes });
  await expect(dialog.getByText(/register\.csv: 2 rows.*Windows-1252/)).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Header of the file' })).toHaveValue('3');
  const check = dialog.getByRole('button', { name: 'Check the rows' });
  await expect(check).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Column for Student ID' }).selectOption('Code');
  await dialog.getByRole('combobox', { name: 'Order of the dates' }).selectOption('dmy');
  await expectAccessible(page);
  await check.click();
  await dialog.getByRole('button', { name: 'Upload 2 rows' }).click();
  await expect(dialog.getByText('Uploaded', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const found = page.getByRole('group', { name: 'Students' }).getByRole('option');
  await page
    .getByRole('banner')
    .getByRole('combobox', { name: 'Search pages and records' })
    .fill('zoe obrien');
  await expect(found).toHaveText([/^Zoë O’Brien.*K900001/]);
  await found.first().click();
  await expect(page.getByRole('heading', { name: 'Zoë O’Brien', level: 1 })).toBeVisible();
  await expect(page.getByText('3 Apr 2005')).toBeVisible();
});
