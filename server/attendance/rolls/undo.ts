import { sql } from 'kysely';
import type { z } from 'zod';
import { fullName } from '#contract/person-name.ts';
import type { ActionFailure } from '#contract/marks.ts';
import {
  undoneMarks,
  type undoMarks as undoBody,
  type UndoneMarks,
} from '#contract/attendance/roll-history.ts';
import { messages } from '#contract/texts.ts';
import type { AppContext } from '#server/app-context.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { required } from '#server/platform/required.ts';
import { answerOnce, type RollRequest } from './answer-once.ts';
import { lockClass } from './closing.ts';
import { changesOfRoll } from './history.ts';
import type { RollKey } from './roll-key.ts';
import { publishMarks } from '#server/school/live-marks.ts';
import { refusalOf } from './marking.ts';
import { recordMarksOnce, rollProblem } from './queries.ts';
import { withdrawWhere } from './selections.ts';
import { readChanges, type ChangeOfMark } from './state-before.ts';
import { termsOf } from './terms.ts';

type Named = Pick<ChangeOfMark, 'student_id' | 'first_name' | 'last_name'>;

/**
 * The changes that the body names; `foreign` are students whose latest change is somebody else's, or another
 * one, or whose mark somebody else has made again since.
 */
async function chosenChanges(
  trx: Database,
  { class_schedule, date }: RollKey,
  { id }: Pick<CurrentUser, 'id'>,
  { changes, student, status }: z.output<typeof undoBody>,
): Promise<{ changes: number[]; foreign: Named[] }> {
  if (changes) return { changes, foreign: [] };
  const { rows } = await sql<Named & { change: number | null }>`
    select s.student_id, s.first_name, s.last_name,
      own_latest_change(s.id, ${class_schedule}, ${date}::date, ${id}, ${status}) as change
    from student s
    where s.id = any(${student}::bigint[]) order by s.id`.execute(trx);
  return {
    changes: rows.flatMap(({ change }) => change ?? []),
    foreign: rows.filter(({ change }) => change === null),
  };
}

const changedSince = (student: Named): ActionFailure => ({
  student_id: student.student_id,
  name: fullName(student),
  status: messages.changedSince,
});

/**
 * Undoes changes of marks that are the latest of their students (R-ROLL-19), once for the key of a request.
 * @throws ApiError 400 when the roll is read-only, 409 when no change can be undone.
 */
export async function undoMarks(
  context: AppContext,
  request: RollRequest,
  body: z.output<typeof undoBody>,
): Promise<UndoneMarks> {
  const { database, clock, live } = context;
  const { user } = request;
  const of = { class_schedule: body.class_schedule, date: body.date ?? clock.today() };
  const terms = termsOf(context, user);
  const now = clock.now().toString();
  const answer = await inTransaction(database, async (trx) => {
    const locked = await lockWhatIsUndone(trx, of, body);
    const { changes, student, status } = body;
    return answerOnce(trx, request, {
      what: ['undo-marks', of, { changes, student, status }],
      answer: undoneMarks,
      work: () => undoNow(trx),
      named: () => locked,
    });
  });
  publishMarks(live, of, answer.students);
  return answer;

  async function undoNow(trx: Database): Promise<UndoneMarks> {
    const problem = await rollProblem(trx, of, terms);
    if (problem && ['cancelled', 'moved', 'closed', 'archived'].includes(problem))
      throw await refusalOf(context, problem, of.class_schedule, of.date);
    const { changes, foreign } = await chosenChanges(trx, of, user, body);
    const named = await readChanges(trx, of, changes);
    const [latest, others] = [named.filter(isLatest), named.filter((it) => !isLatest(it))];
    const students: number[] = [];
    const fail = [...foreign, ...others].map(changedSince);
    for (const group of Map.groupBy(latest, stateBefore).values()) {
      const done = new Set(await restore(required(group[0], 'A change'), group));
      students.push(...done);
      fail.push(...group.filter(({ student }) => !done.has(student)).map(notRestored));
    }
    if (students.length === 0)
      throw new ApiError(409, { detail: fail[0]?.status ?? messages.changedSince, fail });
    return { students, fail };

    /** @returns the students of a group with the same previous state that have it again. */
    async function restore(
      { from, excuse_by, detail, how }: ChangeOfMark,
      group: ChangeOfMark[],
    ): Promise<number[]> {
      const ids = group.map(({ student }) => student);
      if (from === null) {
        const marks = sql`a.class_schedule_id = ${of.class_schedule} and a.date = ${of.date}::date
          and a.student_id = any(${ids}::bigint[])`;
        return withdrawWhere(trx, marks, {
          user: user.id,
          now,
          mail: terms.mail,
          token: terms.token,
        });
      }
      const { problem: refused, marks } = await recordMarksOnce(trx, {
        request: null,
        keys: ids,
        classSchedule: of.class_schedule,
        date: of.date,
        status: from,
        how: 'manual',
        user: user.id,
        now,
        terms: { ...terms, detail, restores: true, excuse_by, ...(how && { mark_how: how }) },
      });
      if (refused) throw await refusalOf(context, refused, of.class_schedule, of.date);
      return marks.flatMap((mark) =>
        mark.outcome === 'marked' || mark.outcome === 'changed' ? [mark.student] : [],
      );
    }
  }
}

const isLatest = ({ place }: ChangeOfMark): boolean => place === 1;

const notRestored = (undone: ChangeOfMark): ActionFailure => ({
  ...changedSince(undone),
  status: 'This mark cannot be restored',
});

/** Students with the same previous state are marked in one step. */
const stateBefore = (before: ChangeOfMark): string => {
  const { from, detail, excuse_by, how } = before;
  return JSON.stringify([from, detail, excuse_by, how]);
};

/**
 * Locks the class for update before it reads which changes are the latest: a student who is N/A has no mark
 * to lock, and two students may not be read at different moments. Then the students, enrolments and marks.
 * @returns ids of the students.
 */
async function lockWhatIsUndone(
  trx: Database,
  of: RollKey,
  { changes, student }: z.output<typeof undoBody>,
): Promise<number[]> {
  await lockClass(trx, of.class_schedule);
  const { rows } = await sql<{ id: number }>`
    select id from student where id = any(${student ?? []}::bigint[]) or id in (
      select h.student_id from ${changesOfRoll(of)} where h.id = any(${changes ?? []}::bigint[]))
    order by id for key share`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await trx
    .selectFrom('enrolment')
    .select('id')
    .where('class_schedule_id', '=', of.class_schedule)
    .where('student_id', '=', anyOf.ids(ids))
    .orderBy('id')
    .forShare()
    .execute();
  await trx
    .selectFrom('attendance')
    .select('id')
    .where('class_schedule_id', '=', of.class_schedule)
    .where('date', '=', of.date)
    .where('student_id', '=', anyOf.ids(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  return ids;
}
