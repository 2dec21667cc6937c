import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { expectFits, toasted } from './resources.ts';
import { closeRoll, classesOf, rollOf } from './roll-steps.ts';
import {
  admin,
  cardOf,
  expect,
  openRoll,
  signIn,
  studentsWithCard,
  tapCard,
  test,
} from './fixtures.ts';

test('a roll is closed with the remaining students absent, and reopened in one step', async ({
  page,
}) => {
  await openRoll(page);
  const open = await page.locator('tr[data-status="N/A"]').count();
  expect(open).toBeGreaterThan(5);
  const present = await page.locator('tr[data-status="Present"]').count();
  const absent = await page.locator('tr[data-status="Absent"]').count();
  await expect(page.getByRole('button', { name: `Close roll (${open} absent)` })).toBeVisible();
  await closeRoll(page);
  await expect(page.locator('tr[data-status="Absent"]')).toHaveCount(absent + open);
  await expect(page.locator('tr[data-status="Present"]')).toHaveCount(present);
  await expect(page.getByTestId('tap')).toContainText(`${open} students marked absent`);
  // A closed roll is read-only.
  await expect(page.getByText(/^Roll closed at /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close roll' })).toHaveCount(0);
  await expect(page.locator('tr[data-student] button')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo: Roll closed' }).click();
  await expect(page.locator('tr[data-status="N/A"]')).toHaveCount(open);
  await expect(page.getByText(/^Roll closed at /)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
});

test('lateness, leaving early and excuses are entered by keyboard', async ({ page }) => {
  await openRoll(page);
  const [first, second] = await page
    .locator('tr[data-status="N/A"]')
    .evaluateAll((rows) => rows.slice(0, 2).map((row) => row.getAttribute('data-student')!));
  const row = (id: string | undefined) => page.locator(`tr[data-student="${id}"]`);
  await row(first).getByRole('button', { name: 'Present' }).focus();
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Late or left early');
  await expect(dialog.getByLabel('Minutes late')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('7');
  await page.keyboard.press('Tab');
  await page.keyboard.type('20');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(row(first)).toContainText('7 min late');
  await expect(row(first)).toContainText('left 20 min early');
  await expect(row(first).getByRole('button', { name: 'Present' })).toBeFocused();
  await page.keyboard.press('l');
  await expect(dialog.getByLabel('Minutes late')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(row(first).getByRole('button', { name: 'Present' })).toBeFocused();

  await row(second).getByRole('button', { name: 'Absent' }).focus();
  await page.keyboard.press('e');
  await expect(dialog).toContainText('Excused absence');
  await dialog.getByLabel('Note').fill('Flu');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sick' }).click();
  await expect(row(second)).toHaveAttribute('data-status', 'Absent');
  await expect(row(second)).toContainText('Excused');
  await expectFits(page);
  await page.setViewportSize({ width: 1366, height: 850 });
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row(second)).toHaveAttribute('data-status', 'N/A');
  await expect(row(second)).not.toContainText('Excused');
});

test('the history shows the roll after any step, prints it, and undoes a step', async ({
  page,
}) => {
  await openRoll(page);
  const open = page.locator('tr[data-status="N/A"]');
  await open.first().waitFor();
  const [first, second] = await open.evaluateAll((rows) =>
    rows.map((row) => row.getAttribute('data-student')!),
  );
  const row = (id: string | undefined) => page.locator(`tr[data-student="${id}"]`);
  const name = await row(first).locator('b').innerText();
  await row(first).getByRole('button', { name: 'Absent' }).click();
  await row(second).getByRole('button', { name: 'Present' }).click();
  await expect(row(second)).toHaveAttribute('data-status', 'Present');
  await page.getByRole('link', { name: 'History' }).click();

  const steps = page.getByRole('group', { name: 'Show the roll' });
  const absence = steps.getByRole('radio', { name: `${name}: Not taken → Absent` }).first();
  await absence.focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/at=/);
  await expect(page.getByRole('status').filter({ hasText: /^As it was on / })).toBeVisible();
  await expect(row(first)).toHaveAttribute('data-status', 'Absent');
  await expect(row(second)).toHaveAttribute('data-status', 'N/A');
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(steps).toBeHidden();
  await expect(row(second)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 850 });

  await steps.getByRole('radio', { name: 'As it is now' }).check();
  await expect(row(second)).toHaveAttribute('data-status', 'Present');
  await steps
    .getByRole('button', { name: `Undo: ${name}: Not taken → Absent`, exact: true })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(row(first)).toHaveAttribute('data-status', 'N/A');
  await expect(
    steps.getByRole('radio', { name: `${name}: Absent → Not taken` }).first(),
  ).toBeVisible();
  await expect(
    steps.getByRole('button', { name: `Undo: ${name}: Not taken → Absent` }),
  ).toHaveCount(0);
});

test('a closed roll takes cards while the class lasts, and is reopened @detail', async ({
  page,
}) => {
  await openRoll(page);
  await closeRoll(page);
  await expect(page.getByText(/^Roll closed at /)).toBeVisible();
  await expect(page.locator('tr[data-status="N/A"]')).toHaveCount(0);
  const late = await page
    .locator('tr[data-status="Absent"]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-student')!));
  const [card] = (await studentsWithCard(page)).filter(
    (id) => late.includes(id) && id !== 'LATE1',
  ) as [string];
  await tapCard(page, cardOf(card));
  await expect(page.locator(`tr[data-student="${card}"]`)).toHaveAttribute(
    'data-status',
    'Present',
  );
  await expect(page.getByText(/^Roll closed at /)).toBeVisible();
  await page.getByRole('button', { name: 'Reopen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reopen the roll' });
  await expect(dialog.getByRole('button', { name: 'Reopen' })).toBeFocused();
  await expect(dialog.getByRole('checkbox')).not.toBeChecked();
  await dialog.getByRole('checkbox').press('Space');
  await expectAccessible(page);
  await dialog.getByRole('checkbox').press('Enter');
  await expect(page.getByText(/^Roll closed at /)).toHaveCount(0);
  await expect(page.getByTestId('tap')).toContainText('The roll is open again');
  // The absences of the closing are taken back, and written again.
  await expect(page.locator('tr[data-status="N/A"]')).toHaveCount(late.length - 1);
  await toasted(page, `${late.length - 1} absences taken back`)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(page.locator('tr[data-status="Absent"]')).toHaveCount(late.length - 1);
  await expect(page.getByRole('button', { name: 'Close roll' })).toBeVisible();
});

test('rolls that were not taken are listed, and link to their class', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  const date = '2026-11-17';
  const { results } = await api<{ results: { id: number }[] }>(
    page,
    `classschedule/?date=${date}&limit=1`,
  );
  const { id } = results[0]!;
  const roll = await api<{ results: { student: number; status: string }[] }>(
    page,
    `attendance/?class_schedule=${id}&date=${date}`,
  );
  const marked = roll.results.find(({ status }) => status !== 'N/A')!;
  await api(page, 'withdraw-marks/', {
    class_schedule: id,
    date,
    student: [marked.student],
    status: marked.status,
  });
  await page.goto('/open-rolls?from_date=2026-11-10');
  await expect(page.getByRole('heading', { name: 'Rolls not taken' })).toBeVisible();
  await expect(page.locator('[data-row]').first()).toContainText('Unfinished');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 850 });
  const first = page.locator('[data-row]').first();
  await first.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/attendance\/add\?id=\d+&date=/);
  await expect(page.getByRole('button', { name: /^Close roll/ })).toBeVisible();
});

