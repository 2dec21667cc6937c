import { describe, expect, it } from 'vitest';
import { identifierError, plainKey } from './identifier.ts';

/** By their numbers: they are invisible in this file, too. */
const invisible = [
  0x09, 0x0a, 0x0d, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e,
  0x200f, 0x2028, 0x202e, 0x2060, 0x2066, 0x2069, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xe000,
  0xe0041,
].map((code) => String.fromCodePoint(code));

describe('an identifier (R-KEY-1)', () => {
  it('has no invisible character', () => {
    for (const character of invisible) {
      const text = `S26${character}0001`;
      const code = character.codePointAt(0)!.toString(16);
      for (const as of ['key', 'name'] as const)
        expect([code, identifierError(text, as) === null]).toEqual([code, false]);
      // What is taken off is what is refused, and nothing else.
      expect([code, plainKey(text)]).toEqual([code, 'S260001']);
    }
  });

  it.each(['Ｓ２６', 'S２', 'S\u00a01', 'S\u20091', 'ﬁ1', 'S①', '１'])(
    '%s is no key, and is a name',
    (text) => {
      expect(identifierError(text, 'key')).not.toBeNull();
      expect(identifierError(plainKey(text), 'key')).toBeNull();
      expect(identifierError(text, 'name')).toBeNull();
    },
  );

  it.each(['S260001', 'Ä-1', 'Ω 7', 'Ж12', '学1', 'ก1', "O'Neil.2/3_a", '7000100000'])(
    '%s is a key, and is already plain',
    (text) => expect([identifierError(text, 'key'), plainKey(text)]).toEqual([null, text]),
  );

  it('is a name with the joiners of its script', () => {
    expect(identifierError('\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', 'name')).toBeNull();
    expect(identifierError('Nursing\u200c', 'name')).not.toBeNull();
    expect(identifierError('Nur\u200dsing', 'name')).not.toBeNull();
  });
});
