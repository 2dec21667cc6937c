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
  // Back at the proposals, where the class is as it was proposed, and can be given back.
  await expect(page).toHaveURL(/find-time/);
  await expect(proposals.locator('[data-current]')).toContainText(`${day} ${start}`);
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(proposals.locator('[data-current]')).not.toContainText(`${day} ${start}`);
});

test('for a new class of a cohort the form opens with time, room, semester and teacher', async ({
  page,
}) => {
  await signIn(page, admin, '/timetable/find-time');
  await expect(page.getByText('Choose a class, or a semester for a new one')).toBeVisible();
  await page.getByRole('textbox', { name: 'Semester' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('textbox', { name: 'Cohort' }).click();
  await page.getByRole('option').first().click();
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

test('a teacher is not led to it', async ({ page }) => {
  await signIn(page, grace, '/timetable/find-time');
  await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
});
