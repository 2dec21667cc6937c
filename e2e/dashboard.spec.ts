import { expectAccessible } from './accessibility.ts';
import { admin, expect, grace, omar, signIn, test } from './fixtures.ts';
import { expectFits } from './resources.ts';

test('a teacher’s day: own classes, the current one marked, the address in step', async ({
  page,
}) => {
  await signIn(page, grace, '/dashboard');
  await expect(page.getByRole('button', { name: 'Wednesday 18 November 2026' })).toBeVisible();
  await expect(page).toHaveURL(/date=2026-11-18&teacher=\d+/);
  await expect(page.getByRole('combobox', { name: 'Teacher' })).toHaveValue('Grace Hall');
  const current = page.getByRole('region', { name: 'Current and Upcoming Classes' });
  await expect(current.getByText('Ongoing')).toHaveCount(1);
  const card = current.locator('article[data-ongoing]');
  for (const text of [
    'MEN210',
    '10:30 – 12:00',
    'Lecture + Tutorial',
    'A1.01',
    'Grace Hall',
    'Semester 2, 2026',
    '28 students:',
    ' present, 0 absent',
    '% taken',
  ]) {
    await expect(card).toContainText(text);
  }
  await expect(
    page.getByRole('region', { name: 'Previous Classes' }).locator('article'),
  ).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Previous Classes' })).toContainText(
    /28 students: 2\d present/,
  );
  await expectAccessible(page);
});

test('a link chosen as soon as the day appears opens its page', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  await expect(page).toHaveURL(/date=/);
  // The page is left while the next one waits for its rows.
  await page.route('**/api/**/attendance/students/?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      const isOpen = document.querySelector('main h1')?.textContent === 'Dashboard';
      const link = document.querySelector<HTMLElement>('nav a[href="/students"]');
      if (!isOpen || !link) return;
      watcher.disconnect();
      link.click();
    });
    watcher.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Students', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/students/);
});

test('the day is walked by buttons, calendar and month dialog, and can be shared as a link', async ({
  page,
}) => {
  await signIn(page, grace, '/dashboard');
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page.getByRole('button', { name: 'Thursday 19 November 2026' })).toBeVisible();
  await expect(page).toHaveURL(/date=2026-11-19/);
  await expect(page.getByRole('button', { name: 'Start' }).first()).toBeDisabled();
  await expect(page.getByRole('button', { name: 'View attendance' }).first()).toBeDisabled();
  await page.getByRole('button', { name: 'Previous day' }).click();
  await page.getByRole('button', { name: 'Previous day' }).click();
  await expect(page.getByRole('button', { name: 'Tuesday 17 November 2026' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/date=2026-11-18/);
  await page.getByRole('button', { name: '24 November 2026' }).click();
  await expect(page.getByRole('button', { name: 'Tuesday 24 November 2026' })).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page).toHaveURL(/date=2026-11-18/);

  await page.getByRole('button', { name: 'Wednesday 18 November 2026' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Class Day').first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Next month' }).click();
  await expect(dialog.getByText('Community Week').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'December 3, 2026' }).click();
  await expect(page.getByRole('button', { name: 'Thursday 3 December 2026' })).toBeVisible();
});

test('a day without classes gives the reason, and the nearest days with classes @detail', async ({
  page,
}) => {
  await signIn(page, grace, '/dashboard?date=2026-12-03');
  await expect(page.getByText('No classes- Holiday')).toBeVisible();
  await expect(page.getByText('No Class on this day!')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('No Class on this day!')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sat, 5 Dec' }).click();
  await expect(page.getByRole('button', { name: 'Saturday 5 December 2026' })).toBeVisible();
  await expect(page.locator('article').first()).toBeVisible();

  await page.goto('/dashboard?date=2026-12-06');
  await expect(page.getByText('No classes: weekend')).toBeVisible();
  await page.goto('/dashboard?date=2027-03-10');
  await expect(page.getByText('Semester Break')).toBeVisible();
});

test('holidays are listed and link to their day @detail', async ({ page }) => {
  await signIn(page, grace, '/dashboard');
  await page.getByRole('button', { name: /Staff Development Day/ }).click();
  await expect(page).toHaveURL(/date=2026-12-28/);
});

test('an admin sees the classes of all teachers, or of one @detail', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  const teacher = page.getByRole('combobox', { name: 'Teacher' });
  await expect(teacher).toHaveValue('All Teachers');
  await expect(page.locator('tr[data-class]')).toHaveCount(18);
  await teacher.click();
  await teacher.fill('omar');
  await page.getByRole('option', { name: 'Omar Haddad' }).click();
  await expect(page.locator('article').first()).toContainText('Omar Haddad');
  await expect(page).toHaveURL(/teacher=\d+/);
  await page.reload();
  await expect(teacher).toHaveValue('Omar Haddad');
  await teacher.click();
  await expect(page.getByRole('option', { name: 'All Teachers' })).toBeVisible();
  await expectAccessible(page);
});

