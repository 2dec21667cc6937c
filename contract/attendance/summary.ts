import type { Summary } from '../marks.ts';
import { hasAttended, wasMissing, type RollStatus } from '../status.ts';

/** A whole percentage, rounded half up; 0 of 0 is 0. */
export const percent = (part: number, total: number): number =>
  total === 0 ? 0 : Math.round((part * 100) / total);

export function summarise(rows: readonly { status: RollStatus }[]): Summary {
  const total = rows.length;
  const present = rows.filter(({ status }) => hasAttended(status)).length;
  const absent = rows.filter(({ status }) => wasMissing(status)).length;
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
