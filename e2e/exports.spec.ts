import { chmodSync, mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download, Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { openMailServer } from '#server/test/mail-server.ts';
import { freePort, startServer } from '#server/test/server-process.ts';
import { expectAccessible } from './accessibility.ts';
import {
  account,
  admin,
  allRowsDrawn,
  expect,
  grace,
  openTool,
  signIn,
  signInByPopup,
  test,
} from './fixtures.ts';
import {
  chooseMore,
  clearToasts,
  expectFits,
  exportAs,
  field,
  pick,
  readCsv,
  row,
  rowOption,
  toasted,
} from './resources.ts';

const bookOf = async (download: Download) =>
  (await readXlsx(new Uint8Array(await readFile(await download.path())))).sheets;

/** Waits until the latest export by mail is done. */
async function mailed(page: Page, recipient: string): Promise<void> {
  await page.goto(`/jobs?search=${recipient}`);
  await expect(row(page, recipient).first()).toContainText('Done', { timeout: 30_000 });
}

/** Opens the mail in the local inbox and takes its file. */
async function fileOfMail(page: Page, recipient: string): Promise<Download> {
  await page.goto(`/inbox?search=${recipient}`);
  await rowOption(page, recipient, 'Open');
  await expect(page.getByRole('dialog')).toContainText('The file is attached');
  await expectAccessible(page);
  const started = page.waitForEvent('download');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /\.xlsx/ })
    .click();
  return started;
}

test('the workbook: requested on the dashboard, mailed, opened in the local inbox', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard');
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Master Export' });
  for (const sheet of ['Students', 'Cohorts', 'Schedule', 'Teachers', 'Courses'])
    await expect(dialog.getByText(sheet, { exact: true })).toBeVisible();
  await expectAccessible(page);
  const address = dialog.getByLabel('E-mail');
  await address.fill('');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByText('Email cannot be empty')).toBeVisible();
  await expect(address).toBeFocused();
  await address.fill('head@school.example');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(
    dialog.getByText('The workbook will be mailed to head@school.example'),
  ).toBeVisible();
  // The dialog closes by itself.
  await expect(dialog).toHaveCount(0);

  await mailed(page, 'head@school.example');
  await expectAccessible(page);
  const sheets = await bookOf(await fileOfMail(page, 'head@school.example'));
  expect(sheets.map(({ name }) => name)).toEqual([
    'Students',
    'Cohorts',
    'Schedule',
    'Teachers',
    'Courses',
  ]);
  expect(sheets[0]!.rows.length).toBeGreaterThan(168);
  expect(sheets[3]!.rows.some((cells) => cells.includes('grace.hall@demo.example'))).toBe(true);

  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/inbox', '/jobs', '/master-export', '/schedule-export']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectFits(page);
  }
});

test('the master export: missing fields are reported, chosen ones are listed once, and the file matches the screens', async ({
  page,
}) => {
  await signIn(page, account, '/master-export');
  await expect(page.getByLabel('Date range', { exact: true })).toContainText(
    '18 Oct 2026 – 18 Nov 2026',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Please select at least one schedule or subject',
  );
  await page.getByRole('button', { name: 'Add subject' }).click();
  await expect(toasted(page, 'Please select an subject/schedule')).toBeVisible();
  await clearToasts(page);
  const add = async (label: string, text: string) => {
    await pick(page, label, text);
    await page.getByRole('button', { name: `Add ${label.toLowerCase()}` }).click();
  };
  await add('Subject', 'LEA301');
  await add('Subject', 'LEA301');
  await expect(toasted(page, 'Already added this subject/schedule')).toBeVisible();
  await add('Schedule', 'ANA110');
  await expect(
    page.getByRole('heading', { name: 'Subjects and schedules to export (2)' }),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Remove ANA110/ }).click();
  await clearToasts(page);
  await expectAccessible(page);

  const take = async (button: string) => {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    return started;
  };
  const rows = await readCsv(await take('Export CSV'));
  await expect(toasted(page, 'Download Success')).toBeVisible();
  expect(rows.length).toBeGreaterThan(100);
  expect(new Set(rows.map((line) => line['Subject code']))).toEqual(new Set(['LEA301']));
  const [sheet] = await bookOf(await take('Export Excel'));
  expect(sheet!.rows).toHaveLength(rows.length + 1);
  expect(sheet!.rows[1]![0]).toBeInstanceOf(Date);
  await clearToasts(page);

  // Today is a Wednesday: a class on Mondays has no roll.
  await page.goto('/master-export');
  await add('Schedule', 'Monday 19:30');
  await page.getByRole('button', { name: 'Clear Date range' }).click();
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByRole('alert')).toContainText('Start date is required');
  await page.getByLabel('Date range', { exact: true }).click();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(toasted(page, 'No Data found')).toBeVisible();
});

test('the schedule export of one student is mailed @detail', async ({ page }) => {
  await signIn(page, admin, '/timetable');
  await chooseMore(page, 'Schedule export');
  await field(page, 'E-mail').fill('');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText('field is required')).toBeVisible();
  await expect(field(page, 'E-mail')).toBeFocused();
  await field(page, 'E-mail').fill('dean@school.example');
  await field(page, 'From').fill('2026-11-20');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText('End date must be later than start date')).toBeVisible();
  await field(page, 'From').fill('2026-11-02');
  await pick(page, 'Add students', 'S260001');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(toasted(page, 'Schedule exported successfully to provided mail')).toBeVisible();
  await mailed(page, 'dean@school.example');
  const [sheet] = await bookOf(await fileOfMail(page, 'dean@school.example'));
  const at = sheet!.rows[0]!.indexOf('Student ID');
  expect(new Set(sheet!.rows.slice(1).map((cells) => cells[at]))).toEqual(new Set(['S260001']));
});

