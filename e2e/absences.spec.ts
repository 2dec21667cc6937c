import { expectAccessible } from './accessibility.ts';
import { admin, expect, grace, signIn, test } from './fixtures.ts';
import { chooseMore, expectFits } from './resources.ts';

test('who is absent today is found from the dashboard, and leads to the student and the roll', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard');
  await chooseMore(page, 'Absences');
  await expect(page.getByRole('heading', { name: 'Absences' })).toBeVisible();
  await expect(
    page.getByText('Students who were absent at least once on 18 Nov 2026'),
  ).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: '30 days' }).click();
  await expect(page.getByText('from 20 Oct 2026 to 18 Nov 2026')).toBeVisible();
  const first = page.locator('[data-row]').first();
  await expect(first).toContainText('%');
  await page.getByRole('button', { name: 'Rate', exact: true }).click();
  await expect(page).toHaveURL(/ordering=rate/);
  await expectAccessible(page);

  // A link carries the filters.
  await page.goto('/absences?from_date=2026-10-20&to_date=2026-11-18&below=80&ordering=-rate');
  await expect(page.getByText('Students whose rate is below 80%')).toBeVisible();
  await expect(first).toContainText(/[4-7]\d%/);
  await first.getByRole('link').last().click();
  await expect(page).toHaveURL(/attendance\/view/);
  await page.locator('#page').getByRole('link', { name: 'Absences' }).click();
  await expect(page.getByText('absent at least once in one class')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await first.getByRole('link').first().click();
  await expect(page).toHaveURL(/student-details/);
});

test('a teacher sees the own classes; on a phone it fits, and a period of years is refused @detail', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, grace, '/dashboard');
  await chooseMore(page, 'Absences');
  await expect(page.getByText('in your classes on 18 Nov 2026')).toBeVisible();
  await page.goto('/absences?from_date=2026-10-01&to_date=2026-11-18');
  await expect(page.getByText('in your classes from 1 Oct 2026')).toBeVisible();
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  await page.goto('/absences?from_date=2006-11-18&to_date=2026-11-18');
  await expect(page.getByText('must be at most 366 days before to_date')).toBeVisible();
});
