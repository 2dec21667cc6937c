import type { RollRow } from '#contract/marks.ts';
import { noCounts, type RateCounts } from '#contract/rates.ts';

/** The counts of a row of a roll, computed from what the roll shows. @param length minutes of the class. */
export function countsOfRow(row: RollRow, length: number): RateCounts {
  if (row.status === 'N/A') return noCounts;
  const present = row.status === 'Present';
  return {
    present: Number(present),
    late: Number(row.late_minutes !== null),
    absent: Number(!present),
    excused: Number(row.excused),
    scheduled_minutes: length,
    excused_minutes: row.excused ? length : 0,
    attended_minutes: present
      ? Math.max(0, length - (row.late_minutes ?? 0) - (row.left_early_minutes ?? 0))
      : 0,
  };
}
