import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { added, given, giveToFirst } from './card-steps.ts';
import { admin, expect, signIn, test } from './fixtures.ts';

test('an unknown card that a device has read is given to a student', async ({ page }) => {
  await signIn(page, admin, '/devices');
  await added(page, 'D1');
  const { results: rooms } = await api<{ results: { id: number }[] }>(page, 'classroom/?limit=1');
  const device = await api<{ id: number }>(page, 'devices/create/', {
    name: 'Door of cards',
    kind: 'reader',
    classroom: rooms[0]!.id,
  });
  const { key } = await api<{ key: string }>(page, `devices/${device.id}/key/`, {});
  const { now } = await api<{ now: string }>(page, '../config/');
  const answer = await page.request.post('/api/v2/devices/taps/', {
    headers: { authorization: `Bearer ${key}` },
    data: { taps: [{ sequence: 1, card: '880401', at: now }] },
  });
  expect(await answer.json()).toMatchObject({ taps: [{ outcome: 'unknown' }] });
  await page.reload();
  await page.getByRole('button', { name: /Door of cards/ }).click();
  await page.getByRole('menuitem', { name: 'Taps' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: /880401 Unknown card/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const options = page.getByRole('button', { name: /Door of cards/ });
  await expect(options).toBeFocused();
  // A press right after the menu opens below a pointer that rests does nothing.
  await page.mouse.move(0, 0);
  await options.press('Enter');
  await page.getByRole('menuitem', { name: 'Taps' }).click();
  await dialog.getByRole('link', { name: 'Give this card to a student' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('880401 is free.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Student', exact: true }).fill('FirstD1');
  await expect(page.getByRole('option')).toHaveCount(1);
  await giveToFirst(page);
  await expect(given(page)).toContainText('FirstD1 Cardholder (D1) was given card 880401');
});
