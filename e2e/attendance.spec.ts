import { expectAccessible } from './accessibility.ts';
import {
  admin,
  cardOf,
  expect,
  grace,
  omar,
  openRoll,
  signIn,
  studentsWithCard,
  tapCard,
  test,
} from './fixtures.ts';

test.describe.configure({ mode: 'serial' });

test('cards are read wherever the focus is, and every mark shows at once', async ({ page }) => {
  await openRoll(page);
  const [first, second] = (await studentsWithCard(page)) as [string, string];
  const row = page.locator(`tr[data-student="${first}"]`);
  await tapCard(page, cardOf(first));
  await expect(page.getByTestId('tap')).toContainText('Attendance Marked successfully');
  await expect(page.getByTestId('tap')).toContainText(first);
  await expect(row).toHaveAttribute('data-status', 'Present');
  await expect(row.getByRole('button', { name: 'Present' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('region', { name: 'Attendance summary' })).toContainText(
    'Present1 4%',
  );
  await expect(page.getByLabel('Card number or student ID')).toHaveValue('');

  await tapCard(page, cardOf(first));
  await expect(page.getByTestId('tap')).toContainText(/already present at 10:4\d/);

  // The next student taps while a note is being written.
  await page.getByRole('button', { name: 'Notes' }).click();
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('Half a no');
  await tapCard(page, cardOf(second));
  await expect(page.locator(`tr[data-student="${second}"]`)).toHaveAttribute(
    'data-status',
    'Present',
  );
  await expect(note).toHaveValue('Half a no');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await note.pressSequentially('te');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Note Added')).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('Half a note');
});

test('a student without a card is found by name, id or e-mail, and an unknown card is refused', async ({
  page,
}) => {
  await openRoll(page);
  const field = page.getByLabel('Card number or student ID');
  await field.press('Enter');
  await expect(page.getByText('is required')).toBeVisible();
  const row = page.locator('tr[data-status="N/A"]').first();
  const id = (await row.getAttribute('data-student'))!;
  await field.fill(id.slice(0, 3));
  await expect(page.getByRole('option')).toHaveCount(0);
  await field.fill(id.toLowerCase());
  await expect(page.getByRole('option').first()).toContainText(id);
  const list = page.getByRole('listbox');
  expect((await list.boundingBox())!.height).toBeLessThanOrEqual(200);
  await expectAccessible(page);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(page.locator(`tr[data-student="${id}"]`)).toHaveAttribute('data-status', 'Present');

  await field.fill('123456789012');
  await page.getByRole('button', { name: 'Check in', exact: true }).click();
  await expect(page.getByTestId('tap')).toContainText('No student has this card or ID');
});

test('a student of another class is sent to the right one @detail', async ({ page }) => {
  await openRoll(page);
  const own = await page
    .locator('tr[data-student]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-student')));
  const stranger = Array.from(
    { length: 168 },
    (_, number) => `S26${String(number + 1).padStart(4, '0')}`,
  ).find((id) => !own.includes(id))!;
  await page.getByLabel('Card number or student ID').fill(stranger);
  await expect(page.getByRole('option').first()).toContainText('not in this class');
  await page.getByLabel('Card number or student ID').press('Enter');
  const panel = page.getByRole('alert', { name: 'You may be in the following class' });
  await expect(panel).toContainText('Contact Administrator or Send Student to right class.');
  await expect(panel.locator('article').first()).toContainText(/Wednesday \d\d:\d\d – \d\d:\d\d/);
  expect((await panel.boundingBox())!.height).toBeLessThanOrEqual(350);
  await expectAccessible(page);
});

