import { describe, expect, it } from 'vitest';
import { cardHints, warningOf } from './card-hints.ts';

describe('what a number says about its card (R-CARD-8)', () => {
  it.each<[string, string[]]>([
    ['0062D9B2', []],
    ['0006478258', []],
    ['08A1B2C3', ['random']],
    ['08:A1:B2:C3', ['random']],
    ['0144814787', ['random']],
    ['04A2B3C4D5E680', []],
    ['0804A2B3C4D5E6', []],
    ['8804A2B3', ['cascade']],
    ['0062D9B209', ['checksum']],
    ['100062D9B219', ['checksum']],
    ['098,55731', ['parts']],
    ['LIB-0004711', ['surrounded']],
    ['', []],
  ])('%s: %j', (sent, hints) => {
    expect(cardHints(sent).map(({ is }) => is)).toEqual(hints);
  });

  it.each([
    ['0008065495,123,04567', /chooses the first one/],
    ['123,04567,0008065495', /chooses the last one/],
    ['123,04567', /leave the setting/],
  ])('a number in parts is chosen where it is whole by itself: %s', (sent, text) =>
    expect(cardHints(sent).map((hint) => hint.text)).toEqual([expect.stringMatching(text)]),
  );

  it('who gives a card reads that its number may change', () => {
    expect(warningOf('08A1B2C3')).toMatch('Tap it twice');
    expect(warningOf('0062D9B2')).toBeNull();
  });
});
