import { sql, type RawBuilder } from 'kysely';
import { decimalOf } from '#contract/pay/money.ts';
import type { PayrollLog, StatGroup } from '#contract/pay/payroll.ts';
import { can, leadingRole, permissionsOf } from '#contract/permissions.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { forbidden } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { Page } from '#server/platform/http/lists.ts';
import { required } from '#server/platform/required.ts';
import { presentSchedule, type LogsOfCall, type LogRow } from './list.ts';
import { ownTeacher } from '#server/school/own-teacher.ts';

/** Whether the user may see all lines, or only their own. */
export const canSeeAllLogs = (user: CurrentUser): boolean =>
  can(user.permissions, 'Timesheet Admin Portal', 'read');

/** Whether the user may see all rates, amounts and pay codes. */
export const readsPay = (user: CurrentUser): boolean => can(user.permissions, 'Payrolls', 'read');

/**
 * Own lines: the user is the teacher now, and was the user of the teacher's address at that time
 * (decision 14).
 */
export const isOwn = (log: Pick<LogRow, 'teacher_id' | 'owner_id'>, user: CurrentUser): boolean =>
  user.teacherId !== null && log.teacher_id === user.teacherId && log.owner_id === user.id;

/** Restricts a query to the user's own lines unless they may see all; those of others are not found. */
export function restrictToOwn<Query extends { teacher?: number[] }>(
  query: Query,
  user: CurrentUser,
): Query & { owner?: number } {
  return canSeeAllLogs(user)
    ? query
    : { ...query, teacher: ownTeacher(query.teacher, user), owner: user.id };
}

/**
 * Users who may change the timetable can assign any class to themselves: then a check-in shows its
 * pay once accounts has completed it. By the user's role: an access token without this scope is still
 * theirs, and what they may do by hand must not be worth less because a program may not.
 */
function makesClassesOwn(user: CurrentUser): boolean {
  const leading = leadingRole(user.roles);
  return leading !== undefined && can(permissionsOf[leading], 'Timetables', 'edit');
}

/**
 * Whether the user may see this line's pay: a pending line of a stand-in would disclose the rate of
 * the class.
 */
export function canSeePay(
  log: Pick<LogRow, 'teacher_id' | 'owner_id' | 'recorded_id' | 'status'>,
  user: CurrentUser,
): boolean {
  if (readsPay(user)) return true;
  return (
    isOwn(log, user) &&
    (log.status === 'completed' || (log.teacher_id === log.recorded_id && !makesClassesOwn(user)))
  );
}

/** The same condition in SQL, for the lines `x` of a query. */
export function payIsKnownTo(user: CurrentUser): RawBuilder<boolean> {
  if (readsPay(user)) return sql`true`;
  const pending = makesClassesOwn(user) ? sql`false` : sql`x.teacher_id = x.class_teacher_id`;
  return sql`
    (x.teacher_id = ${user.teacherId ?? 0} and x.owner_id = ${user.id}
      and (x.status = 'completed' or ${pending}))`;
}

/**
 * Filters, orders and groups by pay would disclose it.
 * @throws ApiError 403 without Payrolls read.
 */
export function assertPayQueryAllowed(
  query: { payroll?: string[]; ordering?: string; by?: StatGroup },
  user: CurrentUser,
): void {
  if (readsPay(user)) return;
  if (query.payroll || query.ordering?.endsWith('amount') || query.by === 'pay_code') {
    throw forbidden(
      'Check-ins are filtered, ordered and grouped by pay only by those who may read pay codes.',
    );
  }
}

/**
 * Reads a check-in as this user may see it.
 * @param within the transaction that changed it: afterwards somebody else may withdraw it.
 * @throws ApiError 404
 */
export type ReadLog = (id: number, user: CurrentUser, within?: Database) => Promise<PayrollLog>;

/** Reads a page of check-ins as this user may see them. */
export type ReadLogs = (query: LogsOfCall, user: CurrentUser) => Promise<Page<PayrollLog>>;

/** A line without the fields that the user may not see. */
export function presentLog(row: LogRow, user: CurrentUser): PayrollLog {
  return {
    id: row.id,
    date: row.date,
    schedule: presentSchedule(row),
    teacher: { id: row.teacher_id, first_name: row.first_name, last_name: row.last_name },
    class_teacher: {
      id: row.recorded_id,
      first_name: row.recorded_first_name,
      last_name: row.recorded_last_name,
    },
    stands_in: row.teacher_id !== row.recorded_id,
    contested_at: row.contested_at,
    contested_by: row.contested_by,
    ...(canSeeAllLogs(user) && {
      earlier_address: row.owner_email === row.email ? null : row.owner_email,
      class_cancelled: row.class_cancelled,
      minutes_now: row.minutes_now,
      overlaps: row.overlaps,
      pay_run: row.pay_run,
      covered_by: row.covered_by,
    }),
    duration_of_schedule: row.duration_minutes,
    ...(canSeePay(row, user) && {
      payroll:
        row.pay_code_id === null
          ? null
          : { id: row.pay_code_id, paycode: required(row.paycode, 'The name of the pay code') },
      rate: decimalOf(row.rate_cents),
      amount_need_to_be_paid: decimalOf(row.amount_cents),
      amount_changed: row.amount_changed,
    }),
    status: row.status,
    pay_closed: row.pay_closed,
    checked_in_at: row.checked_in_at,
  };
}
