import { describe, expect, it } from 'vitest';
import { brokenLines } from './line-breaks.ts';

/** Each character is one wide. */
const lines = (text: string, width: number) => brokenLines(text, width, (part) => part.length);

describe('lines of a text (R-PAPER-7)', () => {
  it.each([
    ['Ana Lima', 20, ['Ana Lima']],
    ['Ana Lima', 6, ['Ana', 'Lima']],
    // A name breaks at its hyphen before it breaks within a word.
    ['Ana García-Lorca', 12, ['Ana García-', 'Lorca']],
    ['Ana García-Lorca', 8, ['Ana', 'García-', 'Lorca']],
    ['Wolfeschlegel', 6, ['Wolfe-', 'schle-', 'gel']],
    ['X Wolfeschlegel', 6, ['X', 'Wolfe-', 'schle-', 'gel']],
    ['Wolfeschlegel Anna', 8, ['Wolfesc-', 'hlegel', 'Anna']],
    ['anna.lima@school.example', 14, ['anna.lima@', 'school.example']],
    ['anna@students.school.example', 12, ['anna@', 'students.sch', 'ool.example']],
    // A number or an address gets no sign that is not its own.
    ['700010000012', 5, ['70001', '00000', '12']],
    ['2026-03-02', 10, ['2026-03-02']],
    ['', 5, ['']],
    ['  two  blanks', 20, ['  two  blanks']],
    ['a\u0301a\u0301a\u0301a\u0301', 5, ['a\u0301a\u0301-', 'a\u0301a\u0301']],
  ])('%j within %i are %j', (text, width, expected) => {
    expect(lines(text, width)).toEqual(expected);
  });

  it('are never wider, and lose nothing', () => {
    const text = 'Ana-María Wolfeschlegelsteinhausenbergerdorff 7000100000 a@b.example';
    for (let width = 2; width < 70; width++) {
      const broken = lines(text, width);
      expect(Math.max(...broken.map((line) => line.length))).toBeLessThanOrEqual(width);
      const plain = (whole: string) => whole.replaceAll(/[-\s]/g, '');
      expect(plain(broken.join(''))).toBe(plain(text));
    }
  });
});
