import { sql, type RawBuilder } from 'kysely';
import { wasMissing } from '#contract/status.ts';
import type { z } from 'zod';
import {
  mostHeldMarks,
  type DecidedHeldMarks,
  type decideHeldMarks,
  type HeldMark,
  type heldMarksQuery,
} from '#contract/attendance/held-mark.ts';
import { alreadyPresent, messages } from '#contract/texts.ts';
import { can } from '#contract/permissions.ts';
import type { AppContext } from '#server/app-context.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { assertNotAboutOwn } from '#server/school/own-row.ts';
import { publishClass } from '#server/school/live-marks.ts';
import { archivedText, refusalOf } from './marking.ts';
import type { MarkOutcome, MarkProblem } from './queries.ts';
import { termsOf } from './terms.ts';
import type { Withdrawal } from './withdrawing.ts';

interface HeldRow {
  id: number;
  class_schedule: number;
  date: string;
  student: number;
  student_id: string;
}

/**
 * Marks that wait for an administrator's decision (R-ROLL-25): all for who manages all rolls, their own for
 * others.
 */
export async function heldMarksOf(
  database: Database,
  user: CurrentUser,
  { class_schedule, date }: z.output<typeof heldMarksQuery>,
): Promise<{ results: HeldMark[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [
    sql`h.decision is null`,
    ...(class_schedule === undefined ? [] : [sql`h.class_schedule_id = ${class_schedule}`]),
    ...(date === undefined ? [] : [sql`h.date = ${date}::date`]),
    ...(can(user.permissions, 'Attendance', 'teacherFilter') ? [] : [sql`h.made_by = ${user.id}`]),
  ];
  const where = sql.join(conditions, sql` and `);
  const { rows } = await sql<
    Omit<HeldMark, 'student'> & Omit<HeldMark['student'], 'id'> & { student: number }
  >`
    select h.id, h.class_schedule_id as class_schedule, h.date, h.status, h.from_status, h.how, h.made_at,
      h.received_at, u.name as made_by, s.id as student, s.student_id, s.first_name, s.last_name,
      (h.detail ->> 'late_minutes')::int as late_minutes,
      (h.detail ->> 'left_early_minutes')::int as left_early_minutes,
      coalesce(h.detail ->> 'excuse' is not null, false) as excused
    from held_mark h join student s on s.id = h.student_id left join app_user u on u.id = h.made_by
    where ${where} order by h.received_at, h.id limit ${mostHeldMarks}`.execute(database);
  const counted = await sql<{ total: number }>`
    select count(*) as total from held_mark h where ${where}`.execute(database);
  return {
    results: rows.map(({ student: id, student_id, first_name, last_name, ...mark }) => ({
      ...mark,
      made_at: new Date(mark.made_at).toISOString(),
      received_at: new Date(mark.received_at).toISOString(),
      student: { id, student_id, first_name, last_name },
    })),
    total: oneRow(counted).total,
  };
}

/**
 * Writes held marks as of when they were made, in the order in which they were made, or dismisses them. One that
 * cannot be written stays held.
 * @throws ApiError 404 for a mark that does not exist, 409 when somebody else has decided one, 403 for one's own.
 */
export async function decideHeld(
  context: AppContext,
  user: CurrentUser,
  { ids, accept }: z.output<typeof decideHeldMarks>,
): Promise<DecidedHeldMarks> {
  const { database, clock, live } = context;
  const { answer, decided } = await inTransaction(database, async (trx) => {
    await lockClassesOf(trx, ids);
    const held = await lockHeld(trx, ids);
    await assertNotAboutOwn(
      trx,
      held.map(({ student }) => student),
      user,
    );
    const answers = accept
      ? await acceptMarks(context, trx, user, ids)
      : new Map<number, Answered>();
    const outcomes = await Promise.all(
      held.map(async (mark) => ({
        mark,
        outcome: accept
          ? await outcomeOf(context, mark, answers.get(mark.id))
          : { done: true, status: 'Dismissed' },
      })),
    );
    const rows = (isDone: boolean) =>
      outcomes
        .filter(({ outcome }) => outcome.done === isDone)
        .map(({ mark: { id, student_id }, outcome: { status } }) => ({ id, student_id, status }));
    const results = rows(true);
    await trx
      .updateTable('held_mark')
      .set({
        decision: accept ? 'accepted' : 'dismissed',
        decided_by: user.id,
        decided_at: clock.now().toString(),
      })
      .where('id', '=', anyOf.ids(results.map(({ id }) => id)))
      .execute();
    const done = new Set(results.map(({ id }) => id));
    return {
      answer: { results, fail: rows(false) },
      decided: held.filter(({ id }) => done.has(id)),
    };
  });
  // Screens of these rolls read their held marks again, also after a dismissal, which changes no mark.
  for (const { class_schedule, date } of decided) publishClass(live, class_schedule, date);
  return answer;
}

/** In the order in which every writer of marks locks: the class before the marks of its roll. */
const lockClassesOf = (trx: Database, ids: number[]) =>
  sql`
    select from class_schedule
    where id in (select class_schedule_id from held_mark where id = any(${ids}::bigint[]))
    order by id for key share`.execute(trx);

async function lockHeld(trx: Database, ids: number[]): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow & { decided: boolean }>`
    select h.id, h.class_schedule_id as class_schedule, h.date, h.student_id as student, s.student_id,
      h.decision is not null as decided
    from held_mark h join student s on s.id = h.student_id
    where h.id = any(${ids}::bigint[]) order by h.made_at, h.id for update of h`.execute(trx);
  if (rows.length < new Set(ids).size)
    throw new ApiError(404, { detail: 'One of these held marks cannot be found.' });
  if (rows.some(({ decided }) => decided))
    throw new ApiError(409, { detail: 'Somebody else has decided about one of these marks.' });
  return rows;
}

