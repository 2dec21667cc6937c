import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, grace, signIn, test } from './fixtures.ts';
import { choose, clearToasts, confirmed, expectFits, field, pick, toasted } from './resources.ts';

interface FollowUp {
  id: number;
  student: { id: number; student_id: string };
  version: number;
}
interface Line {
  id: number;
  student: { id: number; student_id: string; first_name: string; last_name: string };
  subject: { id: number; subject_code: string };
  semester_id: number;
  follow_up: object | null;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const lineOf = (page: Page, { student, subject }: Line) =>
  page.locator('[data-row]').filter({ hasText: student.student_id }).filter({
    hasText: subject.subject_code,
  });

/** The lines that a rule lists; the first call adds it. */
async function redList(page: Page): Promise<Line[]> {
  const rules = await api<{ results: unknown[] }>(page, 'redlistrules/');
  if (rules.results.length === 0) await api(page, 'redlistrules/create/', { below: 85 });
  const read = () =>
    api<{ results: Line[] }>(page, 'redlistedstudents/computed/?state=open&ordering=student_id');
  await expect.poll(async () => (await read()).results.length).toBeGreaterThan(4);
  return (await read()).results.filter(({ follow_up }) => follow_up === null);
}

const me = async (page: Page) =>
  (
    await page.evaluate(async () => {
      const authorization = `Bearer ${sessionStorage.getItem('access_token')}`;
      const answer = await fetch('/api/v2/user/details/', { headers: { authorization } });
      return (await answer.json()) as { id: number };
    })
  ).id;

const inAWeek = (page: Page) =>
  page.evaluate(async () => {
    const { today } = (await (await fetch('/api/v2/config/')).json()) as { today: string };
    return new Date(Date.parse(today) + 7 * 86_400_000).toISOString().slice(0, 10);
  });

/** Begins one by the API, for the user of the page unless another owner is given. */
async function begun(page: Page, line: Line, owner?: number): Promise<FollowUp> {
  return api(page, 'follow-ups/create/', {
    student: line.student.id,
    subject: line.subject.id,
    owner_id: owner ?? (await me(page)),
    due_on: await inAWeek(page),
  });
}

test('an advisor sees why, records a talk, and the next week whether it helped', async ({
  page,
}) => {
  await signIn(page, admin, '/follow-ups?search=nothing');
  await expect(page.getByText('2 open, 1 overdue.')).toBeVisible();
  await expect(page.getByText('No Data Available!')).toBeVisible();
  await expectAccessible(page);
  const [line] = await redList(page);
  const { student, subject } = line!;
  const name = `${student.first_name} ${student.last_name} in ${subject.subject_code}`;

  await page.goto('/red-list-students?ordering=student_id');
  await lineOf(page, line!)
    .getByRole('button', { name: /^Options/ })
    .click();
  await page.getByRole('menuitem', { name: 'Begin follow-up…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The entry on the red list is accepted with it.');
  await expect(field(page, 'Owner')).toHaveValue('Ada Marsh');
  await expectAccessible(page);
  await confirmed(page, 'Begin');
  await expect(toasted(page, 'Follow-up begun')).toBeVisible();
  await expect(lineOf(page, line!)).toContainText('Accepted');
  await expect(lineOf(page, line!)).toContainText(
    /Ada Marsh, due .*No step yet, rate [+−]?[\d.]+ points since/,
  );
  await expectAccessible(page);
  await clearToasts(page);

  await page.getByRole('link', { name: `Ada Marsh: follow-up of ${name}` }).click();
  await expect(heading(page, `Follow-up: ${name}`)).toBeVisible();
  await expect(page.getByText('Nothing was recorded yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Record the first step' }).click();
  await expectAccessible(page);
  // With the keyboard alone: the kind and the day are there already.
  await field(page, 'Note').focus();
  await page.keyboard.type('Missed the bus; takes the earlier one');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toasted(page, 'Step recorded')).toBeVisible();
  const step = page.getByRole('listitem').filter({ hasText: 'Missed the bus' });
  await expect(step).toContainText('Spoke with the student');
  await clearToasts(page);
  await step.getByRole('button', { name: /^Correct/ }).click();
  await field(page, 'Note').fill('Missed the bus; takes the one at 7');
  await confirmed(page, 'Save');
  await expect(page.getByText(/, corrected /)).toBeVisible();
  await expectAccessible(page);

  // A week of attendance later.
  const marks = await api<{ results: { id: number; status: string }[] }>(
    page,
    `attendance/?student=${student.id}&limit=500`,
  );
  for (const { id, status } of marks.results)
    if (status === 'Absent') await api(page, `attendance/${id}/`, { status: 'Present' }, 'PATCH');
  await page.goto('/red-list-students?ordering=student_id');
  await expect(lineOf(page, line!)).toContainText(
    /Spoke with the student, .*, rate \+\d+(\.\d)? points since/,
  );
});

test('an edit after another user’s opens a question; a follow-up is closed with an outcome and opened again @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/follow-ups');
  const line = (await redList(page))[1];
  const { id, version } = await begun(page, line!);
  await page.goto('/follow-ups');
  await page.getByRole('link', { name: new RegExp(line!.student.student_id) }).click();
  await page.getByRole('button', { name: 'Owner and due date…' }).click();
  await pick(page, 'Owner', 'Omar Haddad');
  const due_on = await inAWeek(page);
  const later = new Date(Date.parse(due_on) + 86_400_000).toISOString().slice(0, 10);
  await api(page, `follow-ups/${id}/`, { due_on: later, version }, 'PATCH');
  await confirmed(page, 'Save');
  const question = page.getByRole('dialog', { name: 'Changed meanwhile' });
  await expect(question).toContainText('You changed this follow-up meanwhile.');
  await expect(question.getByRole('list', { name: 'What changed' })).toContainText('Due: ');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expect(toasted(page, 'Follow-up changed')).toBeVisible();
  const facts = page.getByRole('region', { name: 'Follow-up', exact: true });
  await expect(facts).toContainText('Omar Haddad');
  // The other change stays.
  const { due_on: now } = await api<{ due_on: string }>(page, `follow-ups/${id}/`);
  expect(now).toBe(later);
  await clearToasts(page);

