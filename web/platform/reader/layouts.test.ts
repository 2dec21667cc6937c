import { describe, expect, it } from 'vitest';
import { card, fast, gapMs, type, type Pressed } from '#web/test/bursts.ts';
import { createBurstReader } from './burst.ts';

/** The key of a US keyboard, and whether Shift is held. */
const signKeys: Record<string, [code: string, shift: boolean]> = {
  ';': ['Semicolon', false],
  ':': ['Semicolon', true],
  ',': ['Comma', false],
  '-': ['Minus', false],
  '?': ['Slash', true],
};
const keyOf = (char: string): [code: string, shift: boolean] =>
  signKeys[char] ?? (/\d/.test(char) ? [`Digit${char}`, false] : [`Key${char}`, true]);

describe('a card', () => {
  it.each([
    // A reader that presses the keys of a US keyboard; what they type is in the order of its keys.
    ['German', ';70001234?', 'ö70001234_'],
    ['German', '00:62:D9:B3', '00Ö62ÖD9ÖB3'],
    ['German', '00-62-D9-B3', '00ß62ßD9ßB3'],
    ['French', ';70001234?', 'mèààà&é"\'§'],
    ['French', '098,55731', 'àç_;((è"&'],
    ['Dvorak', '04A1B2C3D4E5', '04A1X2J3E4.5'],
  ])('with a %s keyboard %s is read, which types %s', (_layout, sent, typed) => {
    const keys = [...sent].map((char, at): Pressed => {
      const [code, shift] = keyOf(char);
      return [[...typed][at] ?? '', 5, code, shift];
    });
    expect(type([...keys, ['Enter', 5]])).toEqual([`number ${sent}`]);
  });
  it.each([100, 1200, 3000])('after a pause of %i ms the rest is no number', (pause) => {
    const keys: Pressed[] = [...fast('700'), ['1', pause], ...card('272012')];
    expect(type(keys)).toEqual(['torn']);
    expect(type([...keys, ...card('7000123')])).toEqual(['torn', 'number 7000123']);
    expect(type(keys, 'note')).toEqual(['torn']);
  });
  it('long after keys that no Enter ended, a card is whole again', () =>
    expect(type([...fast('700'), ['7', 6000], ...card('000123')])).toEqual(['number 7000123']));
  it('what a person has typed before makes no rest of a card', () =>
    expect(type([...fast('701', 120), ['7', 1500], ...card('000123')])).toEqual([
      'number 7000123',
    ]));
});

describe('keys of the number pad without Num Lock', () => {
  const press = (number: string, pause: number) => {
    const reader = createBurstReader<string>({ gapMs });
    return [...number, 'Enter']
      .map((key, at) =>
        reader.key({ key, code: '', isArrow: key !== 'Enter', at: pause * at, place: null }),
      )
      .at(-1);
  };
  it('are digits at a reader’s speed', () =>
    expect(press('7000409158', 5)).toMatchObject({ is: 'number', number: '7000409158' }));
  it('are a person’s arrows at a person’s speed', () =>
    expect(press('2222', 120)).toMatchObject({ is: 'silent' }));
});
