import type { Download, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, grace, openRoll, openTool, signIn, test } from './fixtures.ts';
import { chooseMore, clearToasts, expectFits, readPdf, toasted } from './resources.ts';

const numberOf = (text: string): string =>
  /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0] ?? 'no number';
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');

async function downloaded(page: Page, act: () => Promise<void>): Promise<Download> {
  const begun = page.waitForEvent('download');
  await act();
  return begun;
}
const dialog = (page: Page) => page.getByRole('dialog');
/** Lists have options of their own, which are hidden. */
const firstOption = (page: Page) => page.getByRole('option').filter({ visible: true }).first();
const paper = (page: Page) => page.getByRole('region', { name: 'Preview' });

test('a template is edited with fields, faults are named, and the default comes back', async ({
  page,
}) => {
  await signIn(page, admin, '/');
  await openTool(page, 'Messages', 'Templates');
  await expect(page.getByRole('heading', { name: 'Templates' })).toBeVisible();
  const text = page.getByLabel('Text');
  await expect(paper(page)).toContainText('Certificate of attendance');
  await expect(page.getByText('Preview with examples')).toBeVisible();
  await expectAccessible(page);

  // Faults are named while typing.
  await text.press('ControlOrMeta+End');
  await text.pressSequentially(' {{studnet_name}}');
  await expect(page.getByText(/did you mean \{\{student_name\}\}\?/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Warning letter' }).click();
  await expect(dialog(page)).toContainText('Leave without saving?');
  await dialog(page).getByRole('button', { name: 'Stay' }).click();
  await expect(text).toHaveValue(/\{\{studnet_name\}\}$/);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();

  // A field is inserted at the cursor, by keyboard.
  await text.press('ControlOrMeta+End');
  await text.pressSequentially('\nAsk for ');
  await page.getByRole('button', { name: /^Insert student_id: / }).focus();
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue(/Ask for \{\{student_id\}\}$/);
  await expect(text).toBeFocused();
  await expect(paper(page)).toContainText('Ask for S1042');
  await page.getByRole('textbox', { name: 'Preview with a student' }).fill('Nguy');
  await firstOption(page).click();
  await expect(page.getByText('Preview with the data of this student')).toBeVisible();
  await expect(paper(page)).not.toContainText('S1042');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toasted(page, /updated/i)).toBeVisible();
  await expect(page.getByText(/^Changed .* by /)).toBeVisible();
  await clearToasts(page);

  // Somebody else saves meanwhile.
  const { results } = await api<{ results: { kind: string; version: number; body: string }[] }>(
    page,
    'templates/',
  );
  const own = results.find(({ kind }) => kind === 'certificate')!;
  await text.press('ControlOrMeta+End');
  await text.pressSequentially(' mine');
  await api(
    page,
    'templates/certificate/',
    { title: 'Theirs', body: own.body, version: own.version },
    'PATCH',
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toContainText('Changed meanwhile');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Take theirs' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Theirs');
  await expect(text).not.toHaveValue(/mine$/);

  await page.getByRole('button', { name: 'Return to default' }).click();
  await dialog(page).getByRole('button', { name: 'Return to default' }).click();
  await expect(page.getByText('This is the default text.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Certificate of attendance');
});

test('a certificate is previewed, made, listed, opened again and verified', async ({ page }) => {
  await signIn(page, admin, '/students/student-details?id=3');
  const letters = page.getByRole('region', { name: 'Letters' });
  await expect(letters).toContainText('None');
  await letters.getByRole('button', { name: 'New certificate' }).click();
  await expect(dialog(page)).toContainText('Choose a semester or two dates.');
  await expectAccessible(page);
  await dialog(page).getByRole('textbox', { name: 'Semester' }).click();
  await firstOption(page).click();
  await expect(paper(page)).toContainText('This is to certify');
  await expectAccessible(page);
  const file = await downloaded(page, () =>
    dialog(page).getByRole('button', { name: 'Create 1 certificate' }).click(),
  );
  await expect(toasted(page, '1 certificate created')).toBeVisible();
  const pdf = await readPdf(file);
  const text = plain(pdf.text);
  expect(pdf.sizes).toEqual([[595, 842]]);
  expect(text).toContain('Certificate of attendance');
  expect(text).toMatch(/Classes that count: \d+/);
  expect(text).toContain('A class counts when it took place');
  expect(text).toContain('Page 1 of 1');
  const number = numberOf(text);

  await expect(letters).toContainText(number);
  const again = await downloaded(page, () =>
    letters.getByRole('button', { name: `PDF of ${number}` }).click(),
  );
  expect(plain((await readPdf(again)).text)).toContain(`is ${number}`);
  await expectAccessible(page);

  await page.goto('/letters/verify');
  await page
    .getByLabel('Number of the letter or certificate')
    .fill(number.toLowerCase().replaceAll('-', ' '));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${number} is genuine`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'What it says' })).toContainText(number);
  await expectAccessible(page);
  await page.getByLabel('Number of the letter or certificate').fill('0000-0000-0000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('There is no letter with this number')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Number of the letter or certificate').fill('12');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('It has 12 letters and digits')).toBeVisible();
});

test('a long letter in any script continues on further pages @detail', async ({ page }) => {
  await signIn(page, admin, '/students/student-details?id=5');
  const make = async () => {
    await page.getByRole('button', { name: 'New certificate' }).click();
    await dialog(page).getByRole('textbox', { name: 'Semester' }).click();
    await firstOption(page).click();
    const file = await downloaded(page, () =>
      dialog(page).getByRole('button', { name: 'Create 1 certificate' }).click(),
    );
    return readPdf(file);
  };
  const plainOne = await make();
  const { results } = await api<{ results: { kind: string; version: number; body: string }[] }>(
    page,
    'templates/',
  );
  const own = results.find(({ kind }) => kind === 'certificate')!;
  const lines = Array.from({ length: 35 }, (_, at) => `Line ${at}.`).join('\n');
  const long = 'स्नातक '.repeat(60);
  await api(
    page,
    'templates/certificate/',
    { title: 'Long', body: `${own.body}\n${lines}\n${long}`, version: own.version },
    'PATCH',
  );
  const pdf = await make();
  expect(pdf.pages).toBe(2);
  expect(plain(pdf.text)).toContain('Line 0. Line 1.');
  expect(plain(pdf.text)).toContain('Line 34.');
  expect(plain(pdf.text)).toContain('Page 2 of 2');
  // The paragraph in Devanagari is drawn, in several lines.
  expect(pdf.images).toBeGreaterThan(plainOne.images + 2);
  await api(page, 'templates/certificate/reset/', { version: own.version + 1 });
});

test('certificates of all selected students are one file, each with its number @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/students');
  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await page.getByRole('button', { name: /^Select all \d/ }).click();
  await page.getByRole('button', { name: 'Certificates…' }).click();
  await dialog(page).getByRole('textbox', { name: 'Semester' }).click();
  await firstOption(page).click();
  const make = dialog(page).getByRole('button', { name: /^Create \d+ certificates$/ });
  await expect(make).toBeEnabled();
  const count = Number(/\d+/.exec((await make.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(50);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(dialog(page).getByText(`2 of ${count}`)).toBeVisible();
  await expectAccessible(page);
  const pdf = await readPdf(await downloaded(page, () => make.click()));
  expect(pdf.pages).toBeGreaterThanOrEqual(count);
  expect(new Set(pdf.text.match(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/g)).size).toBe(count);
  await expect(dialog(page)).toHaveCount(0);
  // The selection is cleared: nothing is made twice by a second click.
  await expect(page.getByRole('group', { name: 'Selected rows' })).toHaveCount(0);
});

test('warning letters are made for a selection of the red list', async ({ page }) => {
  await signIn(page, admin, '/red-list-students/rules');
  await expect(page.getByRole('button', { name: 'Add rule' })).toBeVisible();
  await api(page, 'redlistrules/create/', { below: 90, least_meetings: 3 });
  await page.goto('/red-list-students');
  const first = page.locator('tbody tr').first();
  await expect(first.getByText(/^below 90%/)).toBeVisible();
  await first.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('menuitem', { name: 'Warning letter…' }).click();
  await expect(paper(page)).toContainText('below 90%');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await first.getByRole('checkbox').check();
  await page.locator('tbody tr').nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Warning letters…' }).click();
  const file = await downloaded(page, () =>
    dialog(page).getByRole('button', { name: 'Create 2 warning letters' }).click(),
  );
  const text = plain((await readPdf(file)).text);
  expect(text.match(/Attendance rate now: \d+/g)).toHaveLength(2);
  expect(text).toContain('Best rate that you can still reach:');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open PDF' }).click();
  await opened;
  const again = await downloaded(page, () =>
    first.getByRole('button', { name: /^PDF of warning letter / }).click(),
  );
  expect(plain((await readPdf(again)).text)).toContain('Attendance rate now:');
});

test('a sign-in sheet has every student of the roll, and repeats its header', async ({ page }) => {
  await openRoll(page);
  const file = await downloaded(page, () =>
    page.getByRole('button', { name: 'Sign-in sheet' }).click(),
  );
  expect(file.suggestedFilename()).toMatch(/^Sign-in-sheet-.*\.pdf$/);
  const pdf = await readPdf(file);
  const text = plain(pdf.text);
  const params = new URL(page.url()).searchParams;
  const roll = await api<{ results: { student_id: string; last_name: string }[] }>(
    page,
    `attendance/?class_schedule=${params.get('id')}&date=${params.get('date') ?? ''}`,
  );
  expect(roll.results.length).toBeGreaterThan(5);
  for (const { student_id } of roll.results) expect(text).toContain(student_id);
  expect(text).toContain('Signature');
  expect(text.match(/Teacher: Grace Hall/g)).toHaveLength(pdf.pages);
  expect(text).toContain(`Page ${pdf.pages} of ${pdf.pages}`);
  expect(pdf.sizes[0]).toEqual([595, 842]);
});

test('door sheets show the classes of a day, and what was cancelled', async ({ page }) => {
  await signIn(page, admin, '/timetable/week');
  const { results } = await api<{
    results: { date: string; meeting: { id: number; sequence: number; status: string } }[];
  }>(page, 'week/');
  const today = await page.evaluate(() => sessionStorage.getItem('today'));
  const held = results.find((one) => one.date === today && one.meeting.status === 'scheduled')!;
  await api(page, 'meetings/cancel/', {
    ids: [held.meeting.id],
    sequence: held.meeting.sequence,
    reason: 'A secret reason',
  });
  await chooseMore(page, 'Door sheets');
  await expect(dialog(page)).toContainText('Without a room: all rooms');
  await expectAccessible(page);
  const file = await downloaded(page, () =>
    dialog(page).getByRole('button', { name: 'Create PDF' }).click(),
  );
  const pdf = await readPdf(file);
  expect(pdf.sizes[0]).toEqual([842, 595]);
  expect(pdf.pages).toBeGreaterThan(1);
  expect(plain(pdf.text)).toContain('Grace Hall');
  expect(plain(pdf.text)).toContain('Cancelled');
  expect(plain(pdf.text)).not.toContain('secret');

  // A day without classes says so, in the dialog.
  await chooseMore(page, 'Door sheets');
  await dialog(page).getByLabel('Day').fill('01/01/2030');
  await dialog(page).getByRole('button', { name: 'Create PDF' }).click();
  await expect(dialog(page).getByText('There are no classes on this day.')).toBeVisible();
  await expectAccessible(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  test('templates, verification and the dialogs fit @detail', async ({ page }) => {
    await signIn(page, admin, '/templates?kind=warning_letter');
    await expect(paper(page)).toContainText('Your attendance in');
    await expectFits(page);
    await expectAccessible(page);
    await page.goto('/letters/verify');
    await expect(page.getByLabel('Number of the letter or certificate')).toBeVisible();
    await expectFits(page);
    await page.goto('/students/student-details?id=3');
    await page.getByRole('button', { name: 'New certificate' }).click();
    await dialog(page).getByRole('textbox', { name: 'Semester' }).click();
    await firstOption(page).click();
    await expect(paper(page)).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  });
});

test('a teacher verifies a certificate, and makes none @detail', async ({ page }) => {
  await signIn(page, grace, '/letters/verify');
  await expect(page.getByLabel('Number of the letter or certificate')).toBeVisible();
  await page.goto('/students/student-details?id=3');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Letters' })).toHaveCount(0);
  await page.goto('/templates');
  await expect(page.getByRole('heading', { name: 'Templates' })).toHaveCount(0);
});
