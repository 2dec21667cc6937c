import type { MySubject } from '#contract/attendance/my-attendance.ts';

/** "You may miss 3 of the 12 classes left and keep 80%.", or "and still reach 80%" from below. */
export function leftText({ absences_left, meetings_left, threshold, rate }: MySubject): string {
  if (meetings_left === 0) return 'No classes are left.';
  const left = `${meetings_left} ${meetings_left === 1 ? 'class' : 'classes'} left`;
  if (absences_left === null) return `${threshold}% can no longer be reached with the ${left}.`;
  const isBelow = Number.parseFloat(rate) < threshold;
  if (absences_left === 0)
    return `Miss none of the ${left} to ${isBelow ? 'reach' : 'keep'} ${threshold}%.`;
  const of = `You may miss ${absences_left} of the ${left}`;
  return `${of} and ${isBelow ? 'still reach' : 'keep'} ${threshold}%.`;
}
