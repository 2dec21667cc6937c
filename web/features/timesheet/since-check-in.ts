import type { PayrollLog } from '#contract/payroll.ts';

type Facts = Pick<PayrollLog, 'class_cancelled' | 'minutes_now' | 'overlaps' | 'covered_by'>;

/** What happened with the class after the check-in, in words, for accounts. */
export function sinceCheckIn({
  class_cancelled,
  minutes_now,
  overlaps,
  covered_by,
}: Facts): string[] {
  return [
    ...(class_cancelled ? ['Class was cancelled'] : []),
    ...(typeof minutes_now === 'number' ? [`Class is ${minutes_now} min now`] : []),
    ...(overlaps ? ['Paid for another class at this time'] : []),
    ...(covered_by ? [`Covered by ${covered_by}, who is not paid`] : []),
  ];
}
