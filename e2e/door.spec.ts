import { expectAccessible } from './accessibility.ts';
import { addTablet, openDoor, roomOf } from './door-pages.ts';
import { expectOwnAccessible } from './own-pages.ts';
import {
  admin,
  cardOf,
  expect,
  grace,
  openRoll,
  signIn,
  studentsWithCard,
  tapCard,
  test,
} from './fixtures.ts';

test('behind the PIN the attendant types IDs; a revoked tablet’s taps are decided one by one', async ({
  page,
  browser,
  baseURL,
}) => {
  await openRoll(page);
  const room = await roomOf(page);
  const [first = '', second = '', third = ''] = (await studentsWithCard(page)).toReversed();
  const office = await browser.newContext({ baseURL: baseURL! });
  const desk = await office.newPage();
  await signIn(desk, admin, '/devices');
  const door = await openDoor(
    browser,
    baseURL!,
    await addTablet(desk, 'Typing', room),
    async (it) =>
      it.addInitScript(() => {
        Object.assign(navigator, { getBattery: () => Promise.resolve({ level: 0.42 }) });
      }),
  );

  // An ID before the reader is no card.
  await tapCard(door, first);
  await expect(door.locator('.title')).toContainText('Unknown card');
  await door.getByRole('button', { name: 'Settings' }).click();
  await door.getByLabel('PIN', { exact: true }).fill('4711');
  await door.getByRole('button', { name: 'Open' }).click();
  await door.getByLabel(/^Student ID/).fill(first.toLowerCase());
  await door.keyboard.press('Enter');
  await expect(door.getByRole('dialog')).toContainText('Present');
  await expectOwnAccessible(door);
  await expect(page.locator(`tr[data-student="${first}"]`)).toContainText('door');
  // A card while the settings are open.
  await door.getByRole('button', { name: 'Remove this device' }).focus();
  await tapCard(door, cardOf(second));
  await expect(page.locator(`tr[data-student="${second}"]`)).toContainText('door');
  await expect(door.getByRole('button', { name: 'Remove', exact: true })).toBeHidden();
  await desk.reload();
  await expect(desk.getByRole('row', { name: /Typing/ })).toContainText('42%');

  await door.getByRole('button', { name: 'Close' }).click();
  await door.context().setOffline(true);
  for (const card of [cardOf(third), '999999']) {
    await tapCard(door, card);
    await expect(door.locator('.title')).toContainText('Saved');
  }
  await expect(door.getByText('2 taps wait')).toBeVisible();
  await desk.getByRole('button', { name: 'Options of Typing' }).click();
  await desk.getByRole('menuitem', { name: 'Revoke' }).click();
  await desk.getByRole('button', { name: 'Revoke' }).click();
  await expect(desk.getByRole('row', { name: /Typing/ })).toContainText('Revoked');
  await door.context().setOffline(false);
  await expect(door.getByText(/waits? for the network/)).toBeHidden();
  await desk.reload();
  await expect(desk.getByRole('row', { name: /Typing/ })).toContainText('2 taps held');
  await desk.getByRole('button', { name: 'Options of Typing' }).click();
  await desk.getByRole('menuitem', { name: 'Held taps' }).click();
  const held = desk.getByRole('dialog');
  await expect(held.getByRole('row')).toHaveCount(3);
  await expectAccessible(desk);
  await held.getByRole('button', { name: /^Dismiss Unknown card/ }).click();
  await expect(held.getByRole('row')).toHaveCount(2);
  await held.getByRole('button', { name: /^Accept (?!all)/ }).click();
  await expect(held.getByRole('status')).toHaveText('No tap is held any more.');
  await expect(page.locator(`tr[data-student="${third}"]`)).toContainText('door');
});

