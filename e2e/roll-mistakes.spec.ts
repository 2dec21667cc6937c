import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { added } from './card-steps.ts';
import { admin, allRowsDrawn, expect, openRoll, signIn, tapCard, test } from './fixtures.ts';
import { classesOf, rollOf } from './roll-steps.ts';

const status = (page: Page, id: string) => page.locator(`tr[data-student="${id}"]`);

/** The address of the open roll with another date. */
const on = (page: Page, date: string) => {
  const address = new URL(page.url());
  address.searchParams.set('date', date);
  return address.pathname + address.search;
};

test('a card that is read in pieces, or with a comma, marks no other student', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  await page
    .getByRole('link', { name: /^Start/ })
    .first()
    .click();
  await allRowsDrawn(page);
  const schedule = Number(new URL(page.url()).searchParams.get('id'));
  const { id } = await added(page, '55731');
  await added(page, 'W1B', { rfid_number: '098,55731' });
  await added(page, 'W1C', { rfid_number: '9855731' });
  await api(page, 'studentassignment/create/', {
    class_schedule_id: schedule,
    student_id: [id],
    confirm_capacity: true,
    from_date: new URL(page.url()).searchParams.get('date'),
  });
  await page.reload();
  await expect(status(page, '55731')).toHaveAttribute('data-status', 'N/A');
  const result = page.getByTestId('tap');
  await page.getByRole('button', { name: 'Notes' }).focus();
  await tapCard(page, '098,55731');
  await expect(result).toContainText('W1B');
  await tapCard(page, '9855731', { pauseBefore: 2 });
  await expect(result).toHaveText('Card not read, tap again');
  await expectAccessible(page);
  await tapCard(page, '9855731', { end: '\t' });
  await expect(result).toContainText('W1C');
  await page.getByLabel('Card number or student ID').focus();
  await tapCard(page, '098,55731', { end: '\t' });
  await expect(result).toContainText('W1B');
  await expect(page.getByLabel('Card number or student ID')).toHaveValue('');
  await expect(status(page, '55731')).toHaveAttribute('data-status', 'N/A');
});

test('Undo names the student and the mark that it takes back, and so does its answer', async ({
  page,
}) => {
  await openRoll(page);
  const free = page.locator('tr[data-status="N/A"]');
  const ids = await free.evaluateAll((all) =>
    all.slice(-3).map((row) => row.getAttribute('data-student')!),
  );
  const [typed, chosen, last] = ids as [string, string, string];
  const nameOf = (id: string) => status(page, id).locator('b').first().innerText();
  const result = page.getByTestId('tap');
  const undo = page.getByRole('button', { name: /^Undo/ });
  await page.getByLabel('Card number or student ID').fill(typed);
  await page.keyboard.press('Enter');
  await expect(undo).toHaveAccessibleName(`Undo: ${await nameOf(typed)}: Present`);
  await status(page, chosen).getByRole('button', { name: 'Absent' }).click();
  await expect(undo).toHaveText(`Undo: ${await nameOf(chosen)}: Absent`);
  await expectAccessible(page);
  await undo.click();
  await expect(result).toHaveText(`${await nameOf(chosen)} back to Not taken`);
  await expect(status(page, chosen)).toHaveAttribute('data-status', 'N/A');
  await expect(status(page, typed)).toHaveAttribute('data-status', 'Present');
  await tapCard(page, '1234567890');
  await expect(result).toContainText('No student has this card or ID');
  await expect(undo).toHaveCount(0);
  await status(page, last).getByRole('button', { name: 'Present' }).click();
  await expect(undo).toHaveText(`Undo: ${await nameOf(last)}: Present`);
  await status(page, last).getByRole('button', { name: 'Absent' }).click();
  await expect(undo).toHaveText(`Undo: ${await nameOf(last)}: Absent`);
  await page.keyboard.press('Control+z');
  await expect(result).toHaveText(`${await nameOf(last)} back to Present`);
  await expect(status(page, last)).toHaveAttribute('data-status', 'Present');
});

test('a link with a date that does not exist says so, and shows today only after a click', async ({
  page,
}) => {
  await openRoll(page);
  const main = page.getByRole('main');
  for (const address of [
    on(page, '9999-12-31'),
    on(page, '9999-12-31').replace('/add', '/view'),
    '/?date=18.11.2026',
    '/dashboard?date=2026-02-30',
    '/timetable/week?date=2026-02-30',
    '/mytimesheet?from=2026-02-30&to=2026-03-01',
  ]) {
    await page.goto(address);
    await expect(main).toContainText('The date of this link is invalid');
    await expect(page.locator('tr[data-student]')).toHaveCount(0);
  }
  await expect(main).toContainText('from=2026-02-30 is not a valid date.');
  await page.goBack();
  await page.goto('/dashboard?date=2026-02-30');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show today' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page).toHaveURL(/date=2026-11-18/);
});

