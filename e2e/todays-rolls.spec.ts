import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import {
  admin,
  expect,
  grace,
  openRoll,
  signIn,
  tapCard,
  test,
  cardOf,
  studentsWithCard,
} from './fixtures.ts';
import { chooseMore, expectFits } from './resources.ts';

test('an admin sees every class of today, the current ones first, and a mark at once', async ({
  page,
  browser,
}) => {
  await signIn(page, admin, '/dashboard');
  await chooseMore(page, 'Today’s rolls');
  await expect(page.getByRole('heading', { name: 'Today’s rolls' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Today’s rolls' });
  await expect(
    table.getByRole('rowheader').or(table.locator('th[scope=rowgroup]')).first(),
  ).toHaveText('Now');
  const states = page.getByRole('group', { name: 'State' });
  await expect(states.getByRole('button', { name: /^All/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expectAccessible(page);

  const teacher = await (await browser.newContext()).newPage();
  await openRoll(teacher);
  const id = new URL(teacher.url()).searchParams.get('id');
  const row = page.locator(`tr[data-class="${id}"]`);
  await expect(row).toHaveAttribute('data-state', 'not taken');
  await expect(row).toContainText('0 of 28');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const [student = '', second = ''] = await studentsWithCard(teacher);
  await tapCard(teacher, cardOf(student));
  await expect(row).toContainText('1 of 28');
  await expect(row).toHaveAttribute('data-state', 'in progress');
  expect(requests).toEqual([]);

  await states.getByRole('button', { name: /^In progress/ }).click();
  await expect(page).toHaveURL(/state=in\+progress/);
  await expect(page.locator('tr[data-class]')).toHaveCount(1);
  await page.reload();
  await expect(page.locator('tr[data-class]')).toHaveCount(1);
  await states.getByRole('button', { name: /^All/ }).press('Enter');
  await page.getByRole('searchbox', { name: 'Find in this day' }).fill('grace');
  await expect(page).toHaveURL(/text=grace/);
  for (const one of await page.locator('tr[data-class]').all())
    await expect(one).toContainText('Grace Hall');
  await row.getByRole('link', { name: /^Start/ }).click();
  await expect(page).toHaveURL(/\/attendance\/add\?id=/);

  // The start page follows as well.
  await page.goto('/');
  await expect(row).toContainText('1 of 28');
  requests.length = 0;
  await tapCard(teacher, cardOf(second));
  await expect(row).toContainText('2 of 28');
  expect(requests.filter((url) => url.includes('/classschedule/'))).toEqual([]);
});

test('it fits a phone and dark mode; past days are a link away @detail', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, admin, '/todays-rolls');
  await expect(page.locator('tr[data-class]').first()).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  await page.goto('/todays-rolls?text=nothing+like+it');
  await expect(page.getByText('No Data Found').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Past days/ }).click();
  await expect(page.getByRole('heading', { name: 'Rolls not taken' })).toBeVisible();
  const begins = page.getByText('Classes before 28 Oct 2026 are not listed.');
  await expect(begins).toHaveCount(0);
  await page.goto('/open-rolls?from_date=2026-10-01');
  await expect(begins).toBeVisible();
});

test('a teacher sees their own classes @detail', async ({ page }) => {
  await signIn(page, grace, '/todays-rolls');
  await expect(page.getByText(/^Your classes of/)).toBeVisible();
  await expect(page.locator('tr[data-class]').first()).toBeVisible();
  for (const one of await page.locator('tr[data-class]').all())
    await expect(one).toContainText('Grace Hall');
});

test('a student without a mark in an unfinished roll has a notice on their page @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard');
  const date = '2026-11-17';
  const day = `classschedule/?date=${date}&limit=1`;
  const { results } = await api<{ results: { id: number }[] }>(page, day);
  const of = { class_schedule: results[0]?.id, date };
  const path = `attendance/?class_schedule=${of.class_schedule}&date=${date}`;
  const roll = await api<{ results: { student: number; status: string }[] }>(page, path);
  const left = roll.results.find(({ status }) => status !== 'N/A');
  await api(page, 'withdraw-marks/', { ...of, student: [left?.student], status: left?.status });
  await page.goto(`/students/student-details?id=${left?.student}`);
  await expect(page.getByText('(1 in an unfinished roll)')).toBeVisible();
  await expect(
    page.getByRole('link', { name: '17 Nov 2026: not taken in an unfinished roll' }),
  ).toHaveText('?');
  await expectAccessible(page);
});
