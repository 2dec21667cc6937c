import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, openTool, signIn, test } from './fixtures.ts';
import { expectOwnAccessible } from './own-pages.ts';
import { clearToasts, confirmed, expectFits, field, rowOption, toasted } from './resources.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const isOn = (page: Page) => page.getByLabel('Tell students of their absences on the same day');
const phone = { width: 390, height: 844 };
const screen = { width: 1366, height: 850 };

/** Marks a student of a class of today that is not over as absent. */
async function markAbsent(
  page: Page,
  place = 0,
): Promise<{ name: string; student: number; mark: number }> {
  const { today } = await page.evaluate(
    async () => (await (await fetch('/api/v2/config/')).json()) as { today: string },
  );
  const classes = await api<{ results: { id: number; period: string }[] }>(
    page,
    `classschedule/?date=${today}&limit=50`,
  );
  for (const { id, period } of classes.results) {
    if (period !== 'current_and_upcoming') continue;
    const roll = await api<{
      results: {
        student: number;
        student_id: string;
        first_name: string;
        last_name: string;
        on_leave: boolean;
      }[];
    }>(page, `attendance/?class_schedule=${id}&date=${today}&limit=50`);
    const first = roll.results.filter((one) => !one.on_leave)[place];
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
  await openTool(page, 'Messages', 'Messages');
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible();
  await expect(isOn(page)).not.toBeChecked();
  await expectAccessible(page);
  // The count opens exactly whom it counts.
  const counted = page.getByRole('button', { name: /would have received a message about/ });
  const count = Number(/\d+/.exec((await counted.textContent()) ?? '')?.[0]);
  await counted.click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(count);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page
    .getByRole('region', { name: 'Messages of absence' })
    .getByRole('button', { name: 'More actions' })
    .press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Reported courses',
    'Edit the texts',
    'Settings',
  ]);
  await page.getByRole('menuitem', { name: 'Reported courses' }).press('Enter');
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
  await expect(line.getByRole('button', { name: /^Options/ })).toBeFocused();
  // A click on the row opens it too.
  await line.getByText('Sent', { exact: true }).click();
  await expect(dialog(page)).toContainText(/was recorded as absent/);
  await page.keyboard.press('Escape');
  await clearToasts(page);
  const stop = page.getByRole('button', { name: 'Stop all' });
  await expect(stop).toBeHidden();
  await api(page, 'settings/', { message_after_minutes: 120 }, 'PATCH');
  const { student: waiting } = await markAbsent(page, 1);
  await expect
    .poll(async () => {
      const { results } = await api<{ results: { state: string }[] }>(
        page,
        `student-messages/?student=${waiting}`,
      );
      return results.map(({ state }) => state);
    })
    .toEqual(['waiting']);
  await page.reload();
  await stop.click();
  await confirmed(page, 'Stop all');
  await expect(toasted(page, '1 message stopped')).toBeVisible();
  await expect(stop).toBeHidden();
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
  await stopByInbox(page);
  await line.getByRole('link').first().click();
  const panel = page.getByRole('region', { name: 'Messages', exact: true });
  await expect(panel).toContainText('Absence');
  await expect(panel).toContainText('Sent');
  await expectAccessible(page);
});

/** The mail in the local inbox has the link that stops messages, as a mail server would get it. */
async function stopByInbox(page: Page): Promise<void> {
  const address = page.url();
  await page.goto('/inbox');
  await expect(page.getByText('No mail server is set')).toBeVisible();
  const mail = page.locator('[data-row]').filter({ hasText: /^.*Absent on/ });
  await mail.getByRole('cell').nth(2).click();
  await expect(dialog(page)).toContainText(/was recorded as absent/);
  await expectAccessible(page);
  await shoot(page, 'inbox');
  const opened = page.waitForEvent('popup');
  await dialog(page).getByRole('link', { name: 'Stop these messages' }).click();
  const stop = await opened;
  await expect(stop.getByRole('heading', { name: 'Stop messages about absences?' })).toBeVisible();
  await expectOwnAccessible(stop);
  await shoot(stop, 'link');
  await stop.getByRole('button', { name: 'Stop the messages' }).click();
  await expect(stop.getByRole('heading', { name: 'The messages are stopped' })).toBeVisible();
  await stop.close();
  await page.keyboard.press('Escape');
  await expect(mail.getByRole('button', { name: /^Absent on/ })).toBeVisible();
  await page.goto(address);
}

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

