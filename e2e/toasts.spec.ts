import type { Page } from '@playwright/test';
import { account, expect, openRoll, signIn, test } from './fixtures.ts';
import { choose, clearToasts, confirmed, field, pick, rowOption, toasted } from './resources.ts';

/** The controls of the page that are under a toast. */
const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toast = '.mantine-Notification-root';
    const toasts = [...document.querySelectorAll(toast)].map((it) => it.getBoundingClientRect());
    const isCovered = (control: Element) => {
      const box = control.getBoundingClientRect();
      return toasts.some((at) => {
        const [left, right] = [Math.max(at.left, box.left), Math.min(at.right, box.right)];
        const [top, bottom] = [Math.max(at.top, box.top), Math.min(at.bottom, box.bottom)];
        if (right - left < 1 || bottom - top < 1) return false;
        // What is under the header is not in sight, what decorates the control is.
        const below = document
          .elementsFromPoint((left + right) / 2, (top + bottom) / 2)
          .find((element) => !element.closest('.mantine-Notifications-root'));
        return below !== undefined && control.parentElement!.contains(below);
      });
    };
    return [
      ...document.querySelectorAll('a, button, input, select, textarea, summary, [role=button]'),
    ]
      .filter((control) => !control.closest(toast) && isCovered(control))
      .map((control) => control.outerHTML);
  });

async function refuse(page: Page, address: string, method: string): Promise<void> {
  await page.route(address, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { detail: 'The database is restarting' } })
      : route.fallback(),
  );
}

/** Asserts it while the toasts are visible: they close by themselves. */
async function expectNothingCovered(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await expect(toasted(page, text)).toBeVisible();
  expect(await coveredControls(page)).toEqual([]);
  for (const text of texts) await expect(toasted(page, text)).toBeVisible();
}

const screens = [
  [1920, 1080],
  [1366, 850],
  [1280, 800],
  [1100, 800],
  [820, 1180],
  [390, 844],
] as const;

for (const [width, height] of screens)
  test(`at ${width} pixels the toasts of a roll cover no control @detail`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openRoll(page);
    // Others than the pages before: they share an institute.
    const open = page.locator('tr[data-student]:not([data-status=Absent])');
    for (const row of [open.first(), open.last()]) {
      await row.getByRole('button', { name: 'Absent' }).click();
      // Not by the pointer, which would scroll back to the top.
      await page.getByRole('button', { name: 'Mark present' }).dispatchEvent('click');
      await expectNothingCovered(page, 'Student Marked As Absent', 'Please select a student');
      await clearToasts(page);
    }
  });

for (const [width, height] of [screens[1], screens.at(-1)!]) {
  test(`at ${width} pixels the toasts of a form cover no control @detail`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await refuse(page, '**/attendance/courses/**', 'GET');
    await signIn(page, account, '/subjects/add');
    await field(page, 'Subject name').fill('X');
    await field(page, 'Subject code').fill('X1');
    await choose(page, 'Year', 'Year 1');
    await pick(page, 'Specialization', 'Acute Care');
    await pick(page, 'Teacher', 'Keiko Mori');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expectNothingCovered(page, 'Please Resolve this issue first to submit!');
  });

  test(`at ${width} pixels the toast of a list covers no control @detail`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await refuse(page, '**/attendance/students/**', 'PATCH');
    await refuse(page, '**/attendance/students/**', 'POST');
    await signIn(page, account, '/students');
    await rowOption(page, 'S260002', 'Archive');
    await confirmed(page, 'Archive');
    await expectNothingCovered(page, 'The database is restarting');
  });
}
