import { expectAccessible } from './accessibility.ts';
import { admin, expect, grace, signIn, test } from './fixtures.ts';
import { expectFits } from './resources.ts';

test('a class is given a time and a room without a clash in three clicks', async ({ page }) => {
  await signIn(page, admin, '/timetable');
  const row = page.locator('[data-row]').first();
  await row.getByRole('button', { name: /^More|^Options|actions/i }).click();
  await page.getByRole('menuitem', { name: 'Find a time' }).click();

  await expect(page.getByRole('heading', { name: 'Find a time' })).toBeVisible();
  const proposals = page.getByRole('list', { name: 'Proposed times' });
  const first = proposals.locator('> li:not([data-current])').first();
  await expect(first).toContainText(/all \d+ students are free/);
  await expect(first).toContainText('the teacher is free');
  await expect(first).toContainText(/\d+ seats to spare/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 850 });
  const [day, start] = (await first.locator('span').first().innerText()).split(/[ –]/);
  await first.getByRole('link', { name: /^Use / }).click();

  await expect(page.getByLabel('Start time')).toHaveValue(start!);
  await expect(page.getByRole('combobox', { name: 'Day of week' })).toHaveValue(day!);
  await expect(page.getByText('No clashes.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog');
  await expect(question).not.toContainText(/clash/i);
  await question.getByRole('button', { name: 'Save' }).click();
  // Back on the proposals: the class takes place as proposed, and the change can be undone.
  await expect(page).toHaveURL(/find-time/);
  await expect(proposals.locator('[data-current]')).toContainText(`${day} ${start}`);
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(proposals.locator('[data-current]')).not.toContainText(`${day} ${start}`);
});

test('for a new class of a cohort the form opens with time, room, semester and teacher @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/timetable/find-time');
  await expect(page.getByText('Choose a class, or a semester for a new one')).toBeVisible();
  await page.getByRole('textbox', { name: 'Semester' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('textbox', { name: 'Cohorts' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('textbox', { name: 'Cohorts' }).click();
  await page.getByRole('option').nth(1).click();
  await expect(page).toHaveURL(/cohort=\d+%2C\d+/);
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await expect(page).toHaveURL(/cohort=\d+$/);
  await page.getByRole('checkbox', { name: 'Friday' }).check();
  await expect(page).toHaveURL(/days=Friday/);
  const uses = page.getByRole('link', { name: /^Use / });
  await expect(uses.first()).toHaveAccessibleName(/^Use Friday/);
  await page.getByLabel('Not before').fill('17:00');
  await page.getByLabel('Minutes').fill('600');
  await expect(page.getByText('No time fits between these hours on these days')).toBeVisible();
  await page.getByLabel('Minutes').fill('45');
  await uses.first().click();
  await expect(page.getByRole('combobox', { name: 'Day of week' })).toHaveValue('Friday');
  await expect(page.getByLabel('Start time')).toHaveValue(/^17:/);
});

test('the room of one class is unusable: its menu finds another room, or another day, without a clash @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/timetable/week?date=2026-11-24');
  const tuesday = page.getByRole('region', { name: 'Tuesday 24 November 2026' });
  await tuesday
    .getByRole('listitem')
    .first()
    .getByRole('button', { name: /^Change this class of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Find a time' }).click();
  await expect(page).toHaveURL(/on=2026-11-24/);
  const now = page.locator('[data-current]');
  await expect(now).toContainText('Tue, 24 Nov');
  await expectAccessible(page);
  await now
    .getByRole('button', { name: /^Use room/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change room' }).click();
  await expect(page.getByText('Room changed').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(page.getByRole('button', { name: 'Undo the change' })).toHaveCount(0);

  await page.getByRole('textbox', { name: 'From when' }).fill('25/11/2026');
  const use = page.getByRole('button', { name: /^Use Wed, 25 Nov/ }).first();
  await use.click();
  const move = page.getByRole('dialog', { name: /^Move/ });
  await expect(move.getByLabel('Date').first()).toHaveValue('25/11/2026');
  await move.getByRole('button', { name: 'Move' }).click();
  await expect(page).toHaveURL(/on=2026-11-25/);
  await expect(now).toContainText('Wed, 25 Nov');
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(page.getByText('The class is not held on 25 Nov 2026')).toBeVisible();
});

test('a teacher has no access @detail', async ({ page }) => {
  await signIn(page, grace, '/timetable/find-time');
  await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
});
