import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { changedMarks, type Way } from '#contract/marks.ts';
import { type markRestAbsent as restBody } from '#contract/mark-bodies.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { answerOnce, type RollRequest } from './answer-once.ts';
import { dateOfRoll, refusalOf } from './marking.ts';
import { publishMarks } from '#server/school/live-marks.ts';
import { isUser } from '#server/school/attendance.ts';
import { assertBegunOrConfirmed } from './not-begun.ts';
import { rollProblemLocked } from './queries.ts';
import { termsOf } from './terms.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import type { RollKey } from './roll-key.ts';

export interface By {
  /** Null for automatic closing. */
  user: number | null;
  /** ISO instant. */
  now: string;
  /** The user's address, whose own student is not marked; null marks everybody. */
  mail: string | null;
  /** The access token that was used. */
  token?: number | undefined;
}

/**
 * Marks all students of the roll without a mark as Absent. Concurrent marks are not overwritten.
 * @returns ids of the students; a repetition of the request is answered the same.
 * @throws ApiError 409 before the class has begun, unless it is confirmed (R-ROLL-26).
 */
export async function markRestAbsent(
  context: AppContext,
  request: RollRequest,
  body: z.output<typeof restBody>,
): Promise<z.output<typeof changedMarks>> {
  const { database, clock, live } = context;
  const { user } = request;
  const of = { class_schedule: body.class_schedule, date: dateOfRoll(context, body.date) };
  const terms = termsOf(context, user);
  const by = { user: user.id, now: clock.now().toString(), mail: terms.mail, token: terms.token };
  const answer = await inTransaction(database, (trx) =>
    answerOnce(trx, request, {
      what: ['mark-rest-absent', of],
      answer: changedMarks,
      work: async () => ({ students: await markNow(trx) }),
    }),
  );
  if (answer.students.length) publishMarks(live, of, answer.students);
  return answer;

  async function markNow(trx: Database): Promise<number[]> {
    const problem = await rollProblemLocked(trx, of, terms);
    if (problem) throw await refusalOf(context, problem, of.class_schedule, of.date);
    const marked = await markRestOf(trx, of, { ...by, how: 'rest' });
    const { length } = marked;
    await assertBegunOrConfirmed(trx, clock, { ...of, students: length, confirm: body.confirm });
    return marked;
  }
}

/**
 * The transaction has locked the class. Students who are merged or archived at the same moment, or whose
 * enrolment ends, are waited for, and left out.
 * @returns ids of the students who had no mark, and are Absent now.
 */
export async function markRestOf(
  database: Database,
  { class_schedule, date }: RollKey,
  { user, now, mail, how, token }: By & { how: Extract<Way, 'rest' | 'closing'> },
): Promise<number[]> {
  const { rows } = await sql<{ student_id: number }>`
    with unmarked as (
      select e.student_id from enrolment e join student s on s.id = e.student_id
      where e.class_schedule_id = ${class_schedule} and s.archived_at is null
        and ${enrolledOn(date)} and not ${isUser(mail)}
        and not exists (
          select from attendance a
          where a.student_id = e.student_id and a.date = ${date}::date
            and a.class_schedule_id = e.class_schedule_id
        )
      order by e.student_id for share of e for key share of s
    ), added as (
      insert into attendance (student_id, class_schedule_id, date, status, how, marked_by,
        marked_at)
      select student_id, ${class_schedule}::bigint, ${date}::date, 'Absent', ${how},
        ${user}::bigint, ${now}::timestamptz from unmarked
      on conflict (student_id, date, class_schedule_id) do nothing
      returning *
    ), history as (
      insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status,
        how, changed_by, changed_at, token_id)
      select student_id, class_schedule_id, date, null, status, how, marked_by, marked_at,
        ${token ?? null}::bigint
      from added
    )
    select student_id from added`.execute(database);
  return rows.map((row) => row.student_id);
}

/**
 * Withdraws the absences that closing a roll set and that are unchanged since.
 * @returns ids of the students.
 */
export const withdrawClosing = (
  trx: Database,
  { class_schedule, date }: RollKey,
  closedAt: string,
  by: By,
): Promise<number[]> =>
  withdrawWhere(
    trx,
    sql`a.class_schedule_id = ${class_schedule} and a.date = ${date}::date
      and a.status = 'Absent' and a.how = 'closing' and a.marked_at = ${closedAt}
      and a.confirmed_at is null
      and not exists (select from mark_detail d where d.class_schedule_id = a.class_schedule_id
        and d.date = a.date and d.student_id = a.student_id)`,
    by,
  );

/** Sets marks `a` of students `s` to N/A; the history remains. */
export async function withdrawWhere(
  database: Database,
  chosen: RawBuilder<unknown>,
  { user, now, mail, token }: By,
): Promise<number[]> {
  const { rows } = await sql<{ student_id: number }>`
    with chosen as (
      select a.id, a.status from attendance a join student s on s.id = a.student_id
      where ${chosen} and not ${isUser(mail)}
      order by a.student_id for key share of s for update of a
    ), gone as (
      delete from attendance a using chosen where a.id = chosen.id and a.status = chosen.status
      returning a.*
    ), history as (
      insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status,
        how, changed_by, changed_at, token_id)
      select student_id, class_schedule_id, date, status, null, 'manual', ${user}::bigint,
        ${now}::timestamptz, ${token ?? null}::bigint from gone
    )
    select student_id from gone`.execute(database);
  return rows.map((row) => row.student_id);
}
