import { readFile } from 'node:fs/promises';
import { fromBufferPromise } from 'yauzl';
import { expectAccessible } from './accessibility.ts';
import {
  account,
  admin,
  expect,
  grace,
  logOut,
  openTool,
  signIn,
  signInByPopup,
  test,
} from './fixtures.ts';
import { expectFits, readCsv, row, rowOption } from './resources.ts';

test('the audit log: who signed in, was refused and changed what; filtered, saved, not for teachers', async ({
  page,
}) => {
  await signIn(page, grace, '/audit');
  await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${sessionStorage.getItem('access_token')}` };
    await fetch('/api/v2/attendance/audit/', { headers });
  });
  await logOut(page);

  await signIn(page, account, '/courses/add');
  await page.getByRole('textbox', { name: 'Name' }).fill('Nautical Science');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Course added successfully')).toBeVisible();
  await page.goto('/courses?search=Nautical');
  await rowOption(page, 'Nautical Science', 'Edit');
  await page.getByRole('textbox', { name: 'Name' }).fill('Nautical Studies');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Add course' })).toBeVisible();

  await openTool(page, 'Institute', 'Audit log');
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await expect(row(page, 'Added course')).toContainText('Leo Banks');
  await expect(row(page, 'Added course')).toContainText('Done');
  await row(page, 'Changed course').getByRole('link', { name: 'Nautical Studies' }).hover();
  await expect(row(page, 'GET /api/v2/attendance/audit')).toContainText('Refused');
  for (const who of ['Grace Hall', 'Leo Banks'])
    await expect(row(page, 'Signed in').filter({ hasText: who })).toHaveCount(1);
  await expectAccessible(page);

  await page.goto('/audit?kind=refusal');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, 'Grace Hall')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Whole log' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect(await readCsv(await saved)).toMatchObject([
    { Who: 'grace.hall@demo.example', Kind: 'refusal', Answer: '403' },
  ]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/audit');
  await expect(page.getByText('Added course').first()).toBeVisible();
  await expectFits(page);
});

test('a student: all data as a file, then erased after typing their ID; counts stay', async ({
  page,
}) => {
  await signIn(page, admin, '/students');
  const links = page.locator('[data-row] a');
  const [id, another] = [(await links.nth(0).textContent())!, (await links.nth(1).textContent())!];
  await links.nth(0).click();
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText(id);
  const name = (await page.getByRole('heading', { level: 1 }).textContent())!;
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText('Date of birth');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Privacy' }).click();
  await page.getByRole('menuitem', { name: 'Export all data' }).click();
  const zip = await fromBufferPromise(await readFile(await (await saved).path()));
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  expect(names).toEqual(
    expect.arrayContaining(['student.json', 'attendance.csv', 'enrolments.csv']),
  );

  await page.getByRole('button', { name: 'Privacy' }).click();
  await page.getByRole('menuitem', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase ${name}` });
  const typed = dialog.getByRole('textbox');
  await expect(typed).toBeFocused();
  await expect(
    dialog.getByRole('checkbox', { name: 'Remove the student’s names and numbers from notes' }),
  ).toBeChecked();
  await typed.fill(another);
  await typed.press('Enter');
  await expect(dialog.getByText('is not the ID of this student')).toBeVisible();
  await expectAccessible(page);
  await typed.fill(id);
  await typed.press('Enter');
  const done = page.getByRole('dialog', { name: `${name} was erased` });
  await expect(done.getByText(/^Marks that still count: [1-9]/)).toBeVisible();
  await expectAccessible(page);
  await done.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Erased Student' })).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
    name,
  );
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.goto(`/students?search=${id}`);
  await expect(page.getByText('No Data Available!')).toBeVisible();
});

test('texts of other rows that may name an erased student wait on a page of their own', async ({
  page,
}) => {
  // Signs in by the popup: the session of this account in the test before ended with the next sign-in.
  await signInByPopup(page, account, '/students');
  const link = page.locator('[data-row] a').nth(2);
  const id = (await link.textContent())!;
  await link.click();
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText('Date of birth');
  const name = (await page.getByRole('heading', { level: 1 }).textContent())!;
  const course = await page.evaluate(async (text) => {
    const headers = {
      authorization: `Bearer ${sessionStorage.getItem('access_token')}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ name: text });
    return (await fetch('/api/v2/attendance/courses/create/', { method: 'POST', headers, body }))
      .status;
  }, `Prize of ${name}`);
  expect(course).toBe(201);

  await page.getByRole('button', { name: 'Privacy' }).click();
  await page.getByRole('menuitem', { name: 'Erase…' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(id);
  await page.getByRole('dialog').getByRole('textbox').press('Enter');
  const done = page.getByRole('dialog', { name: `${name} was erased` });
  await expect(done.getByText('Other texts that may name the student')).toBeVisible();
  await done.getByRole('button', { name: 'Done' }).click();

  await page.goto('/checks');
  await page.locator('#page').getByRole('link', { name: 'Texts of erased students' }).click();
  await expect(page.getByRole('heading', { name: 'Texts of erased students' })).toBeVisible();
  const text = page.getByRole('group', { name: /^course, name/ });
  await expect(text.getByText(`Prize of ${name}`)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await text.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No text waits for a decision')).toBeVisible();
  await page.goto('/courses?search=Prize');
  await expect(row(page, 'Prize of [erased]')).toBeVisible();
});
