import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, grace, signIn, test } from './fixtures.ts';
import { expectFits } from './resources.ts';

interface Student {
  id: number;
  student_id: string;
  first_name: string;
  last_name: string;
  date_of_birth: string;
}
interface Mark {
  id: number;
  status: string;
  class_schedule: number;
  date: string;
}

/** A student of the demo institute with marks, and a second row of the same person. */
async function twins(page: Page, student_id: string, at: number) {
  const { results } = await api<{ results: Student[] }>(page, `students/?limit=1&page=${at}`);
  const one = results[0]!;
  const { first_name, last_name, date_of_birth } = one;
  const other = await api<Student>(page, 'students/create/', {
    first_name,
    last_name,
    date_of_birth,
    student_id,
    phone_number: '+61 400 000999',
    rfid_number: `90${at}0099`,
  });
  return { one, other };
}

const part = (page: Page, name: string) => page.getByRole('region', { name });

test('a duplicate is found, previewed and merged, and both pages say so', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  const { one, other } = await twins(page, 'S999991', 1);
  await page.goto('/checks?kind=duplicate_students');
  await page
    .getByRole('list', { name: 'Students who may be the same person' })
    .getByRole('link', { name: 'Merge' })
    .click();
  await expect(page).toHaveURL(new RegExp(`keep=${one.id}&remove=${other.id}`));
  await expect(part(page, 'What moves')).toContainText(`no rows of ${one.first_name}`);
  await page.getByRole('link', { name: 'Keep the other one' }).click();
  await expect(part(page, 'What moves')).toContainText(/\d+ marks, \d+ enrolments?/);
  await expect(part(page, 'Fields that differ')).toContainText('RFID number');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Keep the other one' }).click();
  await expect(part(page, 'What moves')).toContainText('no rows');

  // By keyboard alone: another card, the button, the confirmation.
  const card = page.getByRole('radiogroup', { name: 'RFID number' });
  await card.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(card.getByRole('radio').nth(1)).toBeChecked();
  await page.getByRole('button', { name: `Merge S999991 into ${one.student_id}` }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This cannot be undone.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Merge' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`student-details\\?id=${one.id}`));
  await expect(page.getByRole('note')).toContainText('was merged into this student by Ada Marsh');
  await expect(part(page, 'Profile')).toContainText('9010099');
  await expectAccessible(page);
  await page.getByRole('note').getByRole('link').click();
  await expect(page.getByRole('note')).toContainText(`Merged into ${one.student_id}`);
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await page.goto('/checks?kind=duplicate_students');
  await expect(page.getByText('Nothing found')).toBeVisible();
});

test('marks that differ are decided, and a change since the preview shows it again @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard');
  const { one, other } = await twins(page, 'S999992', 2);
  const { results } = await api<{ results: Mark[] }>(
    page,
    `attendance/?student=${one.id}&limit=500`,
  );
  const { class_schedule, date } = results.find(({ status }) => status === 'Present')!;
  await api(page, 'studentassignment/create/', {
    class_schedule_id: class_schedule,
    student_id: other.id,
    from_date: date,
  });
  await api(page, 'attendance/create/', {
    rfid_number: 'S999992',
    class_schedule,
    date,
    status: 'Absent',
  });
  await page.goto(`/students/merge?keep=${one.id}&remove=${other.id}`);
  const marks = part(page, 'Marks that differ');
  await expect(marks.getByRole('radiogroup')).toHaveCount(1);
  await expect(marks.getByRole('radio', { name: /^Absent/ })).toBeChecked();
  await expect(part(page, 'Enrolments in the same class')).toBeVisible();
  for (const [width, height] of [
    [1366, 850],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectFits(page);
    await expectAccessible(page);
  }
  await marks.getByRole('radio', { name: /^Present/ }).check();
  await api(page, `students/${other.id}/`, { batch: '2031' }, 'PATCH');
  const merge = async () => {
    await page.getByRole('button', { name: /^Merge S999992/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  };
  await merge();
  await expect(page.getByRole('alert')).toContainText('changed since');
  await page.getByRole('button', { name: 'Show the preview again' }).click();
  await expect(part(page, 'Fields that differ')).toContainText('2031');
  await merge();
  await expect(page.getByRole('note')).toContainText('S999992');
});

test('who may not archive students does not merge them; two that cannot be merged say why @detail', async ({
  page,
}) => {
  await signIn(page, grace, '/students/merge?keep=1&remove=2');
  await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
});

test('without two students it asks for them; the same one twice is refused @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/students/merge');
  await expect(page.getByLabel('Stays')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/students/merge?keep=3&remove=3');
  await expect(page.getByRole('alert')).toContainText('These two cannot be merged');
});
