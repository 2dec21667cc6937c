import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { account, admin, expect, grace, openRoll, signIn, test } from './fixtures.ts';
import { expectFits, rowOption } from './resources.ts';

const menuOf = (page: Page) => page.getByRole('button', { name: /^Change this class of/ });
const choose = async (page: Page, entry: string) => {
  await menuOf(page).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

const tomorrowOf = async (page: Page): Promise<string> => {
  const { today } = await page.evaluate(
    async () => (await fetch('/api/v2/config/')).json() as Promise<{ today: string }>,
  );
  const tomorrow = new Date(`${today}T00:00:00Z`);
  tomorrow.setUTCDate(tomorrow.getUTCDate() + 1);
  return tomorrow.toISOString().slice(0, 10);
};

/** Grace's current roll: her page, and an admin's. */
async function rollOfBoth(page: Page, browser: Browser): Promise<{ teacher: Page; boss: Page }> {
  await openRoll(page);
  const boss = await (await browser.newContext()).newPage();
  await signIn(boss, admin, page.url());
  await expect(menuOf(boss)).toBeVisible();
  return { teacher: page, boss };
}

test('a class is cancelled with a reason, shown at once to its teacher, and restored by Undo', async ({
  page,
  browser,
}) => {
  const { teacher, boss } = await rollOfBoth(page, browser);
  await choose(boss, 'Cancel class');
  const dialog = boss.getByRole('dialog', { name: 'Cancel this class?' });
  await dialog.getByRole('button', { name: 'Cancel class' }).click();
  await expect(dialog.getByText('is required')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Water damage');
  await dialog.getByRole('button', { name: 'Cancel class' }).click();

  for (const seen of [boss, teacher]) {
    await expect(seen.getByText('Cancelled: Water damage')).toBeVisible();
    await expect(seen.getByRole('button', { name: 'Mark present' })).toHaveCount(0);
  }
  await expectAccessible(boss);
  await expectAccessible(teacher);
  await boss.getByRole('button', { name: 'Undo the change' }).click();
  for (const seen of [boss, teacher])
    await expect(seen.getByText('Cancelled: Water damage')).toHaveCount(0);
});

test('a class is covered by another teacher, who then owns it, until the cover is ended', async ({
  page,
  browser,
}) => {
  const { teacher, boss } = await rollOfBoth(page, browser);
  await choose(boss, 'Cover');
  const dialog = boss.getByRole('dialog', { name: /^Cover:/ });
  await dialog.getByRole('button', { name: 'Cover' }).click();
  await expect(dialog.getByText('is required')).toBeVisible();
  await dialog.getByLabel('Teacher').fill('Novák');
  await boss.getByRole('option', { name: /Novák/ }).click();
  await expectAccessible(boss);
  await dialog.getByRole('button', { name: 'Cover' }).click();
  const goOn = boss.getByRole('button', { name: 'Do it anyway' });
  const covered = boss.getByText('Covered by Pavel Novák for Grace Hall');
  await expect(goOn.or(covered)).toBeVisible();
  if (await goOn.isVisible()) await goOn.click();
  await expect(covered).toBeVisible();
  await expect(teacher.getByText('Covered by Pavel Novák for Grace Hall')).toBeVisible();
  await choose(boss, 'End cover');
  await expect(covered).toHaveCount(0);
});

test('accounts chooses the pay code of a cover; an admin sees none @detail', async ({
  page,
  browser,
}) => {
  const { boss } = await rollOfBoth(page, browser);
  await choose(boss, 'Cover');
  await expect(boss.getByRole('dialog').getByLabel('Teacher')).toBeVisible();
  await expect(boss.getByLabel(/^Pay code/)).toHaveCount(0);
  const accounts = await (await browser.newContext()).newPage();
  await signIn(accounts, account, page.url());
  await choose(accounts, 'Cover');
  const dialog = accounts.getByRole('dialog', { name: /^Cover:/ });
  await dialog.getByLabel('Teacher').fill('Novák');
  await accounts.getByRole('option', { name: /Novák/ }).click();
  await dialog.getByLabel(/^Pay code/).click();
  await accounts.getByRole('option').first().click();
  await expectAccessible(accounts);
  const sent = accounts.waitForRequest((request) => request.url().endsWith('/meetings/cover/'));
  await dialog.getByRole('button', { name: 'Cover' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ payroll_id: expect.any(Number) });
});

test('on the dashboard a class is moved by keyboard, and shows its new date', async ({ page }) => {
  await signIn(page, admin, '/dashboard?teacher=all&view=cards');
  // A class on a later day has no marks.
  await page.getByRole('button', { name: 'Next day' }).click();
  const card = page.locator('article[data-class]').last();
  const before = await card.getByText(/^\d\d:\d\d – \d\d:\d\d$/).textContent();
  const same = page.locator(`[data-class="${await card.getAttribute('data-class')}"]`);
  await menuOf(page).last().focus();
  await page.keyboard.press('Enter');
  // The menu takes the focus to its first item when it has opened.
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.getByRole('menuitem', { name: 'Move' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Move:/ });
  await dialog.getByLabel('Start time').fill('06:00');
  await dialog.getByLabel('End time').fill('05:30');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog.getByText('must be after start time')).toBeVisible();
  await dialog.getByLabel('End time').fill('06:30');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(same).toContainText('06:00 – 06:30');
  expect(before).not.toContain('06:00');
});

test('on the dashboard a cancelled class has no Start, and no missing check-in @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard?teacher=all&view=cards');
  const card = page.locator('article').filter({ hasText: 'Start' }).last();
  const same = page.locator(`[data-class="${await card.getAttribute('data-class')}"]`);
  await same.getByRole('button', { name: /^Change this class/ }).click();
  await page.getByRole('menuitem', { name: 'Cancel class' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Staff meeting');
  await dialog.getByRole('button', { name: 'Cancel class' }).click();
  await expect(same).toContainText('Cancelled: Staff meeting');
  await expect(same.getByRole('link', { name: 'Start' })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/dashboard?teacher=all&view=table');
  await expect(same).toHaveAttribute('data-state', 'cancelled');
  await expect(same).toContainText('Cancelled: Staff meeting');
  await expectAccessible(page);
});

test('a teacher sees no way to change a class @detail', async ({ page }) => {
  await signIn(page, grace, '/dashboard?view=cards');
  await expect(page.locator('article[data-ongoing]')).toBeVisible();
  await expect(menuOf(page)).toHaveCount(0);
});

test('the portal marks check-ins whose class was cancelled afterwards, and filters them @detail', async ({
  page,
}) => {
  await signIn(page, account, '/timesheet-admin-portal');
  const [line] = (
    await api<{ results: { id: number; date: string; schedule: { id: number } }[] }>(
      page,
      'payroll-logs/?status=pending&limit=1',
    )
  ).results;
  const { results } = await api<{ results: { id: number; meeting: { id: number } }[] }>(
    page,
    `classschedule/?date=${line?.date}&limit=500`,
  );
  const meeting = results.find(({ id }) => id === line?.schedule.id)?.meeting.id;
  const { operation } = await api<{ operation: number }>(page, 'meetings/cancel/', {
    ids: [meeting],
    reason: 'Flood',
  });
  const flagged = `/timesheet-admin-portal?from_date=${line?.date}&to_date=${line?.date}&flag=class_cancelled`;
  await page.goto(flagged);
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(page.locator('[data-row]')).toContainText('Class was cancelled');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Class was cancelled').last()).toBeVisible();
  await expectFits(page);
  await page.setViewportSize({ width: 1366, height: 850 });
  await rowOption(page, 'Class was cancelled', 'Edit');
  await expect(page.getByRole('alert', { name: 'Class was cancelled' })).toBeVisible();
  await expectAccessible(page);

  await api(page, `operations/${operation}/undo/`, {});
  await page.goto(flagged);
  await expect(page.locator('[data-row]')).toHaveCount(0);
});

test('a sick teacher’s day is covered by a link, in one step, undone in one', async ({ page }) => {
  await signIn(page, admin, '/dashboard?teacher=all&view=table');
  await page.getByRole('button', { name: 'Next day' }).click();
  const someone = page.locator('tr[data-class]').first();
  const name = (await someone.locator('td').nth(2).locator('small').textContent()) ?? '';
  await page.goto('/teachers');
  await page.getByRole('button', { name: `Options of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Away' }).click();
  await expect(page.getByRole('heading', { name: 'Teacher away' })).toBeVisible();
  const address = new URL(page.url());
  const date = await tomorrowOf(page);
  address.searchParams.set('from', date);
  await page.goto(address.href);
  const list = page.getByRole('main').locator('li[data-class]');
  await expect(list.first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Teacher' })).toHaveValue(name);
  await expectAccessible(page);
  const count = await list.count();
  const selects = list.getByRole('combobox');
  await page.getByRole('button', { name: 'Cover all with their first proposal' }).press('Enter');
  const covers = await selects.evaluateAll((all) =>
    all.flatMap((it) => (/^\d+$/.test((it as HTMLSelectElement).value) ? [1] : [])),
  );
  expect(covers.length).toBe(count);
  await page.getByRole('button', { name: /^Cover \d+ class/ }).click();
  await expect(list.getByText(/^Covered by /)).toHaveCount(count);
  await expect(page.getByText(/class(es)? covered/).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(selects).toHaveCount(count);

  await page.getByRole('button', { name: 'Cancel all' }).click();
  await page.getByRole('button', { name: /^Cancel \d+ class/ }).click();
  await expect(page.getByText('is required')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await expectFits(page);
  await page.getByLabel('Reason').fill('Ill');
  await page.keyboard.press('Enter');
  await expect(list.getByText('Cancelled: Ill')).toHaveCount(count);
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(selects).toHaveCount(count);
});

test('Teacher away is found by search, only by users who may change the timetable @detail', async ({
  page,
  browser,
}) => {
  const teacher = await (await browser.newContext()).newPage();
  await signIn(teacher, grace, '/teacher-away');
  await expect(teacher.getByText('is not accessible')).toBeVisible();
  await signIn(page, admin, '/');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sick');
  await page.getByRole('option', { name: 'Teacher away' }).click();
  await expect(page.getByText('Choose who is away')).toBeVisible();
  await expectAccessible(page);
});

test('in the table of the dashboard a class is changed by keyboard, and the change undone there @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard?teacher=all&view=table');
  await page.getByRole('button', { name: 'Next day' }).click();
  const first = page.locator('tr[data-class]').first();
  const same = page.locator(`[data-class="${await first.getAttribute('data-class')}"]`);
  await first.getByRole('button', { name: /^Change this class/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Cancel class' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel this class?' });
  await dialog.getByLabel('Reason').fill('Strike');
  await dialog.getByRole('button', { name: 'Cancel class' }).press('Enter');
  await expect(same).toContainText('Cancelled: Strike');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(same.getByRole('button', { name: /^Change this class/ })).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(same).not.toContainText('Cancelled');
  await expect(page.getByRole('button', { name: 'Undo the change' })).toHaveCount(0);
});

test('an extra class is added from the list of classes, and shows on the dashboard of its date @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/timetable');
  const date = await tomorrowOf(page);
  // Of another weekday: the class has no meeting tomorrow.
  const one = page.locator('[data-row]').filter({ hasText: 'Monday' }).first();
  await one.getByRole('button', { name: /^Options of/ }).click();
  await page.getByRole('menuitem', { name: 'Extra class' }).click();
  const dialog = page.getByRole('dialog', { name: /^Extra class:/ });
  const code = /Extra class: (\S+)/.exec((await dialog.textContent()) ?? '')?.[1] ?? '';
  await expectAccessible(page);
  await dialog.getByLabel('Date').first().fill(date);
  await dialog.getByLabel('Start time').fill('05:10');
  await dialog.getByLabel('End time').fill('05:50');
  await dialog.getByLabel('Reason').fill('Revision');
  await dialog.getByRole('button', { name: 'Add class' }).click();
  await expect(page.getByText('Extra class added').first()).toBeVisible();
  const address = page.url();
  await page.goto(`/dashboard?teacher=all&view=table&date=${date}`);
  await expect(page.locator('tr', { hasText: '05:10 – 05:50' })).toContainText(code);
  await expect(page.locator('tr', { hasText: '05:10 – 05:50' })).toContainText(
    'Extra class: Revision',
  );
  await page.goto(address);
  await one.getByRole('button', { name: /^Options of/ }).click();
  await page.getByRole('menuitem', { name: 'Students' }).click();
  await page.getByRole('button', { name: 'Extra class' }).click();
  await dialog.getByLabel('Date').first().fill(date);
  await dialog.getByRole('button', { name: 'Add class' }).click();
  await expect(page.getByText('has a meeting on').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectAccessible(page);
});
