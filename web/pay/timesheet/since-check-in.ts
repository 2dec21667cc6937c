import type { PayrollLog } from '#contract/pay/payroll.ts';

type Facts = Pick<
  PayrollLog,
  | 'class_cancelled'
  | 'minutes_now'
  | 'overlaps'
  | 'covered_by'
  | 'payroll'
  | 'pay_run'
  | 'amount_need_to_be_paid'
>;

/** What is wrong with a check-in, or happened with its class after it, in words, for accounts. */
export function sinceCheckIn({
  class_cancelled,
  minutes_now,
  overlaps,
  covered_by,
  payroll,
  pay_run,
  amount_need_to_be_paid,
}: Facts): string[] {
  // Accounts alone see pay runs; an amount that somebody entered is meant so.
  const paysNothing =
    payroll === null && pay_run !== undefined && Number(amount_need_to_be_paid) === 0;
  return [
    ...(paysNothing ? ['No pay code, so it pays nothing'] : []),
    ...(class_cancelled ? ['Class was cancelled'] : []),
    ...(typeof minutes_now === 'number' ? [`Class is ${minutes_now} min now`] : []),
    ...(overlaps ? ['Paid for another class at this time'] : []),
    ...(covered_by ? [`Covered by ${covered_by}, who is not paid`] : []),
  ];
}
