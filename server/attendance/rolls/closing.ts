import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { changedMarks } from '#contract/marks.ts';
import {
  type closeRoll as closeBody,
  type reopenRoll as reopenBody,
} from '#contract/mark-bodies.ts';
import type { RollEvent, RollEvents } from '#contract/attendance/roll-history.ts';
import { messages } from '#contract/texts.ts';
import { can } from '#contract/permissions.ts';
import type { AppContext } from '#server/app-context.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { publishClass } from '#server/school/live-marks.ts';
import { answerOnce, type RollRequest } from './answer-once.ts';
import { assertAsShown, assertNotClosedSince } from './closed-as-shown.ts';
import { dateOfRoll, refusalOf } from './marking.ts';
import { assertBegunOrConfirmed } from './not-begun.ts';
import { rollProblem } from './queries.ts';
import { markRestOf, withdrawClosing, type By } from './selections.ts';
import { termsOf, type Terms } from './terms.ts';
import type { RollKey } from './roll-key.ts';

type ChangedMarks = z.output<typeof changedMarks>;

interface LockedRoll {
  closed_at: string | null;
  /** The user teaches or covers it, has marked a student before it was closed, or has closed it. */
  own: boolean;
}

/** Locks the class for update: marks of it wait, and are read afterwards (R-ROLL-24). */
export const lockClass = (trx: Database, id: number) => lockRows(trx, 'class', [id], 'update');

/** Whether a roll is the user's own: `null` of the database, for a date without the class, is not. */
export const ownsRoll = (
  { class_schedule, date }: Record<'class_schedule' | 'date', RawBuilder<unknown>>,
  { id, teacherId }: Pick<CurrentUser, 'id' | 'teacherId'>,
): RawBuilder<boolean> =>
  sql<boolean>`coalesce(owns_roll(${class_schedule}, ${date}, ${id}::bigint, ${teacherId}::bigint), false)`;

/** The roll's meeting, locked until the end of the transaction. */
async function lockRoll(
  trx: Database,
  { class_schedule, date }: RollKey,
  user: Pick<CurrentUser, 'id' | 'teacherId'>,
): Promise<LockedRoll | undefined> {
  const key = { class_schedule: sql`g.class_schedule_id`, date: sql`g.date` };
  const { rows } = await sql<LockedRoll>`
    select g.closed_at, ${ownsRoll(key, user)} as own
    from class_meeting g where g.class_schedule_id = ${class_schedule} and g.date = ${date}::date
    for update of g`.execute(trx);
  return rows[0];
}

const foreign = () =>
  new ApiError(403, { detail: 'Only who teaches or has marked this class closes or reopens it.' });

export const mayManageAll = ({ permissions }: CurrentUser) =>
  can(permissions, 'Attendance', 'teacherFilter');

/**
 * Marks the remaining students Absent and closes the roll; a closed one does not change (R-ROLL-11).
 * @returns ids of the students whom closing marked; a repetition of the request is answered the same.
 * @throws ApiError 400 when the roll takes no marks, 403 for a teacher of other classes, 409 before the class
 * has begun, unless it is confirmed (R-ROLL-26), and where the roll is not as the user was shown it.
 */
export async function closeRoll(
  context: AppContext,
  request: RollRequest,
  body: z.output<typeof closeBody>,
): Promise<ChangedMarks> {
  const { database, clock, live } = context;
  const { user } = request;
  const of = { class_schedule: body.class_schedule, date: dateOfRoll(context, body.date) };
  const terms = termsOf(context, user);
  const closeOnce = (trx: Database) =>
    answerOnce(trx, request, {
      what: ['close-roll', of, { student: body.student }],
      answer: changedMarks,
      work: async () => ({ students: await closeNow(trx) }),
    });
  const answer = await inTransaction(database, async (trx) => {
    await lockClass(trx, of.class_schedule);
    return closeOnce(trx);
  });
  publishClass(live, of.class_schedule, of.date);
  return answer;

  async function closeNow(trx: Database): Promise<number[]> {
    await addMissingMeeting(trx, of);
    const roll = await lockRoll(trx, of, user);
    const problem = await rollProblem(trx, of, terms);
    if (roll && problem === 'closed' && roll.closed_at !== null) return [];
    if (!roll || problem)
      throw await refusalOf(context, problem ?? 'unknown', of.class_schedule, of.date);
    if (!roll.own && !mayManageAll(user)) throw foreign();
    await assertNotClosedSince(trx, of, body.made_at);
    const { mail, token } = terms;
    const marked = await close(trx, of, {
      user: user.id,
      now: clock.now().toString(),
      mail,
      token,
    });
    await assertAsShown(trx, { student: body.student, marked });
    const { length } = marked;
    await assertBegunOrConfirmed(trx, clock, { ...of, students: length, confirm: body.confirm });
    return marked;
  }
}

const addMissingMeeting = (trx: Database, { class_schedule, date }: RollKey) =>
  sql`
    select add_missing_meeting(${class_schedule}, ${date}::date)
    from roll_on_date(${class_schedule}, ${date}::date) where problem = 'missing'`.execute(trx);

/** @param by `user` is null for automatic closing. */
export async function close(trx: Database, of: RollKey, by: By): Promise<number[]> {
  const students = await markRestOf(trx, of, { ...by, how: 'closing' });
  await sql`
    update class_meeting set closed_at = ${by.now}
    where class_schedule_id = ${of.class_schedule} and date = ${of.date}::date`.execute(trx);
  await addEvent(trx, of, { kind: 'closed', ...by, reason: null, students: students.length });
  return students;
}

