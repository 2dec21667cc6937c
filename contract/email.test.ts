import { describe, expect, it } from 'vitest';
import { emailError, looksLikeEmail } from './email.ts';
import { email, optionalEmail } from './fields.ts';

describe('an e-mail address', () => {
  it.each([
    'a@b.co',
    "o'brien@school.example",
    'first.last+tag@mail.school.example',
    'x_y-z@sub.school.edu.au',
    'a@xn--e1afmkfd.xn--p1ai',
  ])('%s is one', (text) => expect([looksLikeEmail(text), emailError(text)]).toEqual([true, null]));

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
  ])('%j is none', (text) =>
    expect([looksLikeEmail(text), emailError(text)]).toEqual([false, 'must be an e-mail address']),
  );

  it.each([
    ['zoe@münchen.example', 'must be written as zoe@xn--mnchen-3ya.example'],
    ['zoe@MÜNCHEN.example', 'must be written as zoe@xn--mnchen-3ya.example'],
    ['zoe@mu\u0308nchen.example', 'must be written as zoe@xn--mnchen-3ya.example'],
    ['a@школа.example', 'must be written as a@xn--80atdl2c.example'],
    ['zoë@münchen.example', 'must have letters without accents, a to z, before the @'],
    ['zoë@school.example', 'must have letters without accents, a to z, before the @'],
    ['zo\u202ee@school.example', 'must not contain invisible signs of direction'],
    ['zoe@münchen', 'must be an e-mail address'],
    ['zoe@mün chen.example', 'must be an e-mail address'],
    ['zoe@münchen.example/x', 'must be an e-mail address'],
    ['ａ＠school.example', 'must be an e-mail address'],
  ])('%j is refused with the spelling that is taken (R-NAME-4)', (text, message) => {
    expect(emailError(text)).toBe(message);
    expect(
      email()
        .safeParse(text)
        .error?.issues.map((issue) => issue.message),
    ).toEqual([message]);
    expect(
      optionalEmail()
        .safeParse(text)
        .error?.issues.map((issue) => issue.message),
    ).toEqual([message]);
  });

  it('in the spelling that is taken is equal to itself in any case', () => {
    expect(email().parse('User@XN--MNCHEN-3YA.example')).toBe('user@xn--mnchen-3ya.example');
  });
});
