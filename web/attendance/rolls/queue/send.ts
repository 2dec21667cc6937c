import type { ActionFailure } from '#contract/marks.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import {
  closeRoll,
  markAttendance,
  markRestAbsent,
  markStudents,
  reopenRoll,
  undoMarks,
  withdrawAttendance,
  withdrawMarks,
} from '#contract/attendance/attendance.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { ApiError, request } from '#web/platform/api.ts';
import type { MarkCommand, PendingMark } from '#web/platform/offline/storage.ts';
import { studentsOf } from '../pending-status.ts';
import type { Outcome } from './mark-queue.ts';
import { waitedMs } from './waited.ts';

type Answer = AnswerOf<typeof markAttendance>;
type Several = Extract<Answer, { fail: unknown }>;
export type Marked = Exclude<Answer, { fail: unknown } | { held: unknown }>;
/**
 * The server's answer: a record, results of several students, or the student of a withdrawn mark.
 */
export type MarkAnswer =
  | { marked: Marked }
  | { bulk: Pick<Several, 'fail'> & Partial<Pick<Several, 'results' | 'held'>> }
  /** It met a closed roll, and waits for an administrator. */
  | { held: true }
  | { withdrawn: number }
  /** The record that was to be withdrawn is gone; the roll has what the student has now. */
  | { gone: number }
  | { rest: number[] }
  | { closed: number[] }
  | { undone: number[]; fail?: ActionFailure[] };

/**
 * Timeout of a request without any response: the mark is sent
 * again. In milliseconds.
 */
const timeoutMs = 10_000;

/**
 * A mark that is sent later than this has waited: its time is sent with it. Not longer, since the roll
 * may be closed or the class cancelled meanwhile (R-ROLL-14). In milliseconds.
 */
const atOnceMs = 250;
/** An undo that is sent earlier than this takes back what the user changed last. In milliseconds. */
const underWayMs = 3000;

/** The time of a mark that has waited, by the server's clock. */
export function madeAt(
  mark: Pick<PendingMark, 'key' | 'at'>,
  now: () => Date,
): { made_at?: string } {
  const waited = waitedMs(mark);
  if (waited < atOnceMs) return {};
  return { made_at: instantOf(mark, now) };
}

/** When a mark was made, by the server's clock. @param now the server's time. */
export const instantOf = (mark: Pick<PendingMark, 'key' | 'at'>, now: () => Date): string =>
  new Date(now().getTime() - waitedMs(mark)).toISOString();

/**
 * Sends a mark. The idempotency key makes retries safe.
 * @param now the server's time.
 */
export async function sendMark(mark: PendingMark, now: () => Date): Promise<Outcome<MarkAnswer>> {
  try {
    const answer = await post(mark, madeAt(mark, now), AbortSignal.timeout(timeoutMs));
    const fail = 'bulk' in answer ? answer.bulk.fail : [];
    const except = fail
      .filter((failure) => !isMarkedElsewhere(mark.what, failure))
      .map(({ name, student_id, status }) => `${name ?? student_id}: ${status}`)
      .join('; ');
    return { type: 'done', answer, ...(except && { except }) };
  } catch (error) {
    const apiError = error instanceof ApiError ? error : new ApiError(0, {});
    // The record was withdrawn by an earlier attempt, or by another user: there may be a new one since.
    if (mark.what.do === 'withdraw' && apiError.status === 404)
      return { type: 'done', answer: { gone: mark.what.student } };
    if (apiError.isRetryable || apiError.status === 401) return { type: 'later' };
    const { fail } = apiError.body;
    if (fail?.length && fail.every((failure) => isMarkedElsewhere(mark.what, failure)))
      return { type: 'done', answer: { bulk: { fail } } };
    return { type: 'refused', reason: apiError.message, error: apiError };
  }
}

/** Who was marked elsewhere by then is none of the rest: that refuses nothing that was wanted here. */
export const isMarkedElsewhere = (what: MarkCommand, { status }: ActionFailure): boolean =>
  what.do === 'bulk' && what.seen !== undefined && status === messages.changedSince;

async function post(
  mark: PendingMark,
  made: { made_at?: string },
  signal: AbortSignal,
): Promise<MarkAnswer> {
  const { key, class_schedule, date, what } = mark;
  const headers = { 'idempotency-key': key };
  const of = { class_schedule, date };
  // An undo that has waited, too, takes back no other change.
  const undone = what.takesBack !== undefined && { takes_back: what.from };
  const isUndo = what.takesBack !== undefined && what.from !== undefined;
  if (isUndo && waitedMs(mark) < underWayMs) {
    const student = studentsOf(what);
    const body = { ...of, student, status: what.from };
    const { students, fail } = await request(undoMarks, { body, signal });
    return { undone: students, fail };
  }
  switch (what.do) {
    case 'withdraw':
      if (made.made_at !== undefined)
        return withdrawn(
          await request(withdrawMarks, {
            body: { ...of, ...made, student: [what.student], status: what.status },
            headers,
            signal,
          }),
        );
      await request(withdrawAttendance, {
        params: { id: what.record },
        query: { status: what.status },
        signal,
      });
      return { withdrawn: what.student };
    case 'rest': {
      const body = { ...of, confirm: what.confirm };
      return { rest: (await request(markRestAbsent, { body, headers, signal })).students };
    }
    case 'close': {
      const body = { ...of, ...made, student: what.students, confirm: what.confirm };
      return { closed: (await request(closeRoll, { body, headers, signal })).students };
    }
    case 'reopen': {
      const body = { ...of, undo: true };
      return { undone: (await request(reopenRoll, { body, headers, signal })).students };
    }
    case 'undo': {
      const body = { ...of, ...made, ...undone, student: what.students, status: what.status };
      return withdrawn(await request(withdrawMarks, { body, headers, signal }));
    }
    case 'bulk': {
      const body = { ...of, ...made, student: what.students };
      return {
        bulk:
          isUndo || what.status || what.seen
            ? several(
                await request(markAttendance, {
                  body: {
                    ...body,
                    ...undone,
                    status: what.status ?? 'Present',
                    seen: what.seen,
                    // What an undo brings back was confirmed before.
                    confirm: true,
                  },
                  headers,
                  signal,
                }),
              )
            : await request(markStudents, { body, headers, signal }),
      };
    }
    case 'mark': {
      const { student: rfid_number, status, how, detail, seen } = what;
      const body = { ...of, ...made, ...undone, rfid_number, status, how, seen, ...detail };
      return one(await request(markAttendance, { body, headers, signal }));
    }
  }
}

const withdrawn = ({ students, held, fail }: AnswerOf<typeof withdrawMarks>): MarkAnswer =>
  held && students.length === 0 ? { held } : { undone: students, ...(fail && { fail }) };

/** One student was named. */
function one(answer: Answer): { marked: Marked } | { held: true } {
  if ('fail' in answer) throw new Error('The answer is about several students.');
  return 'held' in answer ? { held: true } : { marked: answer };
}

/** Several were. */
function several(answer: Answer): Several {
  if ('fail' in answer) return answer;
  throw new Error('The answer is about one student.');
}
