import { expect, type Browser, type Page } from '@playwright/test';
import { allRules, findViolations } from './accessibility.ts';
import { api } from './api.ts';
import { openRoll } from './fixtures.ts';

/** A student of the demo institute. */
export interface DemoStudent {
  student_id: string;
  first_name: string;
  last_name: string;
  student_mail: string;
}

/** The roll of Grace's current class: its address parameters, and its students. */
export async function openOwnRoll(page: Page): Promise<{ query: string; students: DemoStudent[] }> {
  await openRoll(page);
  const { searchParams } = new URL(page.url());
  const query = `class_schedule=${searchParams.get('id')}&date=${searchParams.get('date')}`;
  const { results } = await api<{ results: DemoStudent[] }>(page, `attendance/?${query}`);
  return { query, students: results };
}

/** A phone of its own: nothing is shared with other pages. */
export async function newPhone(browser: Browser, dark = false): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    colorScheme: dark ? 'dark' : 'light',
  });
  return context.newPage();
}

/** Chooses an account on the page of the demo sign-in, which the page has come to. */
export async function pickStudent(page: Page, { student_mail }: DemoStudent): Promise<void> {
  await page.getByLabel('Another e-mail address').fill(student_mail);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Opens a student's own page, by redirect to the sign-in and back. */
export async function openOwnPage(page: Page, base: string, student: DemoStudent): Promise<void> {
  await page.goto(`${base}/me`);
  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  await pickStudent(page, student);
  await expect(
    page.getByRole('heading', { name: `${student.first_name} ${student.last_name}` }),
  ).toBeVisible();
}

/** Both colour schemes, which these pages take from the device. */
export async function expectOwnAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page, { runOnly: allRules })).toEqual([]);
  }
}