/**
 * Reopens a closed roll (R-ROLL-11); an open one does not change.
 * @returns ids of the students whose absence was reverted, with `undo` or `take_back`; a repetition of the request is
 * answered the same.
 * @throws ApiError 400 without a required reason, 403 without permission.
 */
export async function reopenRoll(
  context: AppContext,
  request: RollRequest,
  { undo, take_back, reason = null, ...body }: z.output<typeof reopenBody>,
): Promise<ChangedMarks> {
  const { database, clock, live } = context;
  const { user } = request;
  const of = { class_schedule: body.class_schedule, date: body.date ?? clock.today() };
  const terms = termsOf(context, user);
  const reopenOnce = (trx: Database) =>
    answerOnce(trx, request, {
      what: ['reopen-roll', of, { undo, reason, take_back }],
      answer: changedMarks,
      work: async () => ({ students: await reopenNow(trx) }),
    });
  const answer = await inTransaction(database, async (trx) => {
    await lockClass(trx, of.class_schedule);
    return reopenOnce(trx);
  });
  publishClass(live, of.class_schedule, of.date);
  return answer;

  async function reopenNow(trx: Database): Promise<number[]> {
    const roll = await lockRoll(trx, of, user);
    const problem = await rollProblem(trx, of, terms);
    if (roll && problem === null) return [];
    if (!roll || problem !== 'closed')
      throw await refusalOf(context, problem ?? 'unknown', of.class_schedule, of.date);
    assertMayReopen(user, roll, { ...of, ...terms, reason });
    if (undo && (await closedBy(trx, of)) !== user.id)
      throw new ApiError(409, { detail: 'This roll was closed again since.' });
    const now = clock.now().toString();
    const by = { user: user.id, now, mail: terms.mail, token: terms.token };
    const gone =
      (undo || take_back) && roll.closed_at !== null
        ? await withdrawClosing(trx, of, roll.closed_at, by)
        : [];
    await sql`
      update class_meeting set closed_at = null, reopened_at = ${now}
      where class_schedule_id = ${of.class_schedule} and date = ${of.date}::date`.execute(trx);
    const kind = undo ? 'undone' : 'reopened';
    await addEvent(trx, of, { kind, ...by, reason, students: gone.length });
    return gone;
  }
}

/** Who closed the roll last; null for a closing by itself. */
async function closedBy(trx: Database, { class_schedule, date }: RollKey): Promise<number | null> {
  const last = await trx
    .selectFrom('roll_event')
    .select('done_by')
    .where('class_schedule_id', '=', class_schedule)
    .where('date', '=', date)
    .where('kind', '=', 'closed')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return last?.done_by ?? null;
}

/** Whether the days have not passed on which teachers change the roll of a date. */
export const isInTime = ({
  date,
  today,
  edit_days,
}: Pick<RollKey & Terms, 'date' | 'today' | 'edit_days'>): boolean =>
  edit_days === 0 || Temporal.PlainDate.from(date).add({ days: edit_days }).toString() >= today;

/** Why a user does not reopen a roll, whatever the reason; null where they may. */
function reopenProblem(
  user: CurrentUser,
  { own }: Pick<LockedRoll, 'own'>,
  terms: RollKey & Terms,
): ApiError | null {
  if (mayManageAll(user)) return null;
  if (!own) return foreign();
  if (isInTime(terms)) return null;
  return new ApiError(403, {
    detail: `The ${terms.edit_days} days for changing this roll have passed: an administrator can reopen it.`,
  });
}

function assertMayReopen(
  user: CurrentUser,
  roll: LockedRoll,
  { reason, ...terms }: RollKey & Terms & { reason: string | null },
): void {
  const problem = reopenProblem(user, roll, terms);
  if (problem) throw problem;
  if (!isInTime(terms) && reason === null) throw validationError('reason', messages.required);
}

async function addEvent(
  trx: Database,
  { class_schedule, date }: RollKey,
  {
    kind,
    user,
    now,
    reason,
    students,
  }: Pick<RollEvent, 'kind' | 'reason' | 'students'> & { user: number | null; now: string },
): Promise<void> {
  await trx
    .insertInto('roll_event')
    .values({
      class_schedule_id: class_schedule,
      date,
      kind,
      done_by: user,
      done_at: now,
      reason,
      students,
    })
    .execute();
}

/** Closings and reopenings of a roll, oldest first, and whether the user may reopen it. */
export async function eventsOfRoll(
  context: AppContext,
  user: CurrentUser,
  of: RollKey,
): Promise<RollEvents> {
  const { database } = context;
  const terms = termsOf(context, user);
  const key = { class_schedule: sql`${of.class_schedule}::bigint`, date: sql`${of.date}::date` };
  const [
    { rows: results },
    problem,
    {
      rows: [roll],
    },
  ] = await Promise.all([
    sql<RollEvent>`
      select e.kind, u.name as by, e.done_at as at, e.reason, e.students
      from roll_event e left join app_user u on u.id = e.done_by
      where e.class_schedule_id = ${of.class_schedule} and e.date = ${of.date}::date
      order by e.id limit 200`.execute(database),
    rollProblem(database, of, terms),
    sql<Pick<LockedRoll, 'own'>>`select ${ownsRoll(key, user)} as own`.execute(database),
  ]);
  const may_reopen =
    problem === 'closed' &&
    reopenProblem(user, roll ?? { own: false }, { ...of, ...terms }) === null;
  return { results, may_reopen };
}
