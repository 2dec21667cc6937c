import { describe, expect, it } from 'vitest';
import { weekdayOfName } from './days-and-times.ts';

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
