import type { Page } from '@playwright/test';
import type { DeviceTap } from '#contract/attendance/device.ts';
import { api } from './api.ts';
import { addTablet, openDoor, roomOf } from './door-pages.ts';
import { admin, cardOf, expect, openRoll, signIn, studentsWithCard, test } from './fixtures.ts';

/** `DOOR_TAPS=1000` runs the whole drill (docs/reliability.md). */
const count = Number(process.env.DOOR_TAPS ?? 30);
const hours = 2;
/** From the network's return until the last answer. */
const maxSeconds = 30;

/** A clock of the page that can be put forward, also over a reload. */
async function withClock(door: Page): Promise<void> {
  await door.addInitScript(() => {
    const RealDate = Date;
    const aheadMs = () => Number(sessionStorage.getItem('ahead') ?? 0);
    class Ahead extends RealDate {
      constructor(...given: [] | [number]) {
        super(given.length > 0 ? given[0]! : RealDate.now() + aheadMs());
      }
      static override now = () => RealDate.now() + aheadMs();
    }
    Object.assign(window, { Date: Ahead });
  });
}
/**
 * Puts the clock forward, and types a card as a reader does. Within the page: a machine that is busy
 * elsewhere must not tear a card apart.
 * @returns what the clock of the page showed.
 */
const tapLater = (door: Page, ms: number, card: string) =>
  door.evaluate(
    ([more, keys]) => {
      const ahead = Number(sessionStorage.getItem('ahead') ?? 0) + more;
      sessionStorage.setItem('ahead', String(ahead));
      for (const key of [...keys, 'Enter'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      return Date.now();
    },
    [ms, card] as const,
  );

/** Keys that are typed right after a page has begun to listen may be the rest of a card (R-CARD-7). */
const untilItListens = (door: Page) => door.waitForFunction(() => performance.now() > 1000);

test('taps of two hours without the network arrive once, in their order, with their own times @detail', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000);
  await openRoll(page);
  const room = await roomOf(page);
  const students = await studentsWithCard(page);
  const office = await browser.newContext({ baseURL: baseURL! });
  const desk = await office.newPage();
  await signIn(desk, admin, '/devices');
  const door = await openDoor(browser, baseURL!, await addTablet(desk, 'Hours', room), withClock);
  await expect
    .poll(() => door.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);

  await untilItListens(door);

  await door.context().setOffline(true);
  const made: { card: string; at: number }[] = [];
  for (let number = 0; number < count; number++) {
    const card = cardOf(students[number % students.length]!);
    made.push({ card, at: await tapLater(door, (hours * 3_600_000) / count, card) });
    // The tablet loses its power.
    if (number === Math.floor(count / 2)) {
      await expect(door.getByText(`${number + 1} taps wait for the network`)).toBeVisible();
      await door.reload();
      await expect(door.getByText('Tap your card')).toBeVisible();
      await untilItListens(door);
    }
  }
  await expect(door.getByText(`${count} taps wait for the network`)).toBeVisible();

  const began = performance.now();
  await door.context().setOffline(false);
  await expect(door.getByText(/waits? for the network/)).toBeHidden({ timeout: maxSeconds * 1000 });
  const seconds = (performance.now() - began) / 1000;
  console.log(`${count} taps of ${hours} h arrived in ${seconds.toFixed(1)} s.`);

  const { results: devices } = await api<{ results: { id: number; name: string }[] }>(
    desk,
    'devices/',
  );
  const id = devices.find(({ name }) => name === 'Hours')!.id;
  const taps: DeviceTap[] = [];
  for (let at = 1; taps.length < count; at++) {
    const { results, total } = await api<{ results: DeviceTap[]; total: number }>(
      desk,
      `devices/${id}/taps/?limit=100&page=${at}`,
    );
    expect(total).toBe(count);
    taps.push(...results);
  }
  taps.reverse();
  expect(taps.map(({ sequence, card }) => ({ sequence, card }))).toEqual(
    made.map(({ card }, number) => ({ sequence: number + 1, card })),
  );
  // The tablet's clock is hours and months off the server's; between its taps are the times that passed.
  const [first] = taps;
  const offMs = taps.map(
    ({ tapped_at }, number) =>
      Date.parse(tapped_at) - Date.parse(first!.tapped_at) - (made[number]!.at - made[0]!.at),
  );
  expect(Math.max(...offMs.map(Math.abs))).toBeLessThan(2000);
});