  await page.getByRole('button', { name: 'Close…' }).click();
  await confirmed(page, 'Close follow-up');
  await expect(page.getByRole('dialog')).toContainText('is required');
  await choose(page, 'Outcome', 'Did not help');
  await field(page, 'Note').fill('Changes the course');
  await expectAccessible(page);
  await confirmed(page, 'Close follow-up');
  await expect(facts).toContainText('Did not help');
  await expect(facts).toContainText('Changes the course');
  await expect(page.getByRole('button', { name: 'Record step' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reopen…' }).click();
  await confirmed(page, 'Reopen');
  const closing = page.getByRole('listitem').filter({ hasText: 'Closed: Did not help' });
  await expect(closing).toContainText('Changes the course');
  await expect(closing.getByRole('button')).toHaveCount(0);

  // A removed step stays as one that was removed.
  await page.getByRole('button', { name: 'Record step' }).click();
  await choose(page, 'What was done', 'Wrote to the student');
  await field(page, 'Note').fill('Mail of Monday');
  await confirmed(page, 'Record step');
  await page.getByRole('button', { name: /^Remove: Wrote/ }).click();
  await confirmed(page, 'Remove');
  const removed = page.getByRole('listitem').filter({ hasText: 'Wrote to the student' });
  await expect(removed).toContainText(/, removed /);
  await expect(removed).not.toContainText('Mail of Monday');
});

test('one’s own, everybody’s and overdue ones are marked by more than colour @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/follow-ups');
  const late = page.locator('[data-row]').filter({ hasText: ', overdue' });
  await expect(late).toHaveCount(1);
  await expect(late.locator('svg')).toHaveCount(1);
  await expectAccessible(page);
  const student = (await late.getByRole('link').textContent())!;
  await page.getByText('Everybody’s').click();
  await expect(page).toHaveURL(/of=all/);
  await expect(page.locator('[data-row]').filter({ hasText: 'Grace Hall' })).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Everybody’s' })).toBeChecked();
  await page.getByRole('searchbox').fill('grace hall');
  await expect(page.locator('[data-row]').filter({ hasText: student })).toHaveCount(0);
  await page.goto('/follow-ups?of=all&state=closed');
  await expect(page.locator('[data-row]').filter({ hasText: 'Helped' })).toHaveCount(1);
  await page.goto('/follow-ups?overdue=true');
  await late.getByRole('link').click();
  await expect(heading(page, /^Follow-up: /)).toBeVisible();
  await expect(page.getByText(/, overdue$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: student }).click();
  await expect(page.getByRole('region', { name: 'Follow-ups' })).toContainText(', overdue');
});

test('a teacher reads those of the own students, and writes as the owner @detail', async ({
  page,
  browser,
}) => {
  await signIn(page, grace, '/follow-ups');
  const own = await me(page);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, admin, '/follow-ups');
  const lines = (await redList(other)).slice(3);
  const { id } = await begun(other, lines[0]!, own);
  await other.context().close();

  await page.goto('/follow-ups');
  await page.getByRole('link', { name: new RegExp(lines[0]!.student.student_id) }).click();
  await expect(page.getByRole('button', { name: 'Close…' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Record step' }).click();
  await field(page, 'Note').fill('After class');
  await confirmed(page, 'Record step');
  await expect(page.getByText('After class')).toBeVisible();
  await page.goto('/follow-ups?of=all');
  await expect(page.getByRole('radio', { name: 'All of my students' })).toBeChecked();
  await expectAccessible(page);
  await page.goto(`/follow-ups/view?id=${id + 100_000}`);
  await expect(page.getByRole('alert')).toContainText('This follow-up was not found');
});

test('the student’s page lists them and begins one; on a phone everything fits', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, admin, '/students/student-details?id=5');
  const panel = page.getByRole('region', { name: 'Follow-ups' });
  await expect(panel).toContainText('None');
  await panel.getByRole('button', { name: 'Begin follow-up' }).click();
  await expectFits(page);
  await confirmed(page, 'Begin');
  await panel.getByRole('link', { name: 'All subjects' }).click();
  await expect(heading(page, /^Follow-up: .* in all subjects$/)).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: 'Record step' }).click();
  await expectFits(page);
  await confirmed(page, 'Record step');
  await expectFits(page);
  await expectAccessible(page);
  await page.goto('/follow-ups');
  await expect(page.getByText(/in all subjects|All subjects/).first()).toBeVisible();
  await expectFits(page);
  await page.goto('/red-list-students');
  await expect(heading(page, 'Red List Students')).toBeVisible();
  await expectFits(page);
});
