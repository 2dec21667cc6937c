import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardOf, createScanDetector, type Torn } from './scan-detector.ts';

const gap = 35;
/** @returns how the keys, each so many ms after the previous one, are interpreted. */
function type(keys: [string, number][], torn?: Torn): string[] {
  const burst = createScanDetector(gap, torn);
  let at = 1000;
  return keys.flatMap(([key, pause]) => {
    at += pause;
    const card = burst.key(key, at);
    return card === null ? [] : [card];
  });
}
const fast = (text: string, pause = 5): [string, number][] => [...text].map((key) => [key, pause]);

describe('a card reader is distinguished from a person', () => {
  it('a burst ended by Enter is a card', () =>
    expect(type([...fast('7000123'), ['Enter', 5]])).toEqual(['7000123']));
  it('two cards in a row are two', () =>
    expect(type([...fast('1111'), ['Enter', 5], ...fast('2222'), ['Enter', 5]])).toEqual([
      '1111',
      '2222',
    ]));
  it('text that was typed by hand before is not part of it', () => {
    expect(type([['a', 200], ['b', 200], ['9', 300], ...fast('8765'), ['Enter', 5]])).toEqual([
      '98765',
    ]);
  });
  it('a short burst is none', () => expect(type([...fast('123'), ['Enter', 5]])).toEqual([]));
  it('a late Enter belongs to a person', () =>
    expect(type([...fast('7000123'), ['Enter', 200]])).toEqual([]));
  it('Shift and similar keys do not interrupt it', () =>
    expect(type([['Shift', 5], ['A', 5], ['Shift', 5], ...fast('B12'), ['Enter', 5]])).toEqual([
      'AB12',
    ]));

  describe('where only readers type', () => {
    function typeAtDoor(keys: [string, number][]) {
      let torn = 0;
      const cards = type(keys, { withinMs: 1000, onTorn: () => torn++ });
      return { cards, torn };
    }
    it.each([1, 2, 3, 4, 5, 6, 7])('a card with a pause before its key %i is none', (place) => {
      const keys = [...fast('7000123'), ['Enter', 5] as [string, number]];
      keys[place] = [keys[place]![0], 90];
      expect(typeAtDoor(keys)).toEqual({ cards: [], torn: 1 });
    });
    it('the next card is one again', () =>
      expect(
        typeAtDoor([...fast('7000'), ['1', 90], ['Enter', 5], ...fast('7000123'), ['Enter', 5]]),
      ).toEqual({ cards: ['7000123'], torn: 1 }));
    it('what stood there without an Enter is forgotten', () =>
      expect(typeAtDoor([...fast('99'), ['7', 1500], ...fast('000123'), ['Enter', 5]])).toEqual({
        cards: ['7000123'],
        torn: 0,
      }));
  });

  it('a person slower than the gap is never interpreted as a reader', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom('1', 'a', ' ', 'Enter'), fc.integer({ min: gap + 1, max: 900 })),
        ),
        (keys) => {
          expect(type(keys)).toEqual([]);
        },
      ),
    );
  });

  it('every reader within the gap is, whatever its number', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9A-F]{4,15}$/),
        fc.integer({ min: 0, max: gap }),
        (card, pause) => {
          expect(type([[card[0]!, 500], ...fast(card.slice(1), pause), ['Enter', pause]])).toEqual([
            card,
          ]);
        },
      ),
    );
  });
});

const class7 = new Set(['7000108', 'S260001', '0012345']);
const known = (text: string) => class7.has(text);
it.each([
  ['7000108', '', '7000108'],
  ['S260001', '', 'S260001'],
  ['9999999', '', '9999999'],
  ['17000108', '', '17000108'],
  ['A0012345', '', 'A0012345'],
  // A word was being typed when the card was tapped.
  ['late0012345', 'late', '0012345'],
  ['came S260001', 'came ', 'S260001'],
  ['he left 99887766', 'he left ', '99887766'],
  ['somebodywroteon7000108', 'somebodywroteon', '7000108'],
])('%s is the text "%s" and the card %s', (typed, text, card) => {
  expect(cardOf(typed, known)).toEqual({ text, card });
});

it('words only are no card', () => {
  expect(cardOf('hello there, all', known)).toBeNull();
});
