import { describe, expect, it } from 'vitest';
import { cleanText, looksLikeEmail, optionalText } from './fields.ts';
import { messages } from './texts.ts';

describe('an e-mail address', () => {
  it.each([
    'a@b.co',
    "o'brien@school.example",
    'first.last+tag@mail.school.example',
    'x_y-z@sub.school.edu.au',
    'a@школа.example',
    'a@xn--e1afmkfd.xn--p1ai',
  ])('%s is one, where its domain is written in letters of the internet', (text) =>
    expect(looksLikeEmail(text)).toBe(!/[^\x20-\x7e]/.test(text)),
  );

  it.each([
    '(x)a@b.c',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@0x7f.0x1',
    'a@0177.0.0.0X7f',
    'a@0xa9fea9fe.0x',
    'a@localhost',
    '"a b"@school.example',
    'a b@school.example',
    'a@b@school.example',
    'a@school.example, b@school.example',
    'a@school.example\r\nbcc: b@school.example',
    '<a@school.example>',
    'a@-school.example',
    'a@school..example',
    '@school.example',
    'a@',
    '',
  ])('%j is none', (text) => expect(looksLikeEmail(text)).toBe(false));
});

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

  it('a text with visible characters keeps the others, which scripts write within words', () => {
    expect(cleanText(20).parse(' \u0645\u06cc\u200c\u062e ')).toBe('\u0645\u06cc\u200c\u062e');
  });
});
