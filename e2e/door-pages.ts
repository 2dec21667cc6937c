import { expect, type Browser, type Page } from '@playwright/test';

/** Adds a tablet to a room on the page *Devices*, and returns the address of its code. */
export async function addTablet(page: Page, name: string, room: string): Promise<string> {
  await page.getByRole('button', { name: 'Add device' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(/^Name/).fill(name);
  await form.getByLabel('Room').click();
  await form.getByLabel('Room').fill(room);
  await page.getByRole('option', { name: room }).first().click();
  await form.getByRole('button', { name: 'Add device' }).click();
  const shown = page.getByRole('dialog', { name: `Code of ${name}` });
  const code = (await shown.getByText(/^[0-9A-Z]{5} [0-9A-Z]{5}$/).textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(shown).toBeHidden();
  return `/door#${code.replace(' ', '')}`;
}

/** The room of the open roll's class. */
export async function roomOf(page: Page): Promise<string> {
  const line = await page.getByText(/ · Room \S+ · /).textContent();
  return / · Room (\S+) · /.exec(line ?? '')?.[1] ?? '';
}

/** Another browser becomes the device. */
export async function openDoor(
  browser: Browser,
  base: string,
  address: string,
  prepare?: (door: Page) => Promise<unknown>,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width: 1024, height: 768 },
    serviceWorkers: 'allow',
  });
  const door = await context.newPage();
  await prepare?.(door);
  await door.goto(address);
  await door.getByLabel(/^PIN/).fill('4711');
  await door.getByRole('button', { name: 'Start' }).click();
  await expect(door.getByText('Tap your card')).toBeVisible();
  // The server has answered: its pause between the keys of a reader holds.
  await expect(door.getByText(/^Now/)).toBeVisible();
  return door;
}
