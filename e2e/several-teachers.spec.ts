import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { admin, expect, grace, omar, signIn, test } from './fixtures.ts';
import { choose, expectFits, field, pick, toasted } from './resources.ts';

const group = 'Team';
const addressOf = (page: Page) => new URL(page.url()).searchParams;

/** The class among those of today on a timesheet. */
const ofToday = (page: Page) => page.getByRole('listitem').filter({ hasText: group });

async function checkIn(page: Page): Promise<void> {
  await page.goto('/mytimesheet');
  await expect(ofToday(page)).toContainText('A1.01 (B2.10)');
  await ofToday(page).getByRole('button', { name: 'Teacher Check-in' }).click();
  await expect(ofToday(page).getByRole('button', { name: 'Checked In' })).toBeDisabled();
}

test('a class of two teachers in two rooms: both check in, and one of them is covered on a date', async ({
  page,
  browser,
}) => {
  await signIn(page, admin, '/timetable/add');
  await pick(page, 'Subject', 'Anatomy');
  await pick(page, 'Semester', '2026');
  await pick(page, 'Teacher', 'Grace');
  await page.getByRole('button', { name: 'Add a teacher' }).click();
  await pick(page, 'Further teacher', 'Omar');
  await pick(page, 'Classroom', 'A1.01');
  await page.getByRole('button', { name: 'Add a room' }).click();
  await pick(page, 'Further room', 'B2.10');
  await expect(page.getByText(/^\d+ seats together$/)).toBeVisible();
  await field(page, 'Group').fill(group);
  await choose(page, 'Class type', 'Tutorial');
  await choose(page, 'Day of week', 'Wednesday');
  await field(page, 'Start time').fill('11:05');
  await field(page, 'End time').fill('11:50');
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const anyway = page.getByRole('dialog').getByRole('button', { name: 'Save anyway' });
  await anyway.or(toasted(page, 'added')).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await expect(page.getByText(`· ${group}, Wednesday 11:05–11:50`)).toBeVisible();

  const teacher = await (await browser.newContext()).newPage();
  await signIn(teacher, omar, '/mytimesheet');
  await checkIn(teacher);
  await expectAccessible(teacher);

  // The place of the other one is open until she takes it; others see the button when no place is.
  await page.goto(`/dashboard?teacher=all&view=cards&text=${group}`);
  const card = page.locator('article').filter({ hasText: group });
  await expect(card).toContainText('Grace Hall, Omar Haddad');
  await expect(card.getByRole('button', { name: 'Checked In' })).toHaveCount(0);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, grace, '/mytimesheet');
  await checkIn(other);
  await page.reload();
  await expect(card.getByRole('button', { name: 'Checked In' })).toHaveAttribute(
    'title',
    'Grace Hall, Omar Haddad, pending',
  );
  await expectAccessible(page);

  await card.getByRole('link', { name: 'View attendance' }).click();
  await page.waitForURL(/\/attendance\/view\?id=\d+/);
  await page.goto(`/attendance/view?id=${addressOf(page).get('id')}&date=2026-11-25`);
  await expect(page.getByText('Grace Hall, Omar Haddad')).toBeVisible();
  const menu = page.getByRole('button', { name: /^Change this class of/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Cover' }).click();
  const dialog = page.getByRole('dialog', { name: /^Cover:/ });
  await choose(page, 'In place of', 'Omar Haddad');
  await pick(page, 'Teacher', 'Keiko');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cover' }).click();
  await expect(page.getByText('Covered by Keiko Mori for Omar Haddad')).toBeVisible();
  await expect(page.getByText('Grace Hall, Keiko Mori')).toBeVisible();
  await expectAccessible(page);
  await menu.click();
  await page.getByRole('menuitem', { name: 'End cover of Omar Haddad' }).click();
  await expect(page.getByText('Grace Hall, Omar Haddad')).toBeVisible();
});