test('marks by hand are changed, withdrawn after a question, and set for whole selections', async ({
  page,
}) => {
  await openRoll(page);
  const row = page.locator('tr[data-status="N/A"]').first();
  const student = page.locator(`tr[data-student="${await row.getAttribute('data-student')}"]`);
  await student.getByRole('button', { name: 'Absent' }).click();
  await expect(page.getByText('Student Marked As Absent')).toBeVisible();
  await expect(student).toHaveAttribute('data-status', 'Absent');
  await student.getByRole('button', { name: 'Present' }).click();
  await expect(page.getByText('Student Marked As Present')).toBeVisible();
  await student.getByRole('button', { name: 'Present' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'No' }).click();
  await expect(student).toHaveAttribute('data-status', 'Present');
  await student.getByRole('button', { name: 'Present' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(student).toHaveAttribute('data-status', 'N/A');

  await page.getByRole('button', { name: 'Mark present' }).click();
  await expect(page.getByText('Please select a student')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Please select a student')).toHaveCount(0);
  await page.getByLabel('Search the roll').fill('zzzz');
  await expect(page.getByText('No Data found')).toBeVisible();
  await page.getByLabel('Search the roll').fill('');
  await page.getByLabel('Select all students shown').check();
  await page.getByRole('button', { name: 'Mark present (28)' }).click();
  await expect(page.locator('tr[data-status="Present"]')).toHaveCount(28);
  await expect(page.getByRole('region', { name: 'Attendance summary' })).toContainText(
    'Completion 100%',
  );
});

test('a mark shows on another user’s screen without reloading', async ({ page, browser }) => {
  await signIn(page, omar, '/dashboard?teacher=all&view=cards');
  await page.locator('article[data-ongoing]').last().getByRole('link', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await signIn(other, admin, new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(other.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  await expect(page.locator('[data-live="true"]')).toBeVisible();
  const id = (await other.locator('tr[data-status="N/A"]').first().getAttribute('data-student'))!;
  await other.locator(`tr[data-student="${id}"]`).getByRole('button', { name: 'Present' }).click();
  await expect(page.locator(`tr[data-student="${id}"]`)).toHaveAttribute('data-status', 'Present');
  await other.close();
});

test('a teacher checks in once: the first mark offers it, without moving the page', async ({
  page,
}) => {
  await openRoll(page);
  const offer = page.getByRole('group', { name: 'Your check-in is missing' });
  await expect(page.getByRole('button', { name: 'Teacher Check-in' })).toBeEnabled();
  await expect(offer).toHaveCount(0);
  const row = page.locator('tr[data-student]').nth(3);
  const before = await row.boundingBox();
  await row.getByRole('button', { name: 'Absent' }).click();
  await expect(offer).toBeVisible();
  await tapCard(page, '1234567890');
  await expect(page.getByRole('group', { name: 'Refused taps' })).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(offer.getByRole('button', { name: 'Check in to this class' })).toBeInViewport({
    ratio: 1,
  });
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1366, height: 850 });

  // Once dismissed, it stays hidden until the roll is opened again.
  await offer.getByRole('button', { name: 'Not now' }).click();
  await row.getByRole('button', { name: 'Present' }).click();
  await expect(row).toHaveAttribute('data-status', 'Present');
  await expect(offer).toHaveCount(0);
  await page.reload();
  // At first the roll shows the state that the browser has stored, a moment before the last mark.
  await expect(row).toHaveAttribute('data-status', 'Present');
  await row.getByRole('button', { name: 'Absent' }).click();
  await expect(row).toHaveAttribute('data-status', 'Absent');
  await row.getByRole('button', { name: 'Present' }).click();
  await expect(row).toHaveAttribute('data-status', 'Present');
  await offer.getByRole('button', { name: 'Check in to this class' }).click();
  await expect(offer).toHaveCount(0);
  const done = page.getByRole('button', { name: 'Checked In' });
  await expect(done).toBeDisabled();
  await expect(done).toHaveAttribute('data-state', 'pending');
  await page.reload();
  await expect(done).toBeDisabled();
  await expectAccessible(page);
});

test('from Home the current class is already chosen; another can be chosen @detail', async ({
  page,
}) => {
  await signIn(page, grace);
  await expect(page.getByRole('heading', { name: /Mental Health Care/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Class' }).click();
  await page.getByRole('option', { name: /13:30.*Grace Hall/ }).click();
  await expect(page.getByRole('heading', { name: /Clinical Leadership/ })).toBeVisible();
});

test('the roll can be opened read-only first, and taken from there @detail', async ({ page }) => {
  await signIn(page, grace, '/dashboard');
  await page
    .locator('article[data-ongoing]')
    .getByRole('link', { name: 'View attendance' })
    .click();
  await expect(page.locator('tr[data-status="Present"]')).toHaveCount(28);
  await expect(page.getByRole('button', { name: 'Mark present' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Take attendance' }).click();
  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toHaveCount(0);
});

test('a holiday, an unknown class and a link without a class say what is wrong', async ({
  page,
}) => {
  await openRoll(page);
  const id = new URL(page.url()).searchParams.get('id')!;
  await page.goto(`/attendance/add?id=${id}&date=2026-10-28`);
  await expect(page.getByText('No Class on this day!')).toBeVisible();
  await expect(page.getByText('There is a holiday on this date.')).toBeVisible();
  await page.goto('/attendance/add?id=999999&date=2026-11-18');
  await expect(page.getByText('Error loading schedule')).toBeVisible();
  await page.goto('/attendance/add');
  await expect(page.getByText('Please select a Schedule')).toBeVisible();
  await expectAccessible(page);
});

test('the sound can be switched off, and stays off @detail', async ({ page }) => {
  await openRoll(page);
  await page.getByRole('button', { name: 'Sound' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sound' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});

test('at a phone’s width the roll can be taken @detail', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openRoll(page);
  const button = page.locator('tr[data-student]').first().getByRole('button', { name: 'Present' });
  expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(40);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

test('messages show at once, replace older ones of the same type, and let clicks through @detail', async ({
  page,
}) => {
  await openRoll(page);
  const toasts = page.locator('.mantine-Notification-root');
  const rows = page.locator('tr[data-student]');
  for (const at of [6, 7, 8, 9, 10]) {
    const row = rows.nth(at);
    await row.getByRole('button', { name: 'Absent' }).click();
    await expect(row).toHaveAttribute('data-status', 'Absent');
  }
  await expect(toasts.filter({ hasText: 'Student Marked As Absent' })).toHaveCount(1);
  // An error does not wait for the messages on screen.
  await page.getByRole('button', { name: 'Mark present' }).click();
  await expect(toasts.filter({ hasText: 'Please select a student' })).toBeVisible();
  await expect(toasts).toHaveCount(2);
  // It is in the corner, the success to its left.
  const [success, error] = await Promise.all(
    ['Student Marked As Absent', 'Please select a student'].map((text) =>
      toasts.filter({ hasText: text }).boundingBox(),
    ),
  );
  expect(success!.x + success!.width).toBeLessThan(error!.x);
  // What lies below a message can be clicked.
  const box = (await toasts.first().boundingBox())!;
  const hit = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x!, y!)?.closest('.mantine-Notification-root') === null,
    [box.x + 40, box.y + box.height / 2],
  );
  expect(hit).toBe(true);
});
