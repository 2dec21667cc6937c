import { sql } from 'kysely';
import type { Database } from './pool.ts';

/**
 * The kinds of rows that transactions wait for, with their tables, in the one order in which they are locked;
 * by id within a kind (decision 0044). Tests refuse another order (`server/test/lock-watch.ts`).
 */
export const lockOrder = {
  'pay closing': 'pay_closing',
  settings: 'institute_setting',
  semester: 'semester',
  holiday: 'holiday',
  class: 'class_schedule',
  teacher: 'teacher',
  room: 'classroom',
  meeting: 'class_meeting',
  cohort: 'cohort',
  student: 'student',
  enrolment: 'enrolment',
  leave: 'leave',
  'leave request': 'leave_request',
  'red list': 'red_list',
  mark: 'attendance',
  'pay line': 'payroll_log',
} as const;

export type LockKind = keyof typeof lockOrder;

/** The strengths of locks. The first is the weakest, which foreign keys take; they wait for the last. */
export const lockStrengths = ['key share', 'share', 'no key update', 'update'] as const;
export type LockStrength = (typeof lockStrengths)[number];

/** Locks rows of one kind until the end of the transaction, by id. */
export async function lockRows(
  trx: Database,
  kind: LockKind,
  ids: (number | null | undefined)[],
  strength: LockStrength,
): Promise<void> {
  const given = ids.filter((id) => typeof id === 'number');
  if (given.length === 0) return;
  await sql`
    select from ${sql.table(lockOrder[kind])} where id = any(${given}::bigint[])
    order by id ${lockOf(strength)}`.execute(trx);
}

/** The end of a statement that reads rows and locks them. */
export const lockOf = (strength: LockStrength) => sql.raw(`for ${strength}`);

const ofStudents = ['enrolment', 'leave', 'leave request', 'red list', 'mark'] as const;

/**
 * Locks the rows of students, who are locked already, for a change of several of them, a merge or an erasure.
 */
export async function lockRowsOfStudents(
  trx: Database,
  students: number[],
  chosen: readonly (typeof ofStudents)[number][] = ofStudents,
): Promise<void> {
  for (const kind of chosen)
    await sql`
      select from ${sql.table(lockOrder[kind])} where student_id = any(${students}::bigint[])
      order by id ${lockOf('update')}`.execute(trx);
}
