import { describe, expect, it } from 'vitest';
import { timeOfFile, weekdayOfName } from './days-and-times.ts';

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
  ])('%j is %s', (text, time) => expect(timeOfFile(text)).toBe(time));

  it.each(['', '9', '905', '24:00', '9:60', '13:00 PM', '0 am', '9:05:30', '9,5', '9:5', 'noon'])(
    '%j is none',
    (text) => expect(timeOfFile(text)).toBeNull(),
  );
});

describe('the weekdays of files', () => {
  it.each([
    ['monday', 1],
    ['Dienstag', 2],
    ['mercredi', 3],
    ['Sábado', 6],
    ['quinta', 4],
    ['Di', 2],
    ['mer.', 3],
    ['Sa', 6],
    ['Thu', 4],
    ['T', null],
    ['S', null],
    ['Day 1', null],
    ['', null],
  ])('%j is %j', (name, day) => expect(weekdayOfName(name)).toBe(day));
});
