import { expect, it } from 'vitest';
import type { RollRow } from '#contract/marks.ts';
import type { Marked } from './queue/send.ts';
import { supersededIn, supersededText } from './superseded.ts';

const student = { first_name: 'Anna', last_name: 'Lee', student_id: 'S1' };
const later = (student_id: string) => ({ student_id, status: 'a later mark stands' });

it('a mark that waited and was superseded names its student (R-ROLL-14)', () => {
  const marked = { ...student, results: [later('S1')] } as Marked;
  expect(supersededIn({ marked }, [])).toEqual(['Anna Lee']);
  const taken = { ...marked, results: [{ student_id: 'S1', status: 'Marked' }] };
  expect(supersededIn({ marked: taken }, [])).toEqual([]);
});

it('marks of several students name those who are on the roll, and others by their ID', () => {
  const results = [later('S1'), later('S9'), { student_id: 'S2', status: 'Marked' }];
  const roll = [student as RollRow];
  expect(supersededIn({ bulk: { results, fail: [] } }, roll)).toEqual(['Anna Lee', 'S9']);
});

it.each([
  [['Anna Lee'], 'Anna Lee: a later mark stands'],
  [['Anna Lee', 'Bo Chu'], 'Anna Lee, Bo Chu: later marks stand'],
  [['A', 'B', 'C', 'D', 'E'], 'A, B, C and 2 more: later marks stand'],
])('%j', (names, text) => {
  expect(supersededText(names)).toBe(text);
});
