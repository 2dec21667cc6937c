import { describe, expect, it } from 'vitest';
import { movedUp, withoutFirst } from './ordered-picks.ts';

describe('further ones of a field', () => {
  it('change places with the one before', () => {
    expect(movedUp({ first: 1, further: [2, 3, 4] }, 1)).toEqual({ first: 1, further: [3, 2, 4] });
  });

  it('change places with the field itself', () => {
    expect(movedUp({ first: 1, further: [2, 3] }, 0)).toEqual({ first: 2, further: [1, 3] });
  });

  it('are not the one that was chosen as the first', () => {
    expect(withoutFirst({ first: 3, further: [2, 3] })).toEqual({ first: 3, further: [2] });
    const picks = { first: 1, further: [2] };
    expect(withoutFirst(picks)).toBe(picks);
  });
});
