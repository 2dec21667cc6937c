import type { Excuse, RollRow } from '#contract/marks.ts';

/** Labels of the kinds of excuse. */
export const excuseTitles: Record<Excuse, string> = {
  sick: 'Sick',
  leave: 'Leave',
  school: 'School business',
  other: 'Other',
};

/** Whether the first detail in words says the status as well: *12 min late*, *Excused*. */
export const saysStatus = ({ late_minutes, excused }: Pick<RollRow, 'late_minutes' | 'excused'>) =>
  late_minutes !== null || excused;

/** The details of a mark in words. @param timeOf the local time of an instant. */
export function detailTexts(
  row: Pick<RollRow, 'late_minutes' | 'left_early_minutes' | 'excused' | 'arrived_at'>,
  timeOf: (instant: string) => string,
): string[] {
  return [
    ...(row.late_minutes ? [`${row.late_minutes} min late`] : []),
    ...(row.left_early_minutes ? [`left ${row.left_early_minutes} min early`] : []),
    ...(row.excused ? ['Excused'] : []),
    ...(row.arrived_at ? [`came at ${timeOf(row.arrived_at)}`] : []),
  ];
}
