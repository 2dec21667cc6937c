import { expectAccessible } from './accessibility.ts';
import { account, admin, expect, signIn, test } from './fixtures.ts';
import { expectFits, pick } from './resources.ts';

test('filters: chosen in the panel, stored in the address, removed one by one @detail', async ({
  page,
}) => {
  await signIn(page, account, '/timetable');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Tuesday', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Lecture', exact: true }).check();
  await pick(page, 'Teacher', 'Grace Hall');
  await expect(page).toHaveURL(/day_of_week=Tuesday/);
  await expect(page).toHaveURL(/class_type=Lecture/);
  await expect(page).toHaveURL(/teacher=1/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filters (3)' })).toBeVisible();
  for (const cells of await page.locator('tbody tr').all()) {
    await expect(cells).toContainText('Tuesday');
    await expect(cells).toContainText('Grace Hall');
  }
  await page.getByRole('button', { name: 'Remove the filter Day' }).click();
  await expect(page).not.toHaveURL(/day_of_week/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/teacher|class_type/);
});

test('a period: two months, presets from today @detail', async ({ page }) => {
  await signIn(page, admin, '/leave');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('button', { name: 'On leave between' }).click();
  for (const preset of ['Today', 'This Week', 'Last 15 Days', 'This Month'])
    await expect(page.getByRole('button', { name: preset })).toBeVisible();
  await expect(page.locator('.mantine-DatePickerInput-month')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'This Week' }).click();
  await expect(page).toHaveURL(/from_date=2026-11-16&to_date=2026-11-22/);
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.goto('/leave?from_date=2030-01-01&to_date=2030-01-02');
  await expect(page.getByText('No Data Available!')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page.locator('[data-row]').first()).toBeVisible();

  // On a phone one is above the other, and the presets are above both.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/leave');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('button', { name: 'On leave between' }).click();
  const month = page.locator('.mantine-DatePickerInput-month');
  await expect(month).toHaveCount(2);
  await expect(month.first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('November 2026')).toBeVisible();
  for (const preset of ['Today', 'This Week', 'Last 15 Days', 'This Month'])
    await expect(page.getByRole('button', { name: preset })).toBeInViewport({ ratio: 1 });
  const [upper, lower] = [await month.first().boundingBox(), await month.last().boundingBox()];
  expect(lower!.y).toBeGreaterThanOrEqual(upper!.y + upper!.height);
  expect(lower!.x).toBe(upper!.x);
  await expectFits(page);
  const december15 = month.last().getByRole('button', { name: '15 December 2026' });
  await december15.scrollIntoViewIfNeeded();
  await expect(december15).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(page.getByText('January 2027')).toBeVisible();
  await page.getByRole('button', { name: 'This Week' }).click();
  await expect(page).toHaveURL(/from_date=2026-11-16&to_date=2026-11-22/);
});

test('specializations, courses, teachers and classrooms are filtered too @detail', async ({
  page,
}) => {
  await signIn(page, account, '/specialization');
  const openFilters = () => page.getByRole('button', { name: 'Filters', exact: true }).click();
  const chooseFilter = async (filter: string, option: string) => {
    await page.getByLabel(filter, { exact: true }).and(page.locator('input')).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const rows = page.locator('[data-row]');

  await expect(rows.nth(1)).toBeVisible();
  await openFilters();
  await pick(page, 'Course', 'Bachelor of Nursing');
  await expect(page).toHaveURL(/course=\d+/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(rows.first()).toBeVisible();

  await page.goto('/courses');
  await openFilters();
  await pick(page, 'Specialization', 'Acute Care');
  await expect(page).toHaveURL(/specialization=\d+/);
  await chooseFilter('Coordinator', 'Without a coordinator');
  await expect(page).toHaveURL(/has_coordinator=false/);

  await page.goto('/teachers');
  await expect(rows.filter({ hasText: 'Omar' })).toBeVisible();
  await openFilters();
  await pick(page, 'Subject', 'MEN210');
  await expect(rows.filter({ hasText: 'Grace' })).toBeVisible();
  await expect(rows.filter({ hasText: 'Omar' })).toHaveCount(0);
  await chooseFilter('Card', 'Without a card');
  await expect(page).toHaveURL(/has_card=false/);

  await page.goto('/classroom');
  await expect(rows.nth(1)).toBeVisible();
  await openFilters();
  await chooseFilter('Seats', 'At least 200');
  await expect(page).toHaveURL(/seats=200/);
  await expect(page.getByRole('button', { name: 'Remove the filter Seats' })).toBeVisible();
});
