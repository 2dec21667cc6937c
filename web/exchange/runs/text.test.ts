import { expect, it } from 'vitest';
import { changesText } from './text.ts';

const counted = (table: string, created: number) => ({
  table,
  created,
  updated: 0,
  unchanged: 0,
  archived: 0,
  skipped: 0,
});
type Report = Parameters<typeof changesText>[0];
const reportOf = (...counts: Report['counts']): Report => ({
  counts,
  questions: [],
  problems: [],
  totals: { error: 0, skipped: 0, note: 0 },
  operation: null,
  written: false,
});

it('says the dates of new classes with them', () => {
  const report = reportOf(counted('class_schedule', 1), counted('class_meeting', 6));
  expect(changesText(report, 'does')).toBe('adds 1 class with 6 dates');
});

it('says dates that are added to classes on their own', () => {
  const report = reportOf(counted('class_schedule', 0), counted('class_meeting', 1));
  expect(changesText(report, 'done')).toBe('added 1 date of a class');
});
