import { describe, expect, it } from 'vitest';
import { fast, type } from '#web/test/bursts.ts';

describe('a burst behind the first keys of a number', () => {
  it.each([1, 2, 3])(
    'what comes a moment after the first %i keys of a number is its rest',
    (at) => {
      const [begun, rest] = [fast('70001234'.slice(0, at)), '70001234'.slice(at)];
      const [first = '', ...others] = rest;
      for (const pause of [1100, 2000, 4000])
        for (const place of [null, 'note'])
          expect(
            type([...begun, [first, pause], ...fast(others.join('')), ['Enter', 5]], place),
          ).toEqual(['torn']);
      expect(type([...begun, [first, 6000], ...fast(others.join('')), ['Enter', 5]])).toEqual([
        `number ${rest}`,
      ]);
    },
  );

  it('so it is where a busy computer receives the first keys slowly, and not behind what a person types', () => {
    const rest: Parameters<typeof type>[0] = [['3', 2000], ...fast('4567'), ['Enter', 5]];
    expect(type([...fast('7000', 70), ...rest], 'note')).toEqual(['torn']);
    expect(type([...fast('7000', 150), ...rest], 'note')).toEqual(['number 34567']);
    expect(type([...fast('no'), ...rest], 'note')).toEqual(['number 34567']);
  });
});
