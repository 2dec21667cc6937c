import { describe, expect, it } from 'vitest';
import { cardOfCode, createCodeFilter, sameCodeMs } from './code-filter.ts';

const qr = (text: string) => ({ text, format: 'qr_code' });
const bars = (text: string) => ({ text, format: 'code_39' });

describe('a code that the camera sees', () => {
  it('is read once while it is held, and again after it was away', () => {
    const filter = createCodeFilter();
    expect(filter.news([qr('7000100000')], 0)).toEqual(['7000100000']);
    for (let at = 200; at < 20_000; at += 200)
      expect(filter.news([qr('7000100000')], at)).toEqual([]);
    expect(filter.news([], 21_000)).toEqual([]);
    expect(filter.news([qr('7000100000')], 19_800 + sameCodeMs)).toEqual(['7000100000']);
  });

  it('of a barcode counts when two pictures show the same', () => {
    const filter = createCodeFilter();
    expect(filter.news([bars('7000100000')], 0)).toEqual([]);
    expect(filter.news([bars('7000100008')], 150)).toEqual([]);
    expect(filter.news([bars('7000100000')], 300)).toEqual(['7000100000']);
    expect(filter.news([bars('7000100000')], 450)).toEqual([]);
  });

  it('of two cards in one picture is each of them, of one card with two codes it once', () => {
    const filter = createCodeFilter();
    expect(filter.news([qr('1111'), qr('2222'), qr('1111')], 0)).toEqual(['1111', '2222']);
  });
});

it.each([
  [' 7000100000 ', '7000100000'],
  ['', null],
  ['two\nlines', null],
  ['x'.repeat(64), 'x'.repeat(64)],
  ['x'.repeat(65), null],
])('%j is the card %j', (text, card) => {
  expect(cardOfCode(text)).toBe(card);
});
