import { expect, it } from 'vitest';
import { noWrongPins, oneMoreWrong } from './pin.ts';

it('three wrong PINs make the attendant wait, and three more twice as long (R-DOOR-10)', () => {
  const waits: number[] = [];
  let wrong = noWrongPins;
  for (let tries = 0; tries < 9; tries++) {
    const now = 1_000_000 * tries;
    wrong = oneMoreWrong(wrong, now);
    if (wrong.until > now) waits.push(wrong.until - now);
  }
  expect(waits).toEqual([30_000, 60_000, 120_000]);
});
