import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect } from './fixtures.ts';
import { expectPopplerAgrees } from './poppler.ts';

/** Fields are named by their labels; an asterisk may follow. */
export const field = (page: Page, label: string): Locator =>
  page
    .locator('form')
    .getByLabel(new RegExp(`^${label}( \\*)?$`))
    .and(page.locator('input, textarea'));

/** Chooses from a server-searched picker. */
export async function pick(page: Page, label: string, text: string): Promise<void> {
  const input = page
    .getByLabel(new RegExp(`^${label}( \\*)?$`))
    .and(page.locator('input'))
    .first();
  await input.click();
  await input.fill(text);
  const option = page
    .getByRole('option', { name: new RegExp(text.replaceAll(/[()]/g, '.')) })
    .first();
  // A press that comes right after the page has scrolled is not taken (R-ROLL-28).
  await option.scrollIntoViewIfNeeded();
  await page.waitForTimeout(350);
  await option.click();
}

/** Opens one of the further actions of a page. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Chooses from a short list. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await field(page, label).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Presses a button of the open dialog. */
export const confirmed = (page: Page, button: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();

export const toasted = (page: Page, text: string | RegExp): Locator =>
  page.locator('.mantine-Notification-root').filter({ hasText: text });

/** Toasts of earlier actions must not be mistaken for later ones. */
export async function clearToasts(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
}

export const row = (page: Page, text: string): Locator =>
  page.locator('[data-row]').filter({ hasText: text });

export async function searchFor(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text);
  await expect(page).toHaveURL((url) => (url.searchParams.get('search') ?? '') === text);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** A menu that is still being positioned may miss a click: it closes once an entry was chosen. */
async function chooseItem(item: Locator): Promise<void> {
  await expect(item).toBeVisible();
  let clicked = false;
  await expect(async () => {
    if (!clicked || (await item.isVisible())) await item.click({ timeout: 2000 });
    clicked = true;
    await expect(item).toBeHidden({ timeout: 1000 });
  }).toPass({ timeout: 20_000 });
}

export async function rowOption(page: Page, text: string, option: string): Promise<void> {
  await row(page, text)
    .getByRole('button', { name: /^Options of/ })
    .click();
  await chooseItem(page.getByRole('menuitem', { name: option, exact: true }));
}

export async function exportAs(page: Page, item: RegExp): Promise<Download> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const started = page.waitForEvent('download');
  await chooseItem(page.getByRole('menuitem', { name: item }));
  return started;
}

export async function showAs(page: Page, view: 'List' | 'Cards' | 'Table'): Promise<void> {
  await page
    .getByRole('radiogroup', { name: 'View' })
    .locator('label')
    .filter({ hasText: view })
    .click();
}

/** A downloaded CSV, as records by column. */
export async function readCsv(download: Download): Promise<Record<string, string>[]> {
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  return parse(bytes, { bom: true, columns: true });
}

/** A downloaded PDF: its text, and the size of its pages in points. */
export async function readPdf(
  download: Download,
): Promise<{ text: string; pages: number; sizes: [number, number][]; images: number }> {
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  if (process.env.POPPLER) expectPopplerAgrees(await download.path(), text, totalPages);
  const sizes: [number, number][] = [];
  for (let number = 1; number <= totalPages; number++) {
    const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 });
    sizes.push([Math.round(width), Math.round(height)]);
  }
  const raw = (await readFile(await download.path())).toString('latin1');
  return { text, pages: totalPages, sizes, images: raw.split('/Subtype /Image').length - 1 };
}

/** Asserts that nothing overflows a phone's screen. */
export async function expectFits(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
}