test('leaving an unfinished roll offers once to close it @detail', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  const date = '2026-11-16';
  const [first] = await classesOf(page, date);
  const marked = (await rollOf(page, first!.id, date)).find(({ status }) => status === 'Present')!;
  await api(page, 'withdraw-marks/', {
    class_schedule: first!.id,
    date,
    student: [marked.student],
    status: 'Present',
  });
  await page.goto(`/attendance/add?id=${first!.id}&date=${date}`);
  const row = page.locator(`tr[data-student="${marked.student_id}"]`);
  await expect(row).toHaveAttribute('data-status', 'N/A');
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('link', { name: 'Dashboard' }).click();
  const question = page.getByRole('dialog', { name: 'Mark 1 as absent and close?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Leave as it is' }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  // Not twice; another window offers it again, and closes the roll.
  await page.goBack();
  await expect(row).toHaveAttribute('data-status', 'N/A');
  await sections.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto(`/attendance/add?id=${first!.id}&date=${date}`);
  await expect(row).toHaveAttribute('data-status', 'N/A');
  await sections.getByRole('link', { name: 'Dashboard' }).click();
  await question.getByRole('button', { name: 'Mark absent and close' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto(`/attendance/view?id=${first!.id}&date=${date}`);
  await expect(row).toHaveAttribute('data-status', 'Absent');
  await expect(page.getByText(/^Roll closed at /)).toBeVisible();
});

test('after a class the next roll of its teacher or room opens by key and by a tap @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard');
  const date = '2026-11-18';
  const all = await classesOf(page, date);
  const pairs = all.flatMap((over) =>
    all
      .filter(
        (next) =>
          next.currentClass &&
          over.end_time <= next.start_time &&
          (next.teacher.id === over.teacher.id || next.classroom.id === over.classroom.id),
      )
      .map((next) => ({ over, next })),
  );
  const { over, next } = pairs[0]!;
  const over1 = (await rollOf(page, over.id, date)).map((row) => row.student_id);
  const waiting = (await rollOf(page, next.id, date)).filter(
    (row) => !over1.includes(row.student_id) && row.status === 'N/A',
  );
  const { results: students } = await api<{
    results: { student_id: string; rfid_number: string | null }[];
  }>(page, 'students/?limit=1000');
  const cards = waiting
    .flatMap((row) => students.filter((it) => it.student_id === row.student_id))
    .flatMap((it) => (it.rfid_number === null ? [] : [{ ...it, card: it.rfid_number }]))
    .slice(0, 3);
  expect(cards).toHaveLength(3);
  await page.goto(`/attendance/add?id=${over.id}&date=${date}`);
  await expect(page.getByRole('button', { name: 'Switch to its roll (F2)' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('F2');
  await expect(page).toHaveURL(new RegExp(`id=${next.id}`));
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Switch to its roll (F2)' })).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Switch to the next class?' });
  const [first, second, last] = cards.map(({ card }) => card);
  for (const card of [first!, second!]) {
    const refused = page.waitForResponse((answer) => answer.url().includes('attendance/create'));
    await tapCard(page, card);
    await refused;
  }
  // The server answers the last card after the page was left.
  await page.route('**/attendance/create/', async (route) => {
    const answer = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.fulfill({ response: answer });
  });
  await tapCard(page, last!);
  // The key answers the question, too.
  await expect(question).toBeVisible();
  await page.keyboard.press('F2');
  await expect(page).toHaveURL(new RegExp(`id=${next.id}`));
  await expect(question).toHaveCount(0);
  for (const { student_id } of cards)
    await expect(page.locator(`tr[data-student="${student_id}"]`)).toHaveAttribute(
      'data-status',
      'Present',
    );
  const marked = (await rollOf(page, next.id, date)).filter((row) =>
    cards.some(({ student_id }) => student_id === row.student_id),
  );
  expect(marked.map(({ how }) => how)).toEqual(['card', 'card', 'card']);
});