test('a whole semester is archived and restored in one step @detail', async ({ page }) => {
  await signIn(page, admin, '/semester');
  const semester = page.locator('[data-row]').first();
  const title = (await semester.getByRole('checkbox').getAttribute('aria-label'))!.replace(
    'Select ',
    '',
  );
  await semester.getByRole('button', { name: /^Options of/ }).click();
  await page.getByRole('menuitem', { name: 'Archive with classes' }).click();
  await expect(page.getByRole('dialog')).toContainText(`Archive ${title} with its classes?`);
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(toasted(page, 'Semester and 108 classes archived')).toBeVisible();
  await expect(page.getByText('No Semester Data Found!')).toBeVisible();
  await page.goto('/timetable');
  await expect(page.getByText('No Timetables Data Found!')).toBeVisible();
  // Rolls of the past stay open.
  await page.goto('/attendance/view?id=1&date=2026-11-16');
  await expect(page.locator('tr[data-status="Present"]').first()).toBeVisible();

  await page.goto('/semester?archived=true');
  await semester.getByRole('button', { name: /^Options of/ }).click();
  await page.getByRole('menuitem', { name: 'Restore with classes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(toasted(page, 'Semester and 108 classes restored')).toBeVisible();
  await page.goto('/timetable');
  await expect(page.getByText('of 108 items')).toBeVisible();
});

test('a teacher gets a private calendar link, and no exports', async ({ page, request }) => {
  await signIn(page, grace, '/mytimesheet');
  await page.getByRole('button', { name: 'Calendar link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar link' });
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  const url = await dialog.getByLabel('Link').inputValue();
  await expect(dialog.getByRole('img', { name: 'Code for the camera of a phone' })).toBeVisible();
  for (const way of ['Calendar on this device', 'Google Calendar', 'Outlook'])
    await expect(dialog.getByRole('link', { name: way })).toBeVisible();
  await expectAccessible(page);
  const calendar = await request.get(new URL(url).pathname);
  expect(calendar.status()).toBe(200);
  expect(await calendar.text()).toContain('SUMMARY:MEN210 Mental Health Care');
  await dialog.getByRole('button', { name: 'Create a new link' }).click();
  await page
    .getByRole('dialog', { name: 'Create a new link?' })
    .getByRole('button', { name: 'Create a new link' })
    .click();
  await expect(dialog.getByLabel('Link')).not.toHaveValue(url);
  await dialog.getByRole('button', { name: 'Remove the link' }).click();
  await expect(dialog.getByRole('button', { name: 'Create a link' })).toBeVisible();
  expect((await request.get(new URL(url).pathname)).status()).toBe(404);

  await page.goto('/dashboard');
  await expect(page.locator('[data-class]').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
  for (const path of ['/master-export', '/schedule-export', '/jobs', '/inbox']) {
    await page.goto(path);
    await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
  }
});

test('all results of a search are archived, restored and exported from the archive at once @detail', async ({
  page,
}) => {
  await signIn(page, account, '/notes?search=Fire%20drill');
  const found = Number(
    /of (\d+) items/.exec((await page.getByText(/^Showing/).textContent())!)![1],
  );
  expect(found).toBeGreaterThan(1);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Archive selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(toasted(page, `${found} archived`)).toBeVisible();
  await page.getByRole('button', { name: 'Archived' }).click();
  await expect(page.getByText(`of ${found} items`)).toBeVisible();
  expect(await readCsv(await exportAs(page, /CSV of all/))).toHaveLength(found);
  await clearToasts(page);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Restore selected' }).click();
  await expect(toasted(page, `${found} restored`)).toBeVisible();

  // A selection can extend beyond its page.
  await page.goto('/students');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: /^Select all \d+/ }).click();
  await expect(page.getByText(/^\d{3} selected$/)).toBeVisible();
});

test('the marks of a roll as a file', async ({ page }) => {
  await signIn(page, account, '/attendance/view?id=1&date=2026-11-16');
  await expect(page.locator('tr[data-status="Present"]').first()).toBeVisible();
  await allRowsDrawn(page);
  const marked = await page.locator('tr[data-status="Present"], tr[data-status="Absent"]').count();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect(await readCsv(await started)).toHaveLength(marked);
});

test('a mail that the mail server refuses is shown with the reason, and tried again @detail', async ({
  page,
}) => {
  let known = false;
  const mail = await openMailServer({
    rejectRecipient: () => (known ? null : { code: 550, text: 'No such mailbox here' }),
  });
  const folder = mkdtempSync(join(tmpdir(), 'attendance-e2e-mail-'));
  chmodSync(folder, 0o755);
  const own = await startServer({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    env: { SMTP_URL: mail.address },
  });
  try {
    await signInByPopup(page, admin, `${own.base}/dashboard`);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill('typo@school.example');
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    await expect(
      page.getByText('The workbook will be mailed to typo@school.example'),
    ).toBeVisible();
    await openTool(page, 'Exchange', 'Exports by mail');
    // With a mail server there is no local inbox.
    await expect(page.getByRole('link', { name: 'Local inbox' })).toHaveCount(0);
    await expect(row(page, 'typo@school.example')).toContainText('Failed', { timeout: 30_000 });
    await expect(row(page, 'typo@school.example')).toContainText('No such mailbox here');
    await expectAccessible(page);
    known = true;
    await rowOption(page, 'typo@school.example', 'Try again');
    await expect(toasted(page, 'It is tried again')).toBeVisible();
    await expect(row(page, 'typo@school.example')).toContainText('Done', { timeout: 30_000 });
    expect(mail.accepted).toHaveLength(1);
  } finally {
    await own.stop('SIGINT');
    await mail.close();
  }
});