test('a day that cannot be read again says from when it is, until it is read', async ({ page }) => {
  await signIn(page, admin, '/');
  const start = page.getByRole('link', { name: /^Start/ }).first();
  await expect(start).toBeVisible();
  const calls = /classschedule\/\?/;
  for (const address of ['/', '/todays-rolls', '/dashboard']) {
    await page.goto(address);
    await expect(start).toBeVisible();
    await page.route(calls, (route) => route.fulfill({ status: 503, body: '{}' }));
    const band = page.getByRole('status').filter({ hasText: 'This page is not up to date' });
    // Data of a moment ago are not read again.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await expect(band).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(band).toContainText(/Shown as of \d\d:\d\d/);
    await expectAccessible(page);
    await page.unroute(calls);
    // The button is tested beside the band: here the page may have read again by itself before it is pressed.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await expect(band).toHaveCount(0, { timeout: 1000 });
    }).toPass();
  }
});

test('rows stay where they are while students are marked, and a press that was aimed before they moved marks no one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openRoll(page);
  await allRowsDrawn(page);
  const free = page.locator('tr[data-status="N/A"]');
  const [first, second, third] = (await free.evaluateAll((all) =>
    all.slice(0, 3).map((row) => row.getAttribute('data-student')!),
  )) as [string, string, string];
  // Rows below the screen have an estimated height.
  const tops = () =>
    page
      .locator('tbody tr[data-student]')
      .evaluateAll((all) =>
        all
          .slice(0, 4)
          .map(
            (row) => (row as HTMLElement).offsetTop + document.querySelector('table')!.offsetTop,
          ),
      );
  const before = await tops();
  await status(page, first).getByRole('button', { name: 'Present' }).click();
  await expect(status(page, first)).toHaveAttribute('data-status', 'Present');
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
  expect(await tops()).toEqual(before);
  await status(page, second).getByRole('button', { name: 'Absent' }).click();
  await expect(status(page, second).getByRole('button', { name: /^Excuse/ })).toBeVisible();
  expect(await tops()).toEqual(before);
  await tapCard(page, third);
  await expect(status(page, third)).toHaveAttribute('data-status', 'Present');
  expect(await tops()).toEqual(before);
  await tapCard(page, '1234567890');
  await expect(page.getByTestId('tap')).toContainText('No student has this card or ID');
  expect(await tops()).toEqual(before);
  await page.getByRole('button', { name: 'Check in to this class' }).click();
  await expect(page.getByText('Pending')).toBeVisible();
  expect(await tops()).toEqual(before);
  await expectAccessible(page);
  await page.context().setOffline(true);
  await status(page, first).getByRole('button', { name: 'Absent' }).click();
  await expect(status(page, first)).toContainText('Absent, not sent yet');
  expect(await tops()).toEqual(before);
  await page.context().setOffline(false);
  await expect(status(page, first)).toHaveAttribute('data-status', 'Absent');

  // A line above the roll appears, and the finger comes down where it was aimed.
  const button = status(page, third).getByRole('button', { name: 'Absent' });
  const { x, y } = (await button.boundingBox())!;
  await page.mouse.move(x + 10, y + 10);
  await page.evaluate(() => {
    const line = document.createElement('p');
    line.style.height = '53px';
    document.querySelector('main')!.querySelector('section, div')!.before(line);
  });
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByText('The list has moved: tap again')).toBeVisible();
  await expect(page.locator('tr[data-status="Absent"]')).toHaveCount(2);
  await page.waitForTimeout(400);
  await button.click();
  await expect(status(page, third)).toHaveAttribute('data-status', 'Absent');
});

test('a roll whose class was removed meanwhile says so, and does not speak of the connection @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/timetable');
  const { subject, semester, teacher, classroom } = await api<
    Record<'subject' | 'semester' | 'teacher' | 'classroom', { id: number }>
  >(page, 'classschedule/2/');
  const { id } = await api<{ id: number }>(page, 'classschedule/create/', {
    class_type: 'Lecture',
    day_of_week: 'Friday',
    start_time: '05:30',
    end_time: '05:50',
    subject_id: subject.id,
    semester_id: semester.id,
    teacher_id: teacher.id,
    classroom_id: classroom.id,
  });
  await page.goto(`/attendance/view?id=${id}&date=2026-11-27`);
  await expect(page.locator('[data-live=true]')).toBeVisible();
  await api(page, `classschedule/${id}/`, {}, 'DELETE');
  // Read again, as after each change that the page follows.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('alert')).toContainText('This class is no longer there');
  await expect(page.getByText('No connection at the moment')).toHaveCount(0);
  await expectAccessible(page);
});

test('seven tabs of one browser take marks and follow one another @detail', async ({ page }) => {
  await signIn(page, admin, '/dashboard');
  const date = '2026-11-18';
  const [first] = await classesOf(page, date);
  const [student] = await rollOf(page, first!.id, date);
  const status = student!.status === 'Present' ? 'Absent' : 'Present';
  const address = `/attendance/add?id=${first!.id}&date=${date}`;
  const tabs: Page[] = [];
  for (let number = 0; number < 7; number++) {
    const tab = await page.context().newPage();
    await signIn(tab, admin, address);
    tabs.push(tab);
  }
  const rowIn = (tab: Page) => tab.locator(`tr[data-student="${student!.student_id}"]`);
  const last = tabs.at(-1)!;
  await rowIn(last).getByRole('button', { name: status }).click();
  for (const tab of [last, ...tabs])
    await expect(rowIn(tab)).toHaveAttribute('data-status', status, { timeout: 10_000 });
});
