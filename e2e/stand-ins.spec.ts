import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { account, admin, expect, grace, omar, signIn, test } from './fixtures.ts';
import {
  clearToasts,
  confirmed,
  expectFits,
  field,
  pick,
  row,
  rowOption,
  toasted,
} from './resources.ts';

/** The first classes of the day, Grace's and Keiko's; check-in is open until the evening. */
const early = /07:30 – 09:00/;

async function openClass(page: Page, teacher: string, time = early): Promise<void> {
  await page.goto('/dashboard?teacher=all&view=cards');
  await page
    .locator('article')
    .filter({ hasText: time })
    .filter({ hasText: teacher })
    .getByRole('link', { name: 'Start' })
    .click();
  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
}

test.describe.serial('a stand-in', () => {
  test('confirms first, by keyboard as well, and does not see what the class pays', async ({
    page,
  }) => {
    await signIn(page, omar, '/dashboard');
    await openClass(page, 'Grace Hall');
    const button = page.getByRole('button', { name: 'Teacher Check-in' });
    // Until the check-in is loaded, the button is disabled and takes no focus.
    await expect(button).toBeEnabled();
    await button.focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Check in instead of Grace Hall?' });
    await expect(question).toContainText('This is Grace Hall’s class. Check in as stand-in?');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(button).toBeEnabled();
    await button.click();
    await confirmed(page, 'Check in');
    await expect(page.getByRole('button', { name: 'Checked In' })).toBeDisabled();

    await page.goto('/mytimesheet');
    const line = row(page, 'Wed 18 Nov 2026').filter({ hasText: '07:30–09:00' });
    await expect(line).toContainText('stand-in for Grace Hall');
    await expect(line).toContainText('Once completed');

    // A teacher cannot be in two places at once.
    await openClass(page, 'Keiko Mori');
    await page.getByRole('button', { name: 'Teacher Check-in' }).click();
    await confirmed(page, 'Check in');
    await expect(toasted(page, 'You are checked in to another class at this time')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Teacher Check-in' })).toBeEnabled();
  });

  test('is shown to the teacher of the class, who says “This was me”', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, grace, '/mytimesheet');
    const notice = page
      .getByRole('list', { name: 'Stand-ins' })
      .getByRole('listitem')
      .filter({ hasText: '18 Nov 2026, 07:30–09:00' });
    await expect(notice).toContainText('Checked in by Omar Haddad');
    await expectFits(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1366, height: 850 });

    // The same on the roll, beside the button "Checked In".
    await openClass(page, 'Grace Hall');
    await expect(page.getByRole('button', { name: 'Checked In' })).toBeDisabled();
    await expect(page.getByText('Checked in by Omar Haddad')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'This was me' }).click();
    await expect(page.getByRole('dialog', { name: 'Checked in by Omar Haddad' })).toContainText(
      'accounts decides who is paid',
    );
    await expectAccessible(page);
    await confirmed(page, 'This was me');
    await expect(toasted(page, 'Accounts decides who is paid')).toBeVisible();
    await expect(page.getByText('Contested', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'This was me' })).toHaveCount(0);

    await page.goto('/mytimesheet');
    await expect(notice).toContainText('Contested');
    await expectAccessible(page);
  });

  test('is found and settled by accounts', async ({ page }) => {
    await signIn(page, account, '/timesheet-admin-portal');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('checkbox', { name: 'Contested' }).check();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/flag=contested/);
    await expect(page.locator('[data-row]')).toHaveCount(1);
    const line = row(page, 'Omar Haddad');
    await expect(line).toContainText('Stand-in for Grace Hall');
    await expect(line).toContainText('Contested');
    await expectAccessible(page);

    await rowOption(page, 'Omar Haddad', 'Edit');
    await expect(page.getByText('Contested: who is paid?')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Pay Grace Hall' }).click();
    await expect(toasted(page, 'Updated Successfully')).toBeVisible();
    await expect(page.getByText('Contested: who is paid?')).toHaveCount(0);
    const history = page.getByRole('region', { name: 'History' });
    await expect(history).toContainText('Grace Hall objected');
    await expect(history).toContainText('teacher: Omar Haddad → Grace Hall');
    await page.goto('/timesheet-admin-portal?flag=contested');
    await expect(page.locator('[data-row]')).toHaveCount(0);
  });

  test('in a class at the same time as another is entered by accounts after a question @detail', async ({
    page,
  }) => {
    await signIn(
      page,
      account,
      '/timesheet-admin-portal/missing?from_date=2026-11-18&to_date=2026-11-18&search=Keiko',
    );
    const line = row(page, '07:30–09:00');
    await line.getByRole('button', { name: /^Options of/ }).click();
    await page.getByRole('menuitem', { name: 'Enter check-in' }).click();
    await pick(page, 'Teacher', 'Grace');
    await confirmed(page, 'Enter');
    const question = page.getByRole('dialog', { name: 'Two classes at the same time?' });
    await expect(question).toContainText('Grace Hall is checked in to another class at this time');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog', { name: 'Enter a check-in' })).toContainText(
      'Grace Hall is checked in',
    );
    await confirmed(page, 'Enter');
    await question.getByRole('button', { name: 'Pay both' }).click();
    await expect(toasted(page, 'Checked In')).toBeVisible();
    await expect(line).toHaveCount(0);

    // The same when a line is corrected.
    await page.goto(
      '/timesheet-admin-portal?from_date=2026-11-18&to_date=2026-11-18&flag=stand_in',
    );
    await rowOption(page, 'Stand-in for Keiko Mori', 'Edit');
    await pick(page, 'Teacher', 'Keiko');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await confirmed(page, 'Save');
    await expect(toasted(page, 'Updated Successfully')).toBeVisible();
    await clearToasts(page);
    await page.goto('/timesheet-admin-portal?from_date=2026-11-18&to_date=2026-11-18&search=Keiko');
    await rowOption(page, '07:30–09:00', 'Edit');
    await pick(page, 'Teacher', 'Grace');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await confirmed(page, 'Save');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Edit check-in' })).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await confirmed(page, 'Save');
    await question.getByRole('button', { name: 'Pay both' }).click();
    await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  });
});

