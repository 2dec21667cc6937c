import { expectNothingCovered } from './covered-controls.ts';
import { account, openRoll, signIn, test } from './fixtures.ts';
import { clearToasts, confirmed, rowOption } from './resources.ts';

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

for (const [width, height] of [screens[1], screens.at(-1)!])
  test(`at ${width} pixels the toast of a list covers no control @detail`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.route('**/attendance/students/**', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 500, json: { detail: 'The database is restarting' } }),
    );
    await signIn(page, account, '/students');
    await rowOption(page, 'S260002', 'Archive');
    await confirmed(page, 'Archive');
    await expectNothingCovered(page, 'The database is restarting');
  });