test('a teacher chooses between all and their own classes @detail', async ({ page }) => {
  await signIn(page, omar, '/dashboard');
  await page.getByRole('combobox', { name: 'Teacher' }).click();
  await expect(page.getByRole('option')).toHaveText(['All Teachers', 'Omar Haddad']);
  await page.getByRole('option', { name: 'All Teachers' }).click();
  await expect(page.locator('tr[data-class]')).toHaveCount(18);
  await expect(page).toHaveURL(/teacher=all/);
});

test('at a phone’s width the page does not overflow @detail', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, grace, '/dashboard');
  await expect(page.locator('article').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);

  // The month shows the whole week, and the next one can be reached.
  await page.getByRole('button', { name: 'Wednesday 18 November 2026' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Class Day').first()).toBeVisible();
  for (const day of ['Mon', 'Wed', 'Sun'])
    await expect(dialog.getByText(day, { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('button', { name: 'November 22, 2026' })).toBeInViewport({
    ratio: 1,
  });
  await dialog.getByRole('button', { name: 'Next month' }).click();
  await expect(dialog.getByText('Community Week').first()).toBeVisible();
});

const dense: [width: number, height: number, firstAt: number, rowOf: number][] = [
  [1366, 850, 460, 56],
  [390, 844, 500, 120],
];
for (const [width, height, firstAt, rowOf] of dense)
  test(`a day of many classes starts on the first screen of ${width} × ${height}, in low rows @detail`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, admin, '/dashboard?view=table');
    await expect(page.locator('tr[data-class]')).toHaveCount(18);
    await expect(page.getByText('Open rolls')).toBeVisible();
    const first = await page.locator('tr[data-class]').first().boundingBox();
    expect(first!.y).toBeLessThanOrEqual(firstAt);
    expect(first!.height).toBeLessThanOrEqual(rowOf);
    await expectFits(page);
    await expectAccessible(page);
  });

test('the calendar beside the day names today and the holidays, and marks them not by colour alone', async ({
  page,
}) => {
  await signIn(page, grace, '/dashboard?date=2026-11-24');
  const side = page.getByRole('region', { name: 'Choose a date' });
  const today = side.getByRole('button', { name: '18 November 2026', exact: true });
  await expect(today).toHaveAttribute('aria-current', 'date');
  await expect(today).toHaveCSS('outline-style', 'solid');
  const holiday = side.getByRole('button', {
    name: '3 December 2026, holiday: Community Week',
    exact: true,
  });
  await expect(holiday).toHaveAttribute('title', 'Community Week');
  const bar = await holiday.evaluate((day) => getComputedStyle(day, '::after').borderBottomWidth);
  expect(Number.parseFloat(bar)).toBeGreaterThan(0);
  await side.getByRole('button', { name: 'Next month' }).click();
  await expect(
    side.getByRole('button', { name: '28 December 2026, holiday: Staff Development Day' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

test('below 960 pixels a button opens the month above the classes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, grace, '/dashboard');
  const button = page.getByRole('button', { name: 'Month', exact: true });
  const side = page.getByRole('region', { name: 'Choose a date' });
  await expect(button).toBeInViewport({ ratio: 1 });
  await expect(side).toHaveCount(0);
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(side).toBeInViewport({ ratio: 1 });
  await expectFits(page);
  await expectAccessible(page);
  await side.getByRole('button', { name: '24 November 2026' }).click();
  await expect(page.getByRole('button', { name: 'Tuesday 24 November 2026' })).toBeVisible();
  await button.click();
  await expect(side).toHaveCount(0);
});

test('calendars mark the chosen day and the chosen period', async ({ page }) => {
  const unmarked = 'rgba(0, 0, 0, 0)';
  await signIn(page, admin, '/dashboard');
  const side = page.getByRole('region', { name: 'Choose a date' });
  await expect(side.locator('[data-selected]')).toHaveCount(1);
  await expect(side.locator('[data-selected]')).not.toHaveCSS('background-color', unmarked);
  await page.goto('/leave?from_date=2026-11-16&to_date=2026-11-22');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('button', { name: 'On leave between', exact: true }).click();
  const month = page.locator('.mantine-DatePickerInput-month').first();
  await expect(month.locator('[data-selected]').first()).not.toHaveCSS(
    'background-color',
    unmarked,
  );
  await expect(month.locator('[data-in-range]').nth(2)).not.toHaveCSS('background-color', unmarked);
  await expectAccessible(page);
});
