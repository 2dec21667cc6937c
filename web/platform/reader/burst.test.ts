import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { card, fast, gapMs, type, type Pressed } from '#web/test/bursts.ts';
import { createBurstReader } from './burst.ts';

/** The keys with another pause before one of them. */
const torn = (keys: Pressed[], place: number, pause: number): Pressed[] =>
  keys.map(([key, usual, code], at) => [key, at === place ? pause : usual, code]);

describe('a burst is one whole number', () => {
  it.each(['7000123', '098,55731', '00:62:D9:B3', '00 62 D9 B3', '00-62-d9-b3', ';0006478259?'])(
    '%s, ended by Enter or Tab',
    (number) => {
      expect(type(card(number))).toEqual([`number ${number}`]);
      expect(type(card(number, 'Tab'))).toEqual([`number ${number}`]);
      expect(type(card(number), 'note')).toEqual([`number ${number}`]);
    },
  );
  it('of small hexadecimal letters is that of the keys, with a Dvorak or French keyboard in a text too', () => {
    const dvorak: Record<string, string> = { a: 'a', b: 'x', c: 'j', d: 'e', e: '.', f: 'u' };
    const french: Record<string, string> = { a: 'q', 0: 'à', 4: "'", 3: '"', 5: '(' };
    for (const layout of [dvorak, french])
      for (const place of [null, 'note']) {
        const keys = [...'04abbcc4d5fe80'].map((char): Pressed => [
          layout[char] ?? char,
          5,
          /\d/.test(char) ? `Digit${char}` : `Key${char.toUpperCase()}`,
        ]);
        expect(type([...keys, ['Enter', 5]], place)).toEqual(['number 04ABBCC4D5FE80']);
        expect(type([...torn(keys, 6, 150), ['Enter', 5]], place)).toEqual(['torn']);
      }
  });
  it.each(['*7000123757', '7000123757#', '*7000123757*', '04A2B3C4#', '%7000123757?', '^04A2B3C4'])(
    'has the signs around it that readers press with Shift: %s',
    (text) => {
      const shifted: Record<string, string> = { '*': '8', '#': '3', '%': '5', '^': '6' };
      const keys = [...text].map((char): Pressed => {
        const digit = shifted[char];
        if (digit !== undefined) return [char, 5, `Digit${digit}`, true];
        if (char === '?') return [char, 5, 'Slash', true];
        return [char, 5, /\d/.test(char) ? `Digit${char}` : `Key${char}`, /[A-Z]/.test(char)];
      });
      for (const place of [null, 'note'])
        expect(type([...keys, ['Enter', 5]], place)).toEqual([`number ${text}`]);
      // With a French keyboard * is 8.
      const french = keys.map(([char, pause, code = '', shift]): Pressed => {
        const digit = /^Digit(\d)$/.exec(code)?.[1];
        return [digit && !shift ? 'è' : digit && shift ? digit : char, pause, code, shift];
      });
      expect(type([...french, ['Enter', 5]])).toEqual([`number ${text}`]);
    },
  );
  it('with a pause is torn in a text too, whatever makes digits of its keys', () => {
    const keys = [...'èààà&é"'].map((char, at): Pressed => [char, 5, `Digit${'7000123'[at]}`]);
    expect(type([...torn(keys, 3, 150), ['Enter', 5]], 'note')).toEqual(['torn']);
  });
  it('two cards in a row are two', () =>
    expect(type([...card('1111'), ...card('2222')])).toEqual(['number 1111', 'number 2222']));
  it('Shift does not interrupt it', () =>
    expect(type([['Shift', 5], ['A', 5], ['Shift', 5], ...card('B12')])).toEqual(['number AB12']));
  it('with a French keyboard it is that of the keys', () => {
    const digits: [string, string][] = [
      ['&', 'Digit1'],
      ['é', 'Digit2'],
      ['"', 'Digit3'],
      ["'", 'Digit4'],
      ['A', 'KeyA'],
    ];
    const keys = digits.map(([key, code]): Pressed => [key, 5, code]);
    expect(type([...keys, ['Enter', 5]])).toEqual(['number 1234A']);
  });
  it.each([36, 60, 100, 200, 400])(
    'a number with a pause of %i ms between all keys, outside of text fields, is torn: its Enter presses no button',
    (pause) => expect(type([...fast('7001272012', pause), ['Enter', pause]])).toEqual(['torn']),
  );
  it('so is any slow number with a digit, in a French layout too', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9A-F]{4,14}$/).filter((number) => /\d/.test(number)),
        fc.array(fc.integer({ min: gapMs + 1, max: 250 }), { minLength: 15, maxLength: 15 }),
        fc.boolean(),
        (number, pauses, isFrench) => {
          const keys = [...number].map((char, at): Pressed => {
            const digit = /\d/.test(char);
            const key = isFrench && digit ? (french[Number(char)] ?? '') : char;
            return [key, pauses[at] ?? 0, digit ? `Digit${char}` : `Key${char}`];
          });
          expect(type([...keys, ['Enter', pauses[14] ?? 0]])).toEqual(['torn']);
        },
      ),
    ));
  it('letters that a person presses there are none', () =>
    expect(type([...fast('papapa', 300), ['Enter', 300]])).toEqual(['silent']));
  it('a short burst is none, and is reported where only readers type', () => {
    expect(type(card('abc'))).toEqual(['silent']);
    // A digit is no command, and its Enter presses no button.
    expect(type(card('123'))).toEqual(['torn']);
    expect(type(card('123'), 'note')).toEqual(['silent']);
    expect(type(card('123'), null, { onlyReaders: true })).toEqual(['torn']);
    expect(type([['Enter', 5]], null, { onlyReaders: true })).toEqual(['silent']);
  });
});

