import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { cardOf, expect, openRoll, tapCard, test } from './fixtures.ts';

const faces = (page: Page) => page.getByRole('list', { name: 'Students' }).getByRole('listitem');

/** How many faces are wholly on the screen. */
const inSight = (page: Page) =>
  faces(page).evaluateAll(
    (all) => all.filter((face) => face.getBoundingClientRect().bottom <= innerHeight).length,
  );

test('the roll by faces: presses, menu, keys and cards mark as in the list, and the view is remembered', async ({
  page,
}) => {
  await openRoll(page);
  await page.getByRole('radio', { name: 'Faces' }).check({ force: true });
  await expect(faces(page)).toHaveCount(28);
  await expect(page).toHaveURL(/view=faces/);
  await expect.poll(() => inSight(page)).toBe(28);
  await expectAccessible(page);

  const [first, second, third] = [faces(page).nth(0), faces(page).nth(1), faces(page).nth(2)];
  await first.getByRole('button').first().click();
  await expect(first).toHaveAttribute('data-status', 'Present');
  await expect(first).toContainText('✓ Present');
  await first.getByRole('button').first().click();
  await expect(first).toHaveAttribute('data-status', 'Absent');
  await page.keyboard.press('Control+z');
  await expect(first).toHaveAttribute('data-status', 'Present');

  await second.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Late…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Minutes late' }).fill('7');
  await dialog.getByRole('button', { name: /^(Save|Mark)/ }).click();
  await expect(second).toContainText('✓ 7 min late');

  const fourth = faces(page).nth(3);
  await tapCard(page, cardOf((await fourth.getAttribute('data-student'))!));
  await expect(fourth).toHaveAttribute('data-status', 'Present');

  await second.getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('a');
  await expect(third).toHaveAttribute('data-status', 'Absent');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Mark the rest present (24)' }).click();
  await expect(faces(page).last()).toHaveAttribute('data-status', 'Present');
  await expect(third).toHaveAttribute('data-status', 'Absent');
  await page.keyboard.press('Control+z');
  await expect(faces(page).last()).toHaveAttribute('data-status', 'N/A');
  await expect(page.getByRole('button', { name: 'Mark the rest present (24)' })).toBeVisible();

  const { pathname, searchParams } = new URL(page.url());
  searchParams.delete('view');
  await page.goto(`${pathname}?${searchParams}`);
  await expect(first).toContainText('✓ Present');
  await expect(second).toContainText('✓ 7 min late');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => inSight(page)).toBeGreaterThanOrEqual(12);
  await expectAccessible(page);
});