type Answered = MarkOutcome | Withdrawal | { problem: MarkProblem };

/** @returns the answer of each mark, by its id (function `accept_held_marks`). */
async function acceptMarks(
  context: AppContext,
  trx: Database,
  user: CurrentUser,
  ids: number[],
): Promise<Map<number, Answered>> {
  const terms = JSON.stringify(termsOf(context, user));
  const answered = await sql<{ answers: (Answered & { held: number })[] }>`
    select accept_held_marks(${ids}::bigint[], ${user.id}, ${context.clock.now().toString()}::timestamptz,
      ${terms}::jsonb) as answers`.execute(trx);
  return new Map(oneRow(answered).answers.map((answer) => [answer.held, answer]));
}

async function outcomeOf(
  context: AppContext,
  { class_schedule, date }: HeldRow,
  answered: Answered | undefined,
): Promise<{ done: boolean; status: string }> {
  if (!answered) return { done: false, status: 'cannot be found' };
  if ('outcome' in answered) return textOf(answered, context.clock.timeZone);
  const refusal = await refusalOf(context, answered.problem, class_schedule, date);
  return { done: false, status: Object.values(refusal.body).flat().join(' ') };
}

function textOf(
  mark: MarkOutcome | Withdrawal,
  timeZone: string,
): { done: boolean; status: string } {
  switch (mark.outcome) {
    case 'marked':
    case 'changed':
      return { done: true, status: messages.marked };
    case 'already':
      return {
        done: true,
        status: wasMissing(mark.status)
          ? 'already absent'
          : alreadyPresent(mark.marked_at, timeZone),
      };
    case 'withdrawn':
      return { done: true, status: messages.deleted };
    case 'unchanged':
    case 'superseded':
      return { done: true, status: messages.laterMarkStands };
    case 'archived':
      return { done: false, status: archivedText(mark) };
    case 'own':
      return { done: false, status: messages.ownAttendance };
    case 'changed_since':
    case 'withdrawn_since':
      return { done: false, status: messages.withdrawnSince };
    case 'not_enrolled':
    case 'held':
    case 'unknown':
      return { done: false, status: messages.notEnrolled };
  }
}