describe('half a burst is none, and is reported', () => {
  it.each([1, 2, 3, 4, 5, 6, 7])('with a pause before its key %i', (place) => {
    expect(type(torn(card('9855731'), place, 90))).toEqual(['torn']);
    expect(type(torn(card('9855731'), place, 90), 'note')).toEqual(['torn']);
    expect(type(torn(card('9855731'), place, 90), null, { onlyReaders: true })).toEqual(['torn']);
  });
  it('a pause before Shift counts as well', () =>
    expect(type([...fast('98'), ['Shift', 90], ...card('A55731')])).toEqual(['torn']));
  it('what no reader sends makes no number of the rest', () =>
    expect(type(card('98é55731'))).toEqual(['torn']));
  it('the next card is one again', () =>
    expect(type([...torn(card('70001'), 4, 90), ...card('7000123')])).toEqual([
      'torn',
      'number 7000123',
    ]));
  it('keys of a person without an Enter are forgotten after a second', () =>
    expect(type([...fast('99', 120), ['7', 1500], ...card('000123')])).toEqual(['number 7000123']));
});

describe('a burst whose first keys were not heard', () => {
  /** The page begins to listen at 1000; the number is heard from one of its keys on. */
  const heard = (text: string, firstAt: number, place: string | null = null) => {
    const reader = createBurstReader<string>({ gapMs });
    reader.listenFrom(1000);
    const keys = [...text, 'Enter'].map((key, at) =>
      reader.key({ key, code: '', at: firstAt + 5 * at, place }),
    );
    return keys.at(-1);
  };
  it.each([990, 1000, 1020, 1035])(
    'because the page was not there: torn, first heard at %i',
    (at) => {
      for (const place of [null, 'note'])
        for (const rest of ['0868574', '74', '4'])
          expect(heard(rest, at, place)).toMatchObject({ is: 'torn', isTail: true });
    },
  );
  it('is whole where the reader would have been faster', () =>
    expect(heard('0868574', 1036)).toMatchObject({ is: 'number', number: '0868574' }));
  it.each([
    [60, 50, true],
    [60, 70, false],
    [400, 350, true],
    [120, 5000, false],
  ])(
    'of a reader with pauses of %i ms, first heard after %i ms, may be a rest: %s',
    (pause, afterMs, is) => {
      const reader = createBurstReader<string>({ gapMs });
      reader.listenFrom(1000);
      for (const [at, key] of [...'0868574', 'Enter'].entries())
        reader.key({ key, code: '', at: 1000 + afterMs + pause * at, place: 'note' });
      expect(reader.isSlowTail()).toBe(is);
      reader.key({ key: '1', code: '', at: 90_000, place: 'note' });
      expect(reader.isSlowTail()).toBe(false);
    },
  );
  it('and the next card is whole', () => {
    const reader = createBurstReader<string>({ gapMs });
    reader.listenFrom(1000);
    const press = (text: string, from: number) =>
      [...text, 'Enter']
        .map((key, at) => reader.key({ key, code: '', at: from + 5 * at, place: null }))
        .at(-1);
    expect(press('8574', 1010)).toMatchObject({ is: 'torn' });
    expect(press('5860868574', 2000)).toMatchObject({ is: 'number', number: '5860868574' });
  });
  it('whatever the number, the speed and the moment: never a part of it', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{5,14}$/),
        fc.integer({ min: 1, max: gapMs }),
        fc.integer({ min: 0, max: 600 }),
        (number, pause, lateMs) => {
          const reader = createBurstReader<string>({ gapMs });
          reader.listenFrom(1000 + lateMs);
          const readings = [...number, 'Enter'].flatMap((key, at) => {
            const when = 1000 + at * pause;
            return when < 1000 + lateMs
              ? []
              : [reader.key({ key, code: '', at: when, place: null })];
          });
          const read = readings.flatMap((one) => (one.is === 'number' ? [one.number] : []));
          expect(lateMs === 0 ? [] : read).toEqual([]);
        },
      ),
    ));
});

