import { sql, type RawBuilder } from 'kysely';
import { decimalOf } from '../../../contract/money.ts';
import type { PayrollLog, StatGroup } from '../../../contract/payroll.ts';
import { may } from '../../../contract/permissions.ts';
import { forbidden } from '../../platform/http/api-error.ts';
import type { Who } from '../../platform/http/guard.ts';
import { presentSchedule, type LogRow } from './listing.ts';

/** Whoever sees every line; others see their own. */
export const seesAll = (who: Who): boolean => may(who.permissions, 'Timesheet Admin Portal', 'read');

/** Who may learn rates, amounts and pay codes of everybody. */
export const readsPay = (who: Who): boolean => may(who.permissions, 'Payrolls', 'read');

/** Their own by both: the caller is the teacher now, and was the user of the teacher's address then (decision 14). */
export const isOwn = (log: Pick<LogRow, 'teacher_id' | 'owner_id'>, who: Who): boolean =>
  who.teacherId !== null && log.teacher_id === who.teacherId && log.owner_id === who.id;

/** A query, narrowed to the caller's own lines unless they see all. */
export function ownOf<Query extends { teacher?: number[] }>(query: Query, who: Who): Query & { owner?: number } {
  return seesAll(who) ? query : { ...query, teacher: [who.teacherId ?? 0], owner: who.id };
}

/** Who may change the timetable can make any class their own: then a check-in shows its pay once accounts has completed it. */
const makesClassesOwn = (who: Who): boolean => may(who.permissions, 'Timetables', 'edit');

/** Whether the caller may learn what this line pays: a pending line of a stand-in would tell the rate of the class. */
export function mayLearnPay(log: Pick<LogRow, 'teacher_id' | 'owner_id' | 'recorded_id' | 'status'>, who: Who): boolean {
  if (readsPay(who)) return true;
  return isOwn(log, who) && (log.status === 'completed' || (log.teacher_id === log.recorded_id && !makesClassesOwn(who)));
}

/** The same for the lines `x` of a query. */
export function payIsKnownTo(who: Who): RawBuilder<boolean> {
  if (readsPay(who)) return sql`true`;
  const pending = makesClassesOwn(who) ? sql`false` : sql`x.teacher_id = x.class_teacher_id`;
  return sql`(x.teacher_id = ${who.teacherId ?? 0} and x.owner_id = ${who.id} and (x.status = 'completed' or ${pending}))`;
}

/** A filter, an order or a group by pay would tell it line by line. @throws ApiError 403 without Payrolls read. */
export function refusePayQuery(query: { payroll?: string[]; ordering?: string; by?: StatGroup }, who: Who): void {
  if (readsPay(who)) return;
  if (query.payroll || query.ordering?.endsWith('amount') || query.by === 'pay_code') {
    throw forbidden('Check-ins are filtered, ordered and grouped by pay only by those who may read pay codes.');
  }
}

/** A line as the caller may see it. */
export function presentLog(row: LogRow, who: Who): PayrollLog {
  return {
    id: row.id,
    date: row.date,
    schedule: presentSchedule(row),
    teacher: { id: row.teacher_id, first_name: row.first_name, last_name: row.last_name },
    class_teacher: { id: row.recorded_id, first_name: row.recorded_first_name, last_name: row.recorded_last_name },
    stands_in: row.teacher_id !== row.recorded_id,
    contested_at: row.contested_at,
    contested_by: row.contested_by,
    ...(seesAll(who) && { earlier_address: row.owner_email === row.email ? null : row.owner_email }),
    duration_of_schedule: row.duration_minutes,
    ...(mayLearnPay(row, who) && {
      payroll: row.pay_code_id === null ? null : { id: row.pay_code_id, paycode: row.paycode! },
      rate: decimalOf(row.rate_cents),
      amount_need_to_be_paid: decimalOf(row.amount_cents),
    }),
    status: row.status,
    checked_in_at: row.checked_in_at,
  };
}