test('a class whose check-in was made elsewhere meanwhile: the teacher sees by whom @detail', async ({
  page,
  browser,
}) => {
  const eleven = /10:30 – 12:00/;
  await signIn(page, grace, '/dashboard');
  const card = page.locator('article').filter({ hasText: eleven });
  await expect(card.getByRole('button', { name: 'Teacher Check-in' })).toBeVisible();
  // Her screen receives no further events.
  await page.route('**/live?*', (route) => route.abort());
  await page.route('**/classschedule/?*', (route) => route.abort());

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const colleague = await context.newPage();
  await signIn(colleague, omar, '/dashboard');
  await openClass(colleague, 'Grace Hall', eleven);
  await colleague.getByRole('button', { name: 'Teacher Check-in' }).click();
  await confirmed(colleague, 'Check in');
  await expect(colleague.getByRole('button', { name: 'Checked In' })).toBeDisabled();

  await card.getByRole('button', { name: 'Teacher Check-in' }).click();
  await expect(page.getByRole('dialog', { name: 'Checked in by Omar Haddad' })).toBeVisible();
  await confirmed(page, 'Cancel');
  await page.unrouteAll();
  await page.reload();
  await expect(card.getByText('Checked in by Omar Haddad')).toBeVisible();
  await expectAccessible(page);

  await colleague.goto('/mytimesheet');
  const line = row(colleague, 'Wed 18 Nov 2026').filter({ hasText: '10:30–12:00' });
  await line.getByRole('button', { name: /^Options of/ }).click();
  await colleague.getByRole('menuitem', { name: 'Withdraw' }).click();
  await confirmed(colleague, 'Withdraw');
  await expect(line).toHaveCount(0);
  await context.close();
});

test('an admin who does not teach cannot check in, and is offered no address of their own or of a paid teacher @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard?teacher=all&view=cards');
  await expect(page.locator('article').first()).toBeVisible();
  for (const button of await page.getByRole('button', { name: 'Teacher Check-in' }).all())
    await expect(button).toBeDisabled();
  await page.goto('/teachers?search=Keiko');
  await rowOption(page, 'Keiko', 'Edit');
  for (const [email, text] of [
    ['admin@demo.example', 'is your own address'],
    [
      'keiko.tanaka@demo.example',
      'This teacher has check-ins: only accounts can change their e-mail.',
    ],
  ] as const) {
    await field(page, 'E-mail').fill(email);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await confirmed(page, 'Save');
    await expect(page.locator('form').getByText(text)).toBeVisible();
    await clearToasts(page);
  }
  await expectAccessible(page);
});

test('accounts changes the address of a teacher, and confirms that it is the same person @detail', async ({
  page,
}) => {
  await signIn(page, account, '/teachers?search=Samuel');
  await rowOption(page, 'Samuel', 'Edit');
  await field(page, 'E-mail').fill('sam.osei@demo.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await confirmed(page, 'Save');
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  await clearToasts(page);

  await page.goto('/timesheet-admin-portal?flag=earlier_address');
  await expect(row(page, 'earlier address').first()).toBeVisible();
  await expectAccessible(page);
  await page
    .locator('[data-row]')
    .first()
    .getByRole('button', { name: /^Options of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByText('This check-in belongs to samuel.osei@demo.example')).toBeVisible();
  await page.getByRole('button', { name: 'The same person' }).click();
  await expect(page.getByRole('dialog', { name: 'Is it still Samuel Osei?' })).toBeVisible();
  await expectAccessible(page);
  await confirmed(page, 'The same person');
  await expect(page.getByText('From before the teacher’s e-mail changed')).toHaveCount(0);
  await page.goto('/timesheet-admin-portal?flag=earlier_address');
  await expect(page.locator('[data-row]')).toHaveCount(0);
});
