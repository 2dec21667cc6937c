import { expectAccessible } from './accessibility.ts';
import { admin, expect, grace, signIn, test } from './fixtures.ts';
import { showAs } from './resources.ts';

test('many classes are a table by their start: filtered by text, room and state, opened by Start; the choice of cards is remembered', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard');
  const current = page.getByRole('region', { name: 'Current and Upcoming Classes' });
  const rows = page.locator('tr[data-class]');
  await expect(rows).toHaveCount(18);
  await expect(current.getByRole('rowheader').first()).toHaveText('Now');
  await expect(current.locator('tr[data-ongoing]').first()).toContainText(/Ongoing/);
  await expect(
    page.getByRole('region', { name: 'Previous Classes' }).getByRole('rowheader').first(),
  ).toHaveText('07:30');
  await expectAccessible(page);

  await page.getByRole('searchbox', { name: 'Find in this day' }).fill('grace men210');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/text=grace/);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Find in this day' }).fill('');
  await page.getByRole('combobox', { name: 'State' }).selectOption('Not taken');
  await expect(page.getByText(/^\d+ of 18 classes$/)).toBeVisible();
  expect(
    await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-state'))),
  ).not.toContain('taken');
  await page.getByRole('combobox', { name: 'State' }).selectOption('All states');
  await page.getByRole('combobox', { name: 'Room' }).selectOption('A1.01');
  expect(await rows.count()).toBeLessThan(18);
  await page.getByRole('combobox', { name: 'Room' }).selectOption('All rooms');

  await showAs(page, 'Cards');
  await expect(page.locator('article')).toHaveCount(18);
  await expect(page).toHaveURL(/view=cards/);
  await page.goto('/dashboard');
  await expect(page.locator('article')).toHaveCount(18);
  await showAs(page, 'Table');
  await page
    .locator('tr[data-ongoing]')
    .first()
    .getByRole('link', { name: /^Start/ })
    .click();
  await expect(page).toHaveURL(/attendance\/add\?id=\d+&date=2026-11-18/);
  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
});

test('a table of classes fits its container, beside the calendar and on a phone, with all possible content @detail', async ({
  page,
}) => {
  await signIn(page, grace, '/dashboard?view=table');
  const classes = page.locator('tr[data-class]');
  await expect(classes.first()).toBeVisible();
  // Every row has a check-in button, and no state is longer than the one of an unfinished current roll.
  await page.locator('tr[data-class] td:nth-child(5) > span').evaluateAll((states) => {
    for (const state of states) state.textContent = 'Ongoing, in progress';
  });
  await expect(classes.getByRole('button', { name: 'Teacher Check-in' }).first()).toBeVisible();
  const calendar = page.getByRole('complementary', { name: 'Calendar and holidays' });
  for (const width of [1600, 1366, 1200, 1000, 820, 390]) {
    await page.setViewportSize({ width, height: 844 });
    // Drawn in the new width.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
    const [table, side] = [
      await page.getByRole('table').first().boundingBox(),
      await calendar.boundingBox(),
    ];
    const limit = side && table && side.x > table.x ? side.x : width;
    expect.soft(table!.x + table!.width, String(width)).toBeLessThanOrEqual(limit);
  }
  await expectAccessible(page);
});

test('a long name of a class is never cut @detail', async ({ page }) => {
  await signIn(page, admin, '/dashboard?view=table');
  await expect(page.locator('tr[data-class]')).toHaveCount(18);
  const name = page.locator('tr[data-class] td:nth-child(2) > span').first();
  // No name of the demo is that long.
  await name.evaluate((cell) => {
    cell.textContent = 'Mental Health Care '.repeat(6);
  });
  for (const width of [1920, 1366, 820]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await name.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  }
});

test('the table of classes has what the cards have, at 1366 pixels and on a future day', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard?view=table');
  const rows = page.locator('tr[data-class]');
  await expect(rows.nth(17)).toBeVisible();
  const current = page.locator('tr[data-ongoing]').filter({ hasText: 'MEN210' });
  for (const text of [
    '10:30 – 12:00',
    'Lecture + Tutorial',
    'A1.01',
    'Grace Hall',
    'Semester 2, 2026',
    /of 28 students/,
    /\d+ present, \d+ absent/,
    'Ongoing',
  ])
    await expect(current.getByText(text).first()).toBeInViewport({ ratio: 1 });
  await page.goto('/dashboard?view=table&date=2026-12-01');
  await expect(rows.nth(17)).toBeVisible();
  // Other tests add classes to later days.
  const classes = await rows.count();
  for (const name of [/^Start/, /^View attendance/]) {
    await expect(rows.getByRole('button', { name })).toHaveCount(classes);
    await expect(rows.getByRole('button', { name }).first()).toBeDisabled();
  }
  await expectAccessible(page);
});

test('nothing covers a control of a table with Teacher Check-in @detail', async ({ page }) => {
  for (const person of [grace, admin]) {
    await signIn(page, person, '/dashboard?view=table');
    const controls = page.locator('tr[data-class]').locator('a, button');
    for (const width of [1600, 1366, 1200, 1000, 820]) {
      await page.setViewportSize({ width, height: 850 });
      await page.goto('/dashboard?view=table');
      await expect(page.locator('tr[data-class]').first()).toBeVisible();
      await expect(page.getByText('Holidays').last()).toBeVisible();
      const covered = await controls.evaluateAll((all) =>
        all
          .filter((control) => {
            const box = control.getBoundingClientRect();
            if (box.width === 0 || box.bottom > innerHeight) return false;
            return [box.left + 1, box.right - 1].some(
              (x) => !control.contains(document.elementFromPoint(x, box.top + box.height / 2)),
            );
          })
          .map((control) => control.outerHTML),
      );
      expect(covered, String(width)).toEqual([]);
    }
  }
});

test('an admin sees Teacher Check-in disabled, with the reason', async ({ page }) => {
  await signIn(page, admin, '/dashboard?view=cards');
  const button = page.getByRole('button', { name: 'Teacher Check-in' });
  const expectDisabled = async () => {
    await expect(button.first()).toBeVisible();
    await expect(button.first()).toBeDisabled();
    await expect(button.first()).toHaveAccessibleDescription(/^Only teachers check in/);
    await expectAccessible(page);
  };
  await expectDisabled();
  await page.goto('/dashboard?view=table');
  await expectDisabled();
  await page
    .locator('tr[data-ongoing]')
    .first()
    .getByRole('link', { name: /^Start/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  await expectDisabled();
});
