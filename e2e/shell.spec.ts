import { account, admin, expect, expectAccessible, grace, signIn, test } from './person.ts';

for (const [name, who] of [
  ['teacher', grace],
  ['admin', admin],
  ['account', account],
] as const) {
  test(`${name} finds the way by sidebar, search and breadcrumbs`, async ({ page }) => {
    await signIn(page, who);
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await sections.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    await expect(sections.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');

    const search = page.getByLabel('Search pages');
    await search.fill('at');
    await expect(page.getByText('No results found')).toHaveCount(0);
    await search.fill('attend');
    await expect(page.getByRole('link', { name: 'Add Attendance' })).toBeVisible();
    await search.fill('zzz');
    await expect(page.getByText('No results found')).toBeVisible();
    await search.fill('attend');
    await search.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Attendance', level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText('Home');
  });
}

test('the sidebar collapses, is remembered, and gives way on a phone', async ({ page }) => {
  await signIn(page, grace);
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible();
  await page.getByRole('button', { name: 'Expand the sidebar' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections).toBeHidden();
  await page.getByRole('button', { name: 'Expand the sidebar' }).click();
  await sections.getByRole('link', { name: 'Dashboard' }).click();
  await expect(sections).toBeHidden();
  await page.setViewportSize({ width: 1366, height: 850 });
  await expect(sections).toBeVisible();
});

test('light and dark are chosen and remembered', async ({ page }) => {
  await signIn(page, grace);
  // A page that is still on its way has no heading yet.
  await expect(page.getByRole('heading', { name: 'Attendance', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Account of Grace Hall' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('support, an unknown address and a page that is not for the role', async ({ page }) => {
  await signIn(page, grace);
  await page.getByRole('button', { name: 'Account of Grace Hall' }).click();
  await page.getByRole('menuitem', { name: 'Support' }).click();
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'There is no page at this address.' })).toBeVisible();
  await expectAccessible(page);

  // A role that lost a right while the page was open: the server refuses and the screen follows.
  await page.route('**/user/details/', async (route) => {
    const answer = await route.fetch();
    const details = (await answer.json()) as { permissions: Record<string, string[]> };
    await route.fulfill({ response: answer, json: { ...details, permissions: { ...details.permissions, Dashboard: [] } } });
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: "The page you're looking for is not accessible!" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back To Home' }).click();
  await expect(page.getByRole('heading', { name: 'Attendance', level: 1 })).toBeVisible();
});

test('the account menu and the search are for everyone', async ({ page }) => {
  await signIn(page, grace);
  await page.getByRole('button', { name: 'Account of Grace Hall' }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByLabel('Search pages').fill('dash');
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(2);
  await expectAccessible(page);
});

test('the search finds a group of pages, and Enter opens the first result', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  const search = page.getByLabel('Search pages');
  await search.fill('enroll student');
  await expect(page.getByRole('link', { name: 'Enroll Student', exact: true })).toBeVisible();
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enroll By Cohort', level: 1 })).toBeVisible();
});
