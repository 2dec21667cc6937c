import { expectAccessible } from './accessibility.ts';
import { admin, expect, signIn, test } from './fixtures.ts';

const widths = [820, 1024, 1180, 1280, 1366];

for (const path of ['/students', '/red-list-students', '/reports'])
  test(`${path} cuts no column on a tablet, or beside the sidebar (R-SHELL-8)`, async ({
    page,
  }) => {
    await signIn(page, admin, path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 850 });
      await page.reload();
      await expect(page.locator('[data-row]').first()).toBeVisible();
      const table = page.locator('table').first();
      const cut = await table.evaluate((it) => {
        const frame = it.parentElement!;
        return frame.scrollWidth - frame.clientWidth;
      });
      expect(cut, `${width} px: so much is cut`).toBeLessThanOrEqual(1);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });
