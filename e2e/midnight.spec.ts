import type { Page } from '@playwright/test';
import { admin, expect, openRoll, signIn, test } from './fixtures.ts';

const sleptMs = 14 * 3_600_000;

/** Puts the clocks of the page and of the server forward over midnight, as if the computer had slept. */
async function wakeNextDay(page: Page): Promise<void> {
  await page.route('**/api/v2/config/', async (route) => {
    const response = await route.fetch();
    const config: { now: string } = await response.json();
    const now = new Date(Date.parse(config.now) + sleptMs).toISOString();
    await route.fulfill({ response, json: { ...config, now } });
  });
  await page.evaluate((ms) => {
    const { now } = Date;
    Date.now = () => now() + ms;
    window.dispatchEvent(new Event('focus'));
  }, sleptMs);
}

test('a dashboard that stays open over midnight shows the new day', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  await expect(page).toHaveURL(/date=2026-11-18/);
  await expect(page.getByRole('link', { name: /^Start/ }).first()).toBeVisible();
  await wakeNextDay(page);
  await expect(page).toHaveURL(/date=2026-11-19/);
  await expect(page.getByRole('link', { name: /^Start/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Today', exact: true })).toBeDisabled();
});

test('a roll that is open without a date in its address stays the roll of its day', async ({
  page,
}) => {
  await openRoll(page);
  const id = new URL(page.url()).searchParams.get('id');
  await page.goto(`/attendance/add?id=${id}`);
  const heading = page.getByText('Wednesday 18 November 2026');
  await expect(page.locator('[data-live=true]')).toBeVisible();
  await wakeNextDay(page);
  await expect(heading.first()).toBeVisible();
  await expect(page.locator('[data-gate=past]')).toContainText('Roll of yesterday, Wednesday');
});
