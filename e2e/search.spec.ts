import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import {
  account,
  admin,
  cardOf,
  expect,
  grace,
  logOut,
  openRoll,
  signIn,
  signInByPopup,
  studentsWithCard,
  tapCard,
  test,
} from './fixtures.ts';

const field = (page: Page) =>
  page.getByRole('banner').getByRole('combobox', { name: 'Search pages and records' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const results = (page: Page, group: string) =>
  page.getByRole('group', { name: group }).getByRole('option');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('the header shows nothing up to two characters, then pages with their "Add", then records', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard');
  await field(page).fill('st');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(page.getByText('No results found')).toHaveCount(0);
  await field(page).fill('nur');
  await expect(results(page, 'Classes').first()).toContainText(
    /NUR101 .*(Mon|Tues|Wednes|Thurs|Fri|Satur)day \d\d:\d\d–\d\d:\d\d · .+ · /,
  );
  await expect(results(page, 'Subjects').first()).toContainText('NUR101');
  await field(page).fill('dash');
  await expect(results(page, 'Pages')).toHaveText(['Dashboard', 'Add Dashboard']);
  await field(page).fill('grace');
  await expect(results(page, 'Students')).toHaveCount(6);
  await expect(results(page, 'Students').first()).toHaveText(/^Grace \w+S26\d{4}$/);
  await expect(results(page, 'Teachers')).toHaveText('Grace Hallgrace.hall@demo.example');
  await expectAccessible(page);
  await field(page).fill('zzz');
  await expect(page.getByText('No results found')).toBeVisible();
  await expectAccessible(page);
});

test('a student is found by name, id, e-mail and card, and Enter opens their page', async ({
  page,
}) => {
  await signIn(page, grace, '/dashboard');
  for (const text of ['S260018', 's260018@students', cardOf('S260018')]) {
    await field(page).fill(text);
    // Typed quickly: the records have not loaded yet.
    await field(page).press('Enter');
    await expect(heading(page, 'Grace Kim')).toBeVisible();
    await expect(field(page)).toHaveValue('');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(heading(page, 'Dashboard')).toBeVisible();
  }
});

test('other records link to their pages @detail', async ({ page }) => {
  await signIn(page, account, '/dashboard');
  const choose = async (text: string, group: string) => {
    await field(page).fill(text);
    await results(page, group).first().click();
    await expect(page.getByRole('listbox')).toHaveCount(0);
  };
  const rows = page.locator('[data-row]');
  await choose('grace hall', 'Teachers');
  await expect(heading(page, 'Teachers')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await choose('men210 wednesday', 'Classes');
  await expect(heading(page, 'Timetables')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Wednesday');
  await choose('a1.01', 'Classrooms');
  await expect(heading(page, 'Classroom')).toBeVisible();
  await expect(rows.first()).toContainText('A1.01');
  await choose('mental', 'Subjects');
  await expect(heading(page, 'Subjects')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await page.goto('/cohort');
  const name = await rows.first().getByRole('link').first().innerText();
  await choose(name, 'Cohorts');
  await expect(page).toHaveURL(/\/cohort\/view\?id=\d+/);
  await expect(heading(page, name)).toBeVisible();
});

test('pages are found by common words, as far as the role may open them @detail', async ({
  page,
}) => {
  await signIn(page, account, '/dashboard');
  await field(page).fill('paycode');
  await expect(results(page, 'Pages').first()).toHaveText('Pay codes');
  await field(page).press('Enter');
  await expect(page).toHaveURL(/timesheet-admin-portal\/payrolls/);
  await field(page).fill('bulk upload');
  await field(page).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Bulk upload of students' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/show=upload/);
  await field(page).fill('enroll student');
  await expect(results(page, 'Pages').first()).toHaveText('Enroll Student');
  await field(page).press('Enter');
  await expect(heading(page, 'Enroll By Cohort')).toBeVisible();
});

test('a teacher finds no pages and records of others @detail', async ({ page }) => {
  await signIn(page, grace, '/dashboard');
  await field(page).fill('payroll');
  await expect(results(page, 'Pages')).toHaveText(['My Timesheet', 'Add My Timesheet']);
  for (const text of ['import', 'audit', 'omar.haddad@']) {
    await field(page).fill(text);
    await expect(page.getByText('No results found')).toBeVisible();
  }
});

test('results are navigated by keyboard: arrows, Home, End, Escape @detail', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  const active = page.getByRole('banner').getByRole('option', { selected: true });
  await field(page).fill('enroll');
  await expect(active).toHaveText('Enroll Student');
  const id = await active.getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id!);
  await field(page).press('ArrowDown');
  await expect(active).toHaveText('Add Enroll Student');
  await field(page).press('End');
  await expect(active).toHaveText('Add Enroll By Schedule');
  await field(page).press('ArrowDown');
  await expect(active).toHaveText('Enroll Student');
  await field(page).press('ArrowUp');
  await expect(active).toHaveText('Add Enroll By Schedule');
  await field(page).press('Home');
  await expect(active).toHaveText('Enroll Student');
  await expect(field(page)).toBeFocused();
  await field(page).press('Escape');
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(field(page)).toHaveValue('enroll');
  await field(page).press('Escape');
  await expect(field(page)).toHaveValue('');
  // After Escape Enter still opens the first one.
  await field(page).fill('dash');
  await expect(active).toHaveText('Dashboard');
  await field(page).press('Escape');
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
  await field(page).fill('enroll');
  await field(page).press('ArrowDown');
  await field(page).press('ArrowDown');
  await field(page).press('Enter');
  await expect(page).toHaveURL(/\/enroll-by-cohort$/);
});

test('without the server pages are found, and records once it answers again @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard');
  await page.route('**/attendance/search/**', (route) =>
    route.fulfill({ status: 400, json: { detail: 'no' } }),
  );
  await field(page).fill('student');
  await expect(results(page, 'Pages').first()).toHaveText('Students');
  await expect(page.getByText('Records cannot be searched now.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/attendance/search/**');
  await field(page).fill('grace');
  await expect(results(page, 'Students')).toHaveCount(6);
});

test('the palette opens everywhere by Ctrl+K, searches from the first character on, and closes by Escape', async ({
  page,
}) => {
  await signIn(page, admin, '/holiday');
  await expect(heading(page, 'Holidays')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('g');
  await expect(results(page, 'Students').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  const link = page.getByRole('link', { name: 'Teachers' });
  await link.focus();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toHaveCount(0);

  // Another dialog waits for an answer.
  await page.goto('/students?show=upload');
  await expect(page.getByRole('dialog', { name: 'Bulk upload of students' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toHaveCount(0);
});

test('the palette starts with recently opened items, until the logout @detail', async ({
  page,
}) => {
  await signInByPopup(page, admin, '/subjects');
  await expect(heading(page, 'Subjects')).toBeVisible();
  await page.getByRole('link', { name: 'Teachers' }).click();
  await expect(heading(page, 'Teachers')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('s260018');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Grace Kim')).toBeVisible();
  await page.getByRole('link', { name: 'Classroom' }).click();
  await expect(heading(page, 'Classroom')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(results(page, 'Recently opened')).toHaveText([
    'Grace KimS260018',
    'Teachers',
    'Subjects',
  ]);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Grace Kim')).toBeVisible();
  // The same for a student's page that was opened without the search.
  await page.goto('/students?search=s260048');
  await page.getByRole('link', { name: 'S260048' }).click();
  await expect(heading(page, 'Grace Wilson')).toBeVisible();
  await page.getByRole('link', { name: 'Holidays' }).click();
  await expect(heading(page, 'Holidays')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(results(page, 'Recently opened')).toHaveText([
    'Grace WilsonS260048',
    'Students',
    'Grace KimS260018',
    'Classroom',
    'Teachers',
    'Subjects',
  ]);
  await page.keyboard.press('Escape');
  // The name is removed with the window.
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/Kim|S2600/);

  await logOut(page);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
    'recent_',
  );
});

test('a device that may not store personal data remembers pages, and no record @detail', async ({
  page,
}) => {
  await page.route('**/api/v2/config/', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...((await answer.json()) as object), keep_on_device: false },
    });
  });
  await signIn(page, admin, '/subjects');
  await field(page).fill('s260018');
  await field(page).press('Enter');
  await expect(heading(page, 'Grace Kim')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(results(page, 'Recently opened')).toHaveText(['Subjects']);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(
    /Kim|S260018/,
  );
});

test('a card that is read while the search is open marks its student and leaves the text unchanged @detail', async ({
  page,
}) => {
  await openRoll(page);
  const [first, second] = await studentsWithCard(page);
  await page.keyboard.press('Control+k');
  const inPalette = palette(page).getByRole('combobox');
  await inPalette.fill('men');
  await tapCard(page, cardOf(first!));
  await expect(page.locator(`tr[data-student="${first}"]`)).toHaveAttribute(
    'data-status',
    'Present',
  );
  await expect(inPalette).toHaveValue('men');
  await page.keyboard.press('Escape');
  await field(page).click();
  await tapCard(page, cardOf(second!));
  await expect(page.locator(`tr[data-student="${second}"]`)).toHaveAttribute(
    'data-status',
    'Present',
  );
  await expect(field(page)).toHaveValue('');
  await expect(page).toHaveURL(/\/attendance\/add/);
});

test('the code of the search is loaded on first use @detail', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await signIn(page, grace, '/students');
  await expect(page.locator('[data-row]').first()).toBeVisible();
  expect(requests.filter((path) => /\/assets\/SearchList-|attendance\/search/.test(path))).toEqual(
    [],
  );
  await field(page).fill('grace');
  await expect(results(page, 'Students').first()).toBeVisible();
  expect(requests.filter((path) => path.includes('attendance/search'))).toHaveLength(1);
});

test('on a phone the results take the width of the screen @detail', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, grace, '/dashboard');
  await field(page).fill('grace');
  await expect(results(page, 'Students').first()).toBeVisible();
  const list = (await page.getByRole('listbox').boundingBox())!;
  expect(list.x).toBeGreaterThanOrEqual(0);
  expect(list.x + list.width).toBeLessThanOrEqual(390);
  expect(list.width).toBeGreaterThan(340);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
});
