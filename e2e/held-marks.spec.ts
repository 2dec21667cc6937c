import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, allRowsDrawn, expect, openRoll, signIn, omar, test } from './fixtures.ts';
import { expectFits, toasted } from './resources.ts';

test('a mark that waited meets a closed roll: it is held, and an administrator accepts it', async ({
  page,
  browser,
}) => {
  await openRoll(page);
  const address = new URL(page.url());
  const of = {
    class_schedule: Number(address.searchParams.get('id')),
    date: address.searchParams.get('date'),
  };
  const row = page.locator('tr[data-status="N/A"]').first();
  const student = (await row.getAttribute('data-student')) ?? '';
  await page.getByRole('button', { name: /^Close roll/ }).click();
  await expect(page.getByText(/^Roll closed at /)).toBeVisible();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await phone.newPage();
  await signIn(other, omar);
  // The status of another teacher's mark by hand, made while the class was on.
  const made_at = new Date(Date.now() - 60_000).toISOString();
  const body = { ...of, rfid_number: student, status: 'Absent', made_at };
  expect(await api(other, 'attendance/create/', body)).toMatchObject({ held: true });
  await other.goto(address.pathname + address.search);
  await expect(other.getByText('1 mark is held')).toBeVisible();
  await expect(other.getByRole('button', { name: /^Accept/ })).toHaveCount(0);
  await expectFits(other);
  // The open screen follows marks that arrive, and below what is decided about them.
  const next = page.locator(`tr[data-student]:not([data-student="${student}"])`).first();
  const second = (await next.getAttribute('data-student')) ?? '';
  const another = { ...body, rfid_number: second };
  expect(await api(other, 'attendance/create/', another)).toMatchObject({ held: true });
  await expect(other.getByText('2 marks are held')).toBeVisible();

  const office = await browser.newContext({ colorScheme: 'dark' });
  const desk = await office.newPage();
  await signIn(desk, admin, address.pathname + address.search);
  await allRowsDrawn(desk);
  await expect(desk.getByText('2 marks are held')).toBeVisible();
  await expectAccessible(desk);
  if (process.env.PICTURE) await desk.screenshot({ path: process.env.PICTURE });
  await desk
    .getByRole('button', { name: /^Accept: .*: Absent/ })
    .first()
    .click();
  await expect(toasted(desk, '1 mark accepted')).toBeVisible();
  await expect(other.getByText('1 mark is held')).toBeVisible();
  await desk.getByRole('button', { name: /^Dismiss: .*: Absent/ }).click();
  for (const screen of [desk, other]) await expect(screen.getByText(/held$/)).toHaveCount(0);
  await phone.close();
  await office.close();
});