describe('a person', () => {
  it('who types at a person’s speed is not read', () =>
    expect(type([...fast('2026', 120), ['Enter', 120]], 'note')).toEqual(['silent']));
  it('who types fast writes no card: text, and times', () => {
    expect(type(card('hello there, all'), 'note')).toEqual(['silent']);
    expect(type(card('left at 9:30'), 'note')).toEqual(['silent']);
  });
  it('may write while a card is tapped: the words are not part of it', () => {
    for (const pause of [5, 120])
      expect(type([...fast('He left ', pause), ['9', 300], ...card('8765')], 'note')).toEqual([
        'number 98765',
      ]);
    expect(type(card('he left 99887766'), 'note')).toEqual(['number 99887766']);
  });
  it('a word at a reader’s speed right before a number may be part of it', () =>
    expect(type(card('late0012345'), 'note')).toEqual(['torn']));

  const keys = fc.constantFrom('1', '7', 'a', 'k', ' ', '.', 'Enter');
  it('slower than the gap is never interpreted as a reader', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(keys, fc.integer({ min: gapMs + 1, max: 900 }))),
        fc.constantFrom('note', null),
        (typed, place) => {
          // Digits outside of text fields are no text: a slow reader's.
          if (place !== null || !typed.some(([key]) => key === '1' || key === '7'))
            expect(new Set(type(typed, place))).not.toContain('torn');
          expect(type(typed, place).join()).not.toContain('number');
        },
      ),
    ));
  it('who types with a twentieth of the pauses as short as a reader’s writes text', () => {
    const letters = fc.constantFrom(...'etaoinshrdlucmfwypvbgkjqxz .,');
    const text = fc.array(letters, { minLength: 20, maxLength: 120 });
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 19 }), (typed, phase) => {
        const pressed = typed.map((key, at): Pressed => [key, (at + phase) % 20 ? 110 : 20]);
        expect(type([...pressed, ['Enter', 130]], 'note')).toEqual(['silent']);
      }),
    );
  });
});

/** AZERTY: what the keys of the digits type without Shift. */
const french = [...'à&é"\'(-è_ç'];

it('whatever the number, its pauses, what surrounds it and the layout: it is whole, torn or silent', () => {
  const hex = fc.stringMatching(/^[0-9A-F]{4,14}$/);
  const separated = fc
    .tuple(
      fc.array(fc.stringMatching(/^[0-9A-F]{2}$/), { minLength: 3, maxLength: 7 }),
      fc.constantFrom(':', '-', ' ', ',', ''),
    )
    .map(([bytes, separator]) => bytes.join(separator));
  const number = fc.oneof(
    hex,
    fc.stringMatching(/^\d{4,17}$/),
    fc.stringMatching(/^\d{3},\d{5}$/),
    separated,
    separated.map((text) => text.toLowerCase()),
    fc.stringMatching(/^[A-Za-z0-9]{4,12}$/),
  );
  const pause = fc.oneof(fc.integer({ min: 0, max: gapMs }), fc.integer({ min: 0, max: 999 }));
  fc.assert(
    fc.property(
      number,
      fc.constantFrom('', '', ';', 'lib', '\u00e9', '%B'),
      fc.constantFrom('', '?'),
      fc.array(pause, { minLength: 60, maxLength: 60 }),
      fc.constantFrom('steady', 'once', 'any'),
      fc.nat({ max: 40 }),
      fc.record({
        place: fc.constantFrom('note', null),
        end: fc.constantFrom('Enter', 'Tab'),
        isFrench: fc.boolean(),
        onlyReaders: fc.boolean(),
      }),
      (bare, prefix, suffix, pauses, kind, where, { place, end, isFrench, onlyReaders }) => {
        const sent = prefix + bare + suffix;
        // A word with pauses in a text field is a person's: nothing distinguishes a reader's there.
        fc.pre(kind !== 'any' || place === null || !/[g-z][a-z]|[a-z][g-z]/.test(sent));
        const pauseAt = (at: number) =>
          kind === 'any' || (kind === 'once' && at === where % (sent.length + 1))
            ? (pauses[at] ?? 0)
            : 5;
        const pressed = [...sent].map((char, at): Pressed => {
          const digit = /\d/.test(char);
          const key = isFrench && digit ? (french[Number(char)] ?? '') : char;
          const code = digit
            ? `Digit${char}`
            : /[a-z]/i.test(char)
              ? `Key${char.toUpperCase()}`
              : '';
          return [key, at === 0 ? 5000 : pauseAt(at), code];
        });
        const last = pauseAt(sent.length);
        const isWhole = [...pressed.slice(1).map(([, before]) => before), last].every(
          (before) => before <= gapMs,
        );
        const [reading = ''] = type([...pressed, [end, last]], place, { onlyReaders });
        const shown = pressed.map(([key]) => key).join('');
        // By the keys' positions a letter has no case.
        const whole = [sent, shown, sent.toUpperCase()].map((text) => `number ${text.trim()}`);
        expect(['torn', 'silent', ...(isWhole ? whole : [])]).toContain(reading);
      },
    ),
    { numRuns: 3000 },
  );
});

it('every reader within the gap is read, whatever its number', () =>
  fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9A-F]{4,15}$/),
      fc.integer({ min: 0, max: gapMs }),
      (number, pause) => {
        const keys: Pressed[] = [[number.charAt(0), 500], ...fast(number.slice(1), pause)];
        expect(type([...keys, ['Enter', pause]])).toEqual([`number ${number}`]);
      },
    ),
  ));
