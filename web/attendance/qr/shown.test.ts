import { expect, it } from 'vitest';
import { shownAt } from './shown.ts';

const codes = [-1200, 3800, 8800, 13_800].map((shown_in_ms, number) => ({
  address: `code ${number}`,
  short_code: '',
  shown_in_ms,
}));
const at = (ms: number) => {
  const { code, changesIn } = shownAt(codes, ms);
  return [code?.address ?? null, changesIn];
};

it.each([
  [0, 'code 0', 3800],
  [3799, 'code 0', 50],
  [3800, 'code 1', 5000],
  [13_800, 'code 3', 5000],
  [18_799, 'code 3', 50],
  [18_800, null, 5000],
])('%i ms after the answer: %s, for %i ms', (ms, code, changesIn) => {
  expect(at(ms)).toEqual([code, changesIn]);
});

it('nothing without codes', () => {
  expect(shownAt([], 100)).toEqual({ code: null, changesIn: 5000 });
});
