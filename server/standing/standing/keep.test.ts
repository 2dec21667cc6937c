import { expect, it } from 'vitest';
import { restAfter } from './keep.ts';

it('rests four times the work while marks are made, and a tenth of it while none are (R-RED-3)', () => {
  expect(restAfter({ more: true, isBusy: true }, 200)).toBe(800);
  expect(restAfter({ more: true, isBusy: false }, 200)).toBe(20);
  expect(restAfter({ more: true, isBusy: true }, 1)).toBe(100);
  expect(restAfter({ more: true, isBusy: false }, 1)).toBe(10);
  expect(restAfter({ more: true, isBusy: true }, 60_000)).toBe(5000);
  expect(restAfter({ more: false, isBusy: true }, 200)).toBe(2000);
});
