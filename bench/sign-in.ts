import type { Page } from '@playwright/test';

/** Opens a page with a list as one of the demo's users. */
export async function signInAs(page: Page, address: string, person: RegExp): Promise<void> {
  await page.goto(address);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  await (await opened).getByRole('button', { name: person }).click();
  await page.locator('[data-row]').first().waitFor();
}