const csv = (text: string) => ({
  name: 'guardians.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

test('guardians are uploaded from a file after a check; staff stop messages and send them again', async ({
  page,
}) => {
  await signIn(page, admin, '/students');
  const { results } = await api<{ results: { id: number; student_id: string }[] }>(
    page,
    'students/?limit=2&ordering=-student_id',
  );
  const [first, second] = results;
  const more = page.getByRole('button', { name: 'More actions' });
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Guardians' }).press('Enter');
  await expect(dialog(page)).toContainText('Upload of guardians');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await more.press('Enter');
  await page.getByRole('menuitem', { name: 'Guardians' }).press('Enter');
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles(
      csv(
        `Student ID,Guardian,Relationship,E-mail,Messages\n${first!.student_id},Gus Hall,Father,gus@home.example,yes\n` +
          `${second!.student_id},Una Hall,Mother,,yes\n`,
      ),
    );
  await expect(dialog(page).getByLabel('Column for Student ID')).toHaveValue('Student ID');
  await expectAccessible(page);
  await shoot(page, 'columns');
  await dialog(page).getByRole('button', { name: 'Check the rows' }).click();
  await expect(dialog(page)).toContainText('1 new, 0 changed, 0 unchanged, 1 row with errors');
  await expect(
    dialog(page).getByRole('row', { name: '1 E-mail is needed for messages, or a phone number 3' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectFits(page);
  await shoot(page, 'checked-390');
  await page.setViewportSize(screen);
  await dialog(page).getByRole('button', { name: 'Upload the 1 valid row' }).click();
  await expect(dialog(page).getByText('Uploaded', { exact: true })).toBeVisible();

  await page.goto(`/students/student-details?id=${first!.id}`);
  const guardians = page.getByRole('region', { name: 'Guardians' });
  await expect(guardians).toContainText('Gus Hall, Father');
  await api(page, `student-details/${first!.id}/message-stop/`, {
    guardian_id: (
      await api<{ results: { id: number }[] }>(page, `student-details/${first!.id}/guardians/`)
    ).results[0]!.id,
    stopped: true,
  });
  const messages = page.getByRole('region', { name: 'Messages', exact: true });
  await messages.getByRole('button', { name: 'Stop messages to the student' }).press('Enter');
  await confirmed(page, 'Stop');
  await expect(messages).toContainText(/Messages to the student were stopped by Ada Marsh/);
  await expect(guardians).toContainText(/Messages to Gus Hall were stopped by Ada Marsh/);
  await expect(guardians).toContainText('Stopped');
  for (const [size, scheme] of [
    [phone, 'light'],
    [screen, 'dark'],
    [screen, 'light'],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    await guardians.scrollIntoViewIfNeeded();
    await shoot(page, `stopped-${size.width}-${scheme}`);
    await expectFits(page);
  }
  await expectAccessible(page);
  await guardians.getByRole('button', { name: 'Send again' }).click();
  await confirmed(page, 'Send again');
  await expect(guardians).not.toContainText('were stopped');
  await expect(messages).toContainText('were stopped');
});

test('the page of a stop link that is not valid says so, and has no button @detail', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.goto(`/api/v2/attendance/message-stop/s1-${'x'.repeat(22)}`);
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expectOwnAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await shoot(page, 'no-link-dark');
  await page.setViewportSize(screen);
  await shoot(page, 'no-link-1366');
});

/** A picture to look at. */
async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
}