test('a class of thirty walks past a tablet without the network; the teacher sees all with their times', async ({
  page,
  browser,
  baseURL,
}) => {
  await openRoll(page);
  const room = await roomOf(page);
  const students = (await studentsWithCard(page)).slice(0, 30);
  expect(students.length).toBeGreaterThan(20);

  const office = await browser.newContext({ baseURL: baseURL! });
  const desk = await office.newPage();
  await signIn(desk, admin, '/devices');
  await expectAccessible(desk);
  const door = await openDoor(browser, baseURL!, await addTablet(desk, 'Tablet', room));
  await expect(door.getByRole('heading', { name: room })).toBeVisible();
  await expectOwnAccessible(door);
  await expect
    .poll(() => door.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);

  await door.context().setOffline(true);
  for (const [number, student] of students.entries()) {
    await tapCard(door, cardOf(student));
    await expect(
      door.getByText(new RegExp(`${number + 1} taps? waits? for the network`)),
    ).toBeVisible();
  }
  await expect(door.getByText('Saved', { exact: true })).toBeVisible();
  // The tablet loses its power: the page and the taps are on its disk.
  await door.reload();
  await expect(door.getByText(`${students.length} taps wait for the network`)).toBeVisible();
  await expect(door.getByRole('heading', { name: room })).toBeVisible();

  await door.context().setOffline(false);
  await expect(door.getByText(/waits? for the network/)).toBeHidden();
  for (const student of students)
    await expect(page.locator(`tr[data-student="${student}"]`)).toContainText(/Present/);
  await expect(page.locator(`tr[data-student="${students[0]}"]`)).toContainText('door');

  await desk.reload();
  const row = desk.getByRole('row', { name: /Tablet Tablet/ });
  await expect(row).toContainText('Active');
  await expect(row).toContainText(String(students.length));
  await desk.getByRole('button', { name: 'Options of Tablet' }).click();
  await desk.getByRole('menuitem', { name: 'Taps' }).click();
  await expect(desk.getByRole('dialog').getByRole('row')).toHaveCount(21);
  await expectAccessible(desk);
});

test('a student at the wrong door learns where to go, and a device opens no page of the staff @detail', async ({
  page,
  browser,
  baseURL,
}) => {
  await openRoll(page);
  const room = await roomOf(page);
  const [student = ''] = await studentsWithCard(page);
  const office = await browser.newContext({ baseURL: baseURL! });
  const desk = await office.newPage();
  await signIn(desk, admin, '/devices');
  const other = room === 'A1.01' ? 'A1.02' : 'A1.01';
  const door = await openDoor(browser, baseURL!, await addTablet(desk, 'Other', other));
  await tapCard(door, cardOf(student));
  await expect(door.locator('.title')).toContainText(`Room ${room}`);
  await tapCard(door, '999999');
  await expect(door.locator('.title')).toContainText('Unknown card');
  await expectOwnAccessible(door);

  await door.goto('/dashboard');
  await expect(door).toHaveURL(/\/door\/$/);

  await door.getByRole('button', { name: 'Settings' }).click();
  await door.getByLabel('PIN').fill('0000');
  await door.getByRole('button', { name: 'Open' }).click();
  await expect(door.getByRole('alert')).toHaveText('This is not the PIN.');
  await door.getByLabel('PIN').fill('4711');
  await door.getByRole('button', { name: 'Open' }).click();
  await expectOwnAccessible(door);
  await door.getByRole('button', { name: 'Remove this device' }).click();
  await door.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(door.getByLabel('Code')).toBeVisible();

  await desk.getByRole('button', { name: 'Options of Other' }).click();
  await desk.getByRole('menuitem', { name: 'Revoke' }).click();
  await desk.getByRole('button', { name: 'Revoke' }).click();
  await expect(desk.getByRole('row', { name: /Other/ })).toContainText('Revoked');
});

test('wrong PINs count on after a reload (R-DOOR-10) @detail', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, admin, '/devices');
  const door = await openDoor(browser, baseURL!, await addTablet(page, 'Guarded', 'A1.01'));
  const enter = async (pin: string) => {
    await door.getByLabel('PIN').fill(pin);
    await door.getByRole('button', { name: 'Open' }).click();
  };
  await door.getByRole('button', { name: 'Settings' }).click();
  for (const pin of ['0000', '0001']) {
    await enter(pin);
    await expect(door.getByRole('alert')).toHaveText('This is not the PIN.');
    await door.reload();
    await door.getByRole('button', { name: 'Settings' }).click();
  }
  await enter('0002');
  await expect(door.getByRole('alert')).toHaveText('This is not the PIN.');
  await door.reload();
  await door.getByRole('button', { name: 'Settings' }).click();
  await enter('4711');
  await expect(door.getByRole('alert')).toHaveText('Too many wrong PINs: wait.');
});

test('who is signed in does not become a device @detail', async ({ page }) => {
  await signIn(page, grace, '/');
  await page.goto('/door/');
  await expect(page.getByRole('alert')).toContainText('Log out first');
  await expectOwnAccessible(page);
});
