import { userEvent } from 'vitest/browser';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TicksBody } from '#contract/attendance/building.ts';
import { storedTicks } from '#web/platform/offline/building-on-device.ts';
import { forgetBuilding, openBuilding as open, ticksOf } from '#web/test/building.tsx';

beforeEach(forgetBuilding);
// The queue is that of the next test, too: a tick that it still sends would be seen there.
afterEach(() => expect.poll(() => storedTicks('ada@school.example')).toEqual([]));

it('a press ticks, another takes back; figures follow, and only who is expected is missing', async () => {
  const { screen, row, requests } = await open();
  await expect.element(screen.getByText('2 missing')).toBeVisible();
  await expect.element(screen.getByText('Arrived at the door 09:05')).toBeVisible();
  await row('Anna Berg').click();
  await expect.element(row('Anna Berg')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByText('1 missing')).toBeVisible();
  await row('Anna Berg').click();
  await expect.element(screen.getByText('2 missing')).toBeVisible();
  await row('Cai Berg').click();
  await expect.element(screen.getByText('and 1 other')).toBeVisible();
  await expect.element(screen.getByText('2 missing')).toBeVisible();
  await expect
    .poll(() => ticksOf(requests))
    .toEqual([
      [1, true],
      [1, false],
      [3, true],
    ]);
});

it('by keyboard: the arrows go from row to row, Space ticks', async () => {
  const { row } = await open();
  (row('Anna Berg').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ }');
  await expect.element(row('Bo Berg')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(row('Anna Berg')).toHaveAttribute('aria-pressed', 'false');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(row('Anna Berg')).toHaveAttribute('aria-pressed', 'true');
});

it('without the network ticks wait in view, and are sent when it is back', async () => {
  const { screen, row, network, requests } = await open({ isOffline: true });
  await row('Anna Berg').click();
  await expect.element(screen.getByText('not sent yet')).toBeVisible();
  await expect.element(screen.getByText('No network.', { exact: false })).toBeVisible();
  await expect.element(screen.getByText('1 missing')).toBeVisible();
  network.isOffline = false;
  window.dispatchEvent(new Event('online'));
  await expect.element(screen.getByText('not sent yet')).not.toBeInTheDocument();
  const keys = requests
    .filter(({ method }) => method === 'POST')
    .flatMap(({ body }) => (body as TicksBody).ticks.map(({ number }) => number));
  // Each attempt has the same key.
  expect(new Set(keys).size).toBe(1);
});

it('a room is ticked at once, without those who are not expected, and that is undone', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Tick all 2 of R1' }).click();
  await expect.element(screen.getByText('0 missing')).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('2 missing')).toBeVisible();
});

it('search finds anybody by name or ID, and Missing shows who is left', async () => {
  const { screen, row } = await open();
  await screen.getByRole('searchbox').fill('s4');
  await expect.element(row('Dana Berg')).toBeVisible();
  await expect.element(row('Anna Berg')).not.toBeInTheDocument();
  await screen.getByRole('searchbox').fill('');
  await screen.getByRole('button', { name: /^Missing/ }).click();
  await expect.element(row('Anna Berg')).toBeVisible();
  await expect.element(row('Dana Berg')).not.toBeInTheDocument();
});

it('teachers tick, and neither start nor end', async () => {
  const { screen, row } = await open({ manages: false });
  await expect.element(row('Anna Berg')).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'End roll call' }))
    .not.toBeInTheDocument();
});

it('a device that stores nothing says so, and stores nothing', async () => {
  const { screen, row } = await open({ isOffline: true }, { keep_on_device: false });
  await row('Anna Berg').click();
  await expect
    .element(screen.getByText('This device stores nothing.', { exact: false }))
    .toBeVisible();
  expect(await storedTicks('ada@school.example')).toEqual([]);
});
