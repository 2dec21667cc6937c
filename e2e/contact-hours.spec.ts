import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, grace, signIn, test } from './fixtures.ts';
import { chooseMore, expectFits } from './resources.ts';

const rows = (page: Page) => page.locator('[data-row]');
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

/** Standings follow what the demo has marked. */
async function listed(page: Page): Promise<{ id: number; student: { student_id: string } }[]> {
  const read = () =>
    api<{ results: { id: number; student: { student_id: string } }[] }>(page, 'contact-hours/');
  await expect.poll(async () => (await read()).results.length).toBeGreaterThan(4);
  return (await read()).results;
}

test('students by band lead to the evidence of one, with every class, a letter and files', async ({
  page,
}) => {
  await signIn(page, admin, '/red-list-students');
  await listed(page);
  await chooseMore(page, 'Contact hours');
  await expect(heading(page, 'Contact hours')).toBeVisible();
  await expect(rows(page).first()).toContainText('%');
  await expectAccessible(page);

  const below = page.getByRole('list', { name: 'Students by band' }).getByRole('link').last();
  await below.click();
  await expect(page).toHaveURL(/band=0/);
  // The last marks may still be counted when the page opens.
  await expect(async () => {
    const number = Number.parseInt((await below.textContent()) ?? '', 10);
    await expect(rows(page)).toHaveCount(Math.min(20, number), { timeout: 1000 });
  }).toPass();
  await page.getByRole('link', { name: /S\d+/ }).first().click();
  await expect(heading(page, /^Contact hours: S/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Bands' })).toContainText('80%');
  await expect(page.getByRole('region', { name: 'Classes, table' })).toContainText('import');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Intention to report…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('20 working days');
  await expectAccessible(page);
  const [letter] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Create 1 letter of intention to report' }).click(),
  ]);
  expect(letter.suggestedFilename()).toMatch(/^Intention-to-report-.*\.pdf$/);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Letters' })).toContainText('Intention to report');

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const text = readFileSync(await csv.path(), 'utf8');
  expect(text).toContain('Summary');
  expect(text).toContain('Intention to report');
  expect(text.split('\r\n').filter((line) => line.startsWith('Class,')).length).toBeGreaterThan(10);
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF' }).click(),
  ]);
  expect(
    readFileSync(await pdf.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  // Dates instead of the semester; too many are refused, with the evidence still there.
  const address = page.url();
  await page.goto(`${address}&from_date=2026-11-02&to_date=2026-11-08`);
  await expect(page.getByText('2 Nov 2026 – 8 Nov 2026. Student’s page')).toBeVisible();
  await page.goto(`${address}&from_date=2020-11-02&to_date=2026-11-08`);
  await expect(page.getByText('must be at most 366 days before to_date')).toBeVisible();
});

test('on a phone and in the dark it fits; nothing is found without a match @detail', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, admin, '/contact-hours');
  const [first] = await listed(page);
  await expect(rows(page).first()).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  await page.goto('/contact-hours?search=nothing+at+all');
  await expect(page.getByText('No Data Available!')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/contact-hours/student?id=${first!.id}`);
  await expect(heading(page, /^Contact hours: S/)).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  await page.goto('/contact-hours/student?id=424242');
  await expect(page.getByText('This student')).toBeVisible();
  await expectAccessible(page);
});

test('a teacher reads the students of the own classes, without files and letters @detail', async ({
  page,
}) => {
  await signIn(page, grace, '/contact-hours');
  const [first] = await listed(page);
  await expect(rows(page).first()).toBeVisible();
  await page.goto(`/contact-hours/student?id=${first!.id}`);
  await expect(heading(page, /^Contact hours: S/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'CSV' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Intention to report…' })).toBeHidden();
});

test('bands are set by the institute, and an order that is wrong is named at the field @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/settings');
  const bands = page.getByLabel('Bands of contact hours');
  await expect(bands).toHaveValue('90, 85, 80');
  await bands.fill('80, 90');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('must be descending, such as 90, 85, 80')).toBeVisible();
  await bands.fill('95, 75');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.goto('/contact-hours');
  await expect(page.getByRole('list', { name: 'Students by band' })).toContainText(
    '75% to under 95%',
  );
});
