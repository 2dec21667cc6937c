import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, grace, openTool, signIn, test } from './fixtures.ts';
import { expectFits } from './resources.ts';

test('a report by subject leads to finer ones, to the rolls behind a number, and to the roll', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard');
  await openTool(page, 'Reports', 'Reports');
  await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
  const totals = page.getByRole('region', { name: 'Totals' });
  await expect(totals.getByRole('link', { name: /^Rate: \d+%$/ })).toBeVisible();
  const first = page.locator('[data-row]').first();
  await expect(first).toContainText('%');
  await expectAccessible(page);

  // The totals are the rolls behind them.
  const taken = totals.getByRole('link', { name: /^Rolls taken: / });
  const number = (await taken.textContent()) ?? '';
  await taken.click();
  await expect(page.getByRole('heading', { name: 'Rolls of a report' })).toBeVisible();
  await expect(page.getByText(`of ${number}`)).toBeVisible();
  await expectAccessible(page);
  await first.getByRole('link').first().click();
  await expect(page).toHaveURL(/attendance\/view/);
  await page.goBack();
  await page.goBack();

  await first.getByRole('link').first().click();
  await expect(page).toHaveURL(/by=class/);
  await expect(page.getByText('Subject:')).toBeVisible();
  await page.getByRole('button', { name: 'Rate %' }).click();
  await expect(page).toHaveURL(/ordering=rate/);
});

test('weeks are a chart, weekdays and hours a heat map, compared with the period before @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/reports');
  await page.getByRole('combobox', { name: 'By' }).click();
  await page.getByRole('option', { name: 'Week', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Rate by week, in percent' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Last 4 weeks' }).click();
  await page.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'The period before' }).click();
  await expect(page.getByText('compared with')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Classes before: \d+$/ })).toBeVisible();
  await expect(page.getByText('A dark line is the rate before.')).toBeVisible();
  await expect(page).toHaveURL(/by=week&period=last_4_weeks&compare=before/);
  await expectAccessible(page);

  await page.goto('/reports?by=weekday_hour');
  const heat = page.getByRole('region', { name: 'Rate by weekday and hour, table' });
  await expect(heat.getByRole('rowheader').first()).toBeVisible();
  await expectAccessible(page);
  await heat.getByRole('link').first().click();
  await expect(page.getByText(/Only \w+day \d\d:00/)).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/reports?by=weekday_hour&compare=before');
  await expect(heat.getByRole('rowheader').first()).toBeVisible();
  await expectAccessible(page);
});

test('a report is saved, shared, opened by a teacher with the own classes, renamed and deleted', async ({
  page,
  browser,
}) => {
  await signIn(page, admin, '/reports?by=student&period=last_4_weeks&page=1');
  await page.getByRole('button', { name: 'Saved reports' }).click();
  await page.getByRole('menuitem', { name: 'Save this report' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Students lately');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('“Students lately” was saved')).toBeVisible();
  await page.getByRole('button', { name: 'Saved reports' }).click();
  await page.getByRole('menuitem', { name: 'All saved reports' }).click();
  const row = page.locator('[data-row]').first();
  await expect(row).toContainText('Only me');
  await row.getByRole('button', { name: 'Options of Students lately' }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Share with everybody' }).click();
  await expect(row).toContainText('Everybody who reads reports');
  await row.getByRole('button', { name: 'Options of Students lately' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Last four weeks');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(row).toContainText('Last four weeks');

  const other = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await signIn(other, grace, '/reports/saved');
  await other.getByRole('link', { name: 'Last four weeks' }).click();
  await expect(other).toHaveURL(/by=student&period=last_4_weeks/);
  await expect(other.getByRole('region', { name: 'Totals' })).toBeVisible();
  await expectFits(other);
  await expectAccessible(other);
  await other.close();

  await row.getByRole('button', { name: 'Options of Last four weeks' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /delete|yes/i })
    .click();
  await expect(page.getByText('Last four weeks')).toBeHidden();
});

test('a shared report by cohort says to who may not read cohorts that it is filtered, and shows no other numbers (R-REPORT-4)', async ({
  page,
  browser,
}) => {
  await signIn(page, admin, '/reports');
  const body = { name: 'Group 1 rate', address: 'by=class&period=last_4_weeks&cohort=1' };
  const { id } = await api<{ id: number }>(page, 'saved-reports/create/', body);
  await api(page, `saved-reports/${id}/`, { is_shared: true }, 'PATCH');

  const other = await browser.newPage();
  await signIn(other, grace, '/reports/saved');
  await other.getByRole('link', { name: body.name }).click();
  const refused = other.getByRole('alert');
  await expect(refused).toContainText('This page filters by cohort, which you may not read');
  await expect(other.getByRole('region', { name: 'Totals' })).toBeHidden();
  await expect(other.locator('[data-row]')).toHaveCount(0);
  await expectAccessible(other);
  for (const path of ['/reports/rolls', '/absences', '/timetable/week', '/timetable']) {
    await other.goto(`${path}?cohort=1${path === '/timetable' ? '&show=week' : ''}`);
    await expect(refused).toContainText('filters by cohort');
  }
  await other.goto('/reports?by=class&period=last_4_weeks&cohort=1');
  await other.getByRole('button', { name: 'Show it without the filter' }).click();
  await expect(other).toHaveURL(/by=class&period=last_4_weeks$/);
  await expect(other.getByRole('region', { name: 'Totals' })).toBeVisible();
  await other.close();
  await api(page, `saved-reports/${id}/`, {}, 'DELETE');
});

test('files equal the screen; nothing and nonsense have messages; a phone has room @detail', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, admin, '/reports?by=room');
  await expect(page.getByRole('region', { name: 'Totals' })).toBeVisible();
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  const excel = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel' }).click();
  expect((await excel).suggestedFilename()).toMatch(/^Report-2026-11-18-\w+\.xlsx$/);
  await page.setViewportSize({ width: 1600, height: 850 });
  await page.goto('/reports?by=room&compare=before&period=this_week&view=list');
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV of this page' }).click();
  const [row = {}] = parse(readFileSync(await (await csv).path()), {
    bom: true,
    columns: true,
  }) as Record<string, string>[];
  const cells = page.locator('[data-row]').first().getByRole('cell');
  // The change has a sign on the screen; counts of the other period follow in the file.
  const shown = (await cells.allTextContents())
    .slice(2)
    .map((text) => text.replace('%', ''))
    .filter((text) => !/^[+−–]/.test(text));
  const written = Object.entries(row).filter(
    ([title, text]) => text !== 'N/A' && title !== 'Change',
  );
  expect(shown).toEqual(written.map(([, text]) => text).slice(0, shown.length));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/reports?from_date=2006-11-18&to_date=2026-11-18');
  await expect(page.getByText('must be at most 366 days before to_date')).toBeVisible();
  await page.goto('/reports?from_date=2020-11-18&to_date=2020-11-19');
  await expect(page.getByText('No reports')).toBeVisible();
  await expectAccessible(page);
});
