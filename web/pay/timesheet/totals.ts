import dayjs from 'dayjs';
import { centsOf, decimalOf } from '#contract/pay/money.ts';
import type { PayrollLog } from '#contract/pay/payroll.ts';

export interface Totals {
  minutes: number;
  /** A decimal with two places. */
  amount: string;
}

/** Sums in whole cents. */
export function totalsOf(
  logs: Pick<PayrollLog, 'duration_of_schedule' | 'amount_need_to_be_paid'>[],
): Totals {
  const cents = logs.reduce((sum, log) => sum + centsOf(log.amount_need_to_be_paid ?? '0'), 0);
  return {
    minutes: logs.reduce((sum, log) => sum + log.duration_of_schedule, 0),
    amount: decimalOf(cents),
  };
}

/** Lines by the Monday of their week, in chronological order. */
export function byWeek(logs: PayrollLog[]): [monday: string, logs: PayrollLog[]][] {
  const weeks = new Map<string, PayrollLog[]>();
  for (const log of logs) {
    const day = dayjs(log.date);
    const monday = day.subtract((day.day() + 6) % 7, 'day').format('YYYY-MM-DD');
    weeks.set(monday, [...(weeks.get(monday) ?? []), log]);
  }
  return [...weeks];
}
