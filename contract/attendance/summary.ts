import type { RollStatus, Summary } from '../marks.ts';

/** A whole percentage, rounded half up; 0 of 0 is 0. */
export const percent = (part: number, total: number): number =>
  total === 0 ? 0 : Math.round((part * 100) / total);

export function summarise(rows: readonly { status: RollStatus }[]): Summary {
  const count = (wanted: RollStatus) => rows.filter((row) => row.status === wanted).length;
  const total = rows.length;
  const present = count('Present');
  const absent = count('Absent');
  return {
    total,
    present,
    absent,
    not_taken: total - present - absent,
    present_rate: percent(present, total),
    absent_rate: percent(absent, total),
    completion: percent(present + absent, total),
  };
}
