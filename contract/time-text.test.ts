import { describe, expect, it } from 'vitest';
import { timeOfText, timeTyped } from './time-text.ts';

describe('the times of files', () => {
  it.each([
    ['9:05', '09:05'],
    ['09:05:00', '09:05'],
    ['9.05', '09:05'],
    ['9h05', '09:05'],
    ['9h', '09:00'],
    ['14 Uhr', '14:00'],
    ['14.30 Uhr', '14:30'],
    ['14:30 hrs', '14:30'],
    ['9:05 AM', '09:05'],
    ['9:05pm', '21:05'],
    ['12:00 p.m.', '12:00'],
    ['12 am', '00:00'],
    ['9:05:00 PM', '21:05'],
    [' 0:00 ', '00:00'],
  ])('%j is %s', (text, time) => expect(timeOfText(text)).toBe(time));

  it.each(['', '9', '905', '24:00', '9:60', '13:00 PM', '0 am', '9:05:30', '9,5', '9:5', 'noon'])(
    '%j is none',
    (text) => expect(timeOfText(text)).toBeNull(),
  );
});

it.each([
  ['9', '09:00'],
  ['14', '14:00'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['9:30', '09:30'],
  ['9.30', '09:30'],
  ['2 pm', '14:00'],
  ['24', null],
  ['960', null],
  ['99', null],
  ['12345', null],
  ['', null],
])('typed, %j is %j', (text, time) => expect(timeTyped(text)).toBe(time));
