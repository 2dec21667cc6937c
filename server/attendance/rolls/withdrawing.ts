import { sql } from 'kysely';
import type { z } from 'zod';
import { withdrawnMarks, type ActionFailure, type WithdrawnMarks } from '#contract/marks.ts';
import { type withdrawMarks as withdrawBody } from '#contract/mark-bodies.ts';
import type { Status } from '#contract/status.ts';
import type { IdOrUuid } from '#contract/fields.ts';
import { messages } from '#contract/texts.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { RollKey } from './roll-key.ts';
import { publishClass, publishMarks } from '#server/school/live-marks.ts';
import { answerOnce, type RollRequest } from './answer-once.ts';
import { refusalOf } from './marking.ts';
import { findRecord, type MarkProblem } from './queries.ts';
import { asMarkTerms, termsOf, waitedTermsOf, type Terms } from './terms.ts';

/** The answer of function `withdraw_mark` about a student. */
export interface Withdrawal {
  outcome: 'withdrawn' | 'unchanged' | 'superseded' | 'own' | 'held';
  /** The one who stays, if the student was merged (R-MERGE-4). */
  student_id?: string;
  name?: string;
  /** Where the outcome is `unchanged`: another one than that which was to be withdrawn. */
  has_mark?: boolean;
  /** A held mark of the same user is dismissed by it. */
  dismissed?: true;
}

export const noRecord = () => notFound('This attendance record');

interface Chosen extends RollKey {
  students: number[];
  /** Only marks that still have it. */
  status?: Status | undefined;
  /** Only this record. */
  record?: number;
}

/** Makes students N/A as function `withdraw_mark` says, in the order in which marks are locked. */
async function withdraw(
  trx: Database,
  { class_schedule, date, students, status, record }: Chosen,
  by: { user: number; now: string; terms: Terms },
): Promise<{ problem?: MarkProblem | undefined; answers: (Withdrawal & { student: number })[] }> {
  const { rows } = await sql<{
    answer: (Withdrawal | { problem: MarkProblem }) & { student: number };
  }>`
    select withdraw_mark(k.student, ${class_schedule}, ${date}::date, ${status ?? null}, ${record ?? null},
      ${by.user}, ${by.now}::timestamptz, ${asMarkTerms(by.terms)}) as answer
    from (select distinct student from unnest(${students}::bigint[]) student order by student) k`.execute(
    trx,
  );
  const problem = rows
    .map(({ answer }) => ('problem' in answer ? answer.problem : undefined))
    .find(Boolean);
  return { problem, answers: rows.flatMap(({ answer }) => ('outcome' in answer ? [answer] : [])) };
}

/**
 * Makes students N/A whose mark still has the status; the history remains. Without a connection this waits
 * for the network, and R-ROLL-14 and R-ROLL-25 hold for it as for marks.
 * @returns ids of the students whose mark was withdrawn; a repetition of the request is answered the same.
 * @throws ApiError 400 when the roll takes no changes.
 */
export async function withdrawMarks(
  context: AppContext,
  request: RollRequest,
  { student, status, made_at, takes_back, ...body }: z.output<typeof withdrawBody>,
): Promise<WithdrawnMarks> {
  const { database, clock, live } = context;
  const { user } = request;
  const of = { class_schedule: body.class_schedule, date: body.date ?? clock.today() };
  const terms = {
    ...termsOf(context, user),
    ...(made_at !== undefined && waitedTermsOf(context, user, made_at)),
    ...(takes_back !== undefined && { takes_back }),
  };
  const by = { user: user.id, now: clock.now().toString(), terms };
  const answer = await inTransaction(database, (trx) =>
    answerOnce(trx, request, {
      what: ['withdraw-marks', of, { student, status, takes_back }],
      answer: withdrawnMarks,
      work: () => withdrawNow(trx),
      named: ({ fail }) => (fail ? student : []),
    }),
  );
  if (answer.students.length) publishMarks(live, of, answer.students);
  // What waited may also have dismissed a held mark.
  if (made_at !== undefined) publishClass(live, of.class_schedule, of.date);
  return answer;

  async function withdrawNow(trx: Database): Promise<WithdrawnMarks> {
    const { problem, answers } = await withdraw(trx, { ...of, students: student, status }, by);
    if (problem) throw await refusalOf(context, problem, of.class_schedule, of.date);
    const outcomes = Map.groupBy(answers, (answer) =>
      // An undo whose answer was lost, and that is sent again.
      takes_back !== undefined && answer.outcome === 'unchanged' && answer.has_mark === false
        ? 'withdrawn'
        : answer.outcome,
    );
    const done = outcomes.get('withdrawn') ?? [];
    const fail = answers.filter((answer) => !done.includes(answer)).flatMap(failureOf);
    return {
      students: done.map((answer) => answer.student),
      ...(outcomes.has('held') && { held: true as const }),
      ...(fail.length > 0 && { fail }),
    };
  }
}

function failureOf({ outcome, student_id, name, has_mark }: Withdrawal): ActionFailure[] {
  if (outcome === 'withdrawn' || outcome === 'held' || student_id === undefined) return [];
  const reasons = {
    unchanged: has_mark ? messages.changedSince : messages.noMark,
    superseded: messages.laterMarkStands,
    own: messages.ownAttendance,
  };
  return [{ student_id, name, status: reasons[outcome] }];
}

/**
 * Makes the student of a record N/A; the history remains. @param status only while it has this status.
 * @throws ApiError 400 when its roll takes no changes, 403 for the user's own mark, 404 when it is gone.
 */
export async function withdrawRecord(
  context: AppContext,
  user: CurrentUser,
  path: IdOrUuid,
  status: Status | undefined,
): Promise<void> {
  const { database, clock, live } = context;
  const by = { user: user.id, now: clock.now().toString(), terms: termsOf(context, user) };
  const { outcome, isOther, of, student } = await inTransaction(database, async (trx) => {
    // A try after a merge reads whose it is now.
    const record = await findRecord(trx, path);
    if (!record) throw noRecord();
    const of = { class_schedule: record.class_schedule, date: record.date };
    const chosen = { ...of, students: [record.student], record: record.id, status };
    const { problem, answers } = await withdraw(trx, chosen, by);
    if (problem) throw await refusalOf(context, problem, of.class_schedule, of.date);
    const [answer] = answers;
    const isOther = status !== undefined && answer?.has_mark === true;
    return { outcome: answer?.outcome, isOther, of, student: record.student };
  });
  if (outcome === 'own') throw new ApiError(403, { detail: messages.ownAttendance });
  if (outcome === 'unchanged' && isOther)
    throw new ApiError(409, { detail: messages.changedSince });
  if (outcome !== 'withdrawn') throw noRecord();
  publishMarks(live, of, [student]);
}
