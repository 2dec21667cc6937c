import { describe, expect, it } from 'vitest';
import { fieldErrors, serverErrorMessages } from './server-errors.ts';

describe('a failed submit shows', () => {
  it.each([
    [
      'each field, capitalized, and its first message',
      { subject_code: ['already exists', 'again'] },
      false,
      ['Subject code: already exists'],
    ],
    [
      'the first item’s status',
      { fail: [{ status: 'is in another class' }] },
      false,
      ['Fail: is in another class'],
    ],
    ['the value itself', { name: 'is required' }, false, ['Name: is required']],
    ['the detail', { detail: 'Not allowed.' }, false, ['Detail: Not allowed.']],
    [
      'on edit the message and its field',
      { phone: ['is too long'], email: ['already exists'] },
      true,
      ['is too long in phone', 'already exists in email'],
    ],
    [
      'on edit that an error occurred, with a detail alone',
      { detail: 'Not allowed.' },
      true,
      ['An error Occurred while submitting'],
    ],
    ['that an error occurred, without a body', {}, false, ['An error Occurred']],
    ['that an error occurred, without a body on edit', {}, true, ['An error Occurred']],
  ])('%s', (_what, body, editing, texts) =>
    expect(serverErrorMessages(body, editing)).toEqual(texts),
  );

  it('and at each field its first message, without the detail', () => {
    expect(fieldErrors({ email: ['already exists'], detail: 'No.' })).toEqual({
      email: 'already exists',
    });
  });
});
