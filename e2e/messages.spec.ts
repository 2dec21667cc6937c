import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, signIn, test } from './fixtures.ts';
import { clearToasts, confirmed, expectFits, field, rowOption, toasted } from './resources.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const isOn = (page: Page) => page.getByLabel('Tell students of their absences on the same day');
const phone = { width: 390, height: 844 };
const screen = { width: 1366, height: 850 };

/** Marks a student of a class of today as absent. */
async function markAbsent(page: Page): Promise<{ name: string; student: number; mark: number }> {
  const { today } = await page.evaluate(
    async () => (await (await fetch('/api/v2/config/')).json()) as { today: string },
  );
  const classes = await api<{ results: { id: number; number_of_students: number }[] }>(
    page,
    `classschedule/?date=${today}&limit=50`,
  );
  for (const { id } of classes.results) {
    const roll = await api<{
      results: {
        student: number;
        student_id: string;
        first_name: string;
        last_name: string;
        on_leave: boolean;
      }[];
    }>(page, `attendance/?class_schedule=${id}&date=${today}&limit=50`);
    const first = roll.results.find((one) => !one.on_leave);
    if (!first) continue;
    const mark = await api<{ id: number }>(page, 'attendance/create/', {
      class_schedule: id,
      date: today,
      student: first.student_id,
      status: 'Absent',
    });
    return {
      name: `${first.first_name} ${first.last_name} (${first.student_id})`,
      student: first.student,
      mark: mark.id,
    };
  }
  throw new Error('No class of today has students.');
}

test('messages are switched on after a preview, sent, listed, and stopped', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Messages' }).click();
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible();
  await expect(isOn(page)).not.toBeChecked();
  await expect(page.getByText(/would have got a message about/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Who yesterday' }).click();
  await expect(dialog(page).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Courses' }).click();
  const course = dialog(page).getByRole('checkbox').first();
  await course.click();
  await expect(course).not.toBeChecked();
  await course.click();
  await expect(course).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await isOn(page).click();
  await confirmed(page, 'Switch on');
  await expect(toasted(page, 'Messages are switched on')).toBeVisible();
  await expect(isOn(page)).toBeChecked();
  await api(page, 'settings/', { message_after_minutes: 0 }, 'PATCH');
  const { name, student } = await markAbsent(page);
  await expect
    .poll(async () => {
      const { results } = await api<{ results: { state: string }[] }>(
        page,
        `student-messages/?student=${student}`,
      );
      return results.map(({ state }) => state);
    })
    .toEqual(['sent']);
  await page.reload();
  const line = page.locator('[data-row]').filter({ hasText: name });
  await expect(line).toContainText('Sent');
  await expect(line).toContainText('local inbox');
  await rowOption(page, name, 'Open');
  await expect(dialog(page)).toContainText(/was recorded as absent, without an excuse/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await clearToasts(page);
  await page.getByRole('button', { name: 'Stop all' }).click();
  await confirmed(page, 'Stop all');
  await expect(toasted(page, '0 messages stopped')).toBeVisible();
  for (const size of [phone, screen]) {
    await page.setViewportSize(size);
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/messages-${size.width}.png`,
        fullPage: true,
      });
    await expectFits(page);
    await expectAccessible(page);
  }
  await line.getByRole('link').first().click();
  const panel = page.getByRole('region', { name: 'Messages', exact: true });
  await expect(panel).toContainText('Absence');
  await expect(panel).toContainText('Sent');
  await expectAccessible(page);
});

test('guardians of a student are added, changed and deleted by keyboard', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  const { results } = await api<{ results: { id: number }[] }>(page, 'students/?limit=1');
  const path = `/students/student-details?id=${results[0]!.id}`;
  await page.goto(path);
  const panel = page.getByRole('region', { name: 'Guardians' });
  await expect(panel).toContainText('None');
  await panel.getByRole('button', { name: 'Add guardian' }).press('Enter');
  await field(page, 'Name').fill('Gus Hall');
  await field(page, 'Relation').fill('Father');
  await dialog(page).getByLabel('Gets messages').press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('is needed for messages');
  await expectAccessible(page);
  await field(page, 'E-mail').fill('gus@home.example');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('Gus Hall, Father');
  await expect(panel).toContainText('gus@home.example');
  await panel.getByRole('button', { name: 'Edit Gus Hall' }).press('Enter');
  await dialog(page).getByLabel('The student agrees').press('Space');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('Gets messages');
  await expect(panel).toContainText(/consent recorded .* by Ada Marsh/);
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectFits(page);
  await page.setViewportSize(screen);
  await panel.getByRole('button', { name: 'Delete Gus Hall' }).press('Enter');
  await confirmed(page, 'Delete');
  await expect(panel).toContainText('None');
});
