import { describe, expect, it } from 'vitest';
import { cleanText, firstName, lastName, optionalText } from './fields.ts';
import { messages } from './texts.ts';

it.each(['\0', '\u0007', '\u007f', '\ufffe', '\uffff'])(
  'text with a character that a database or a workbook cannot hold is refused',
  (character) => {
    for (const field of [cleanText(10), optionalText(10)])
      expect(field.safeParse(`A${character}B`).error?.issues[0]?.message).toBe(
        'must not contain control characters',
      );
  },
);

describe('a text of invisible characters alone is an empty one (R-FORM-5)', () => {
  const invisible = ['\u200b', '\u00ad', '\u202e', '\u3164', ' \u200b\u2060 '];
  it.each(invisible)('%j is refused where a text is required, and null where it is not', (text) => {
    expect(cleanText(20).safeParse(text).error?.issues[0]?.message).toBe(messages.required);
    expect(cleanText(20, { as: 'name' }).safeParse(text).error?.issues[0]?.message).toBe(
      messages.required,
    );
    expect(optionalText(20).parse(text)).toBeNull();
  });

  it('stands at no end of a text', () => {
    expect(lastName().parse('\u200bO’Brien\u200b \ufeff')).toBe('O’Brien');
  });

  it('a text with visible characters keeps the others, which scripts write within words', () => {
    expect(cleanText(20).parse(' \u0645\u06cc\u200c\u062e ')).toBe('\u0645\u06cc\u200c\u062e');
  });
});

describe('a line that stands beside others has no signs of direction (R-NAME-3)', () => {
  const signs = [0x61c, 0x200e, 0x200f, 0x202a, 0x202c, 0x202e, 0x2066, 0x2069, 0x206f];
  it.each(signs.map((code) => String.fromCodePoint(code)))('%j is refused', (sign) => {
    for (const field of [firstName(), lastName(), cleanText(30, { as: 'line' })])
      expect(field.safeParse(`Ana${sign}Lima`).error?.issues[0]?.message).toBe(
        'must not contain invisible signs of direction',
      );
    // In a text of several lines they end with the line.
    expect(cleanText(30).safeParse(`Ana${sign}Lima`).success).toBe(true);
  });

  it.each(['محمد علي', 'נועה לוי', 'می\u200cخواهم', '葛\u{e0100}城', 'Zoë'])(
    '%s is a name',
    (name) => {
      expect([firstName().parse(name), lastName().parse(name)]).toEqual([name, name]);
    },
  );
});

it('the letters of names are composed', () => {
  const given = 'Mu\u0308ller';
  expect([firstName().parse(given), lastName().parse(given)]).toEqual(['Müller', 'Müller']);
});

describe('a last name (R-NAME-1)', () => {
  it.each(['-', '‐', '‑', '‒', '–', '—', '―', '−', ' - '])(
    '%j says that there is none',
    (typed) => {
      expect(lastName().parse(typed)).toBe('–');
    },
  );

  it.each(['--', 'Li-', '·', '.'])('%j stays', (typed) => {
    expect(lastName().parse(typed)).toBe(typed);
  });

  it('has to be entered', () => {
    expect(lastName('field is required').safeParse(' ').error?.issues[0]?.message).toBe(
      'field is required',
    );
  });
});
