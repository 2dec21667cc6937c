import type { FastifyRequest } from 'fastify';
import type {
  changeAttendance,
  markAttendance,
  markStudents as markStudentsEndpoint,
} from '#contract/attendance/attendance.endpoints.ts';
import type { IdOrUuid } from '#contract/fields.ts';
import type { MarkDetail } from '#contract/mark-bodies.ts';
import type { Way } from '#contract/marks.ts';
import { hasAttended, wasMissing, type RollStatus } from '#contract/status.ts';
import { messages } from '#contract/texts.ts';
import type { AppContext } from '#server/app-context.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { RequestBody } from '#server/platform/http/implement.ts';
import { required } from '#server/platform/required.ts';
import { idempotencyKeyOf } from './answer-once.ts';
import { archivedText, dateOfRoll, markStudents, unknownText, type Marked } from './marking.ts';
import { assertNotWholeClassBefore } from './not-begun.ts';
import { findRecord } from './queries.ts';
import { noRecord } from './withdrawing.ts';

type MarkCall<Body> = Pick<FastifyRequest, 'user' | 'headers'> & { body: Body };

/** Marks a student, or several of a class. */
export async function markByKeys(
  context: AppContext,
  request: MarkCall<RequestBody<typeof markAttendance>>,
) {
  const {
    rfid_number,
    student,
    class_schedule,
    date,
    status,
    made_at,
    takes_back,
    seen,
    how,
    confirm,
    ...detail
  } = request.body;
  const named = rfid_number ?? student;
  if (named === undefined) throw validationError('rfid_number', messages.required);
  const bulk = Array.isArray(named);
  if (bulk && wasMissing(status))
    await assertNotWholeClassBefore(context.database, context.clock, {
      class_schedule,
      date: dateOfRoll(context, date),
      students: new Set<string | number>(named).size,
      confirm,
    });
  const marked = await markStudents(context, request.user, {
    class_schedule,
    date,
    status,
    made_at,
    takes_back,
    seen,
    detail: detailOf(detail),
    keys: bulk ? named : [named],
    how: bulk ? wayOfSeveral(seen) : typeof named === 'number' ? (how ?? 'manual') : null,
    idempotencyKey: idempotencyKeyOf(request),
    message: wasMissing(status) ? messages.markedAbsent : messages.marked,
  });
  const answer = bulk ? resultsOf(marked) : resultOfOne(marked, context.clock.timeZone);
  return { changed: marked.changed, answer };
}

/**
 * Who had no mark is marked as the rest: what was made before for one of them, and waited for the network, holds
 * over it (R-ROLL-14).
 */
const wayOfSeveral = (seen: RollStatus | undefined): Way => (seen === 'N/A' ? 'rest' : 'bulk');

/** Marks several students of a class present. */
export async function markPresent(
  context: AppContext,
  request: MarkCall<RequestBody<typeof markStudentsEndpoint>>,
) {
  const { student, ...body } = request.body;
  const marked = await markStudents(context, request.user, {
    ...body,
    keys: student,
    status: 'Present',
    how: 'bulk',
    idempotencyKey: idempotencyKeyOf(request),
    message: messages.bulkMarked,
  });
  return { changed: marked.changed, answer: resultsOf(marked) };
}

/** Changes the status or the details of a record. */
export async function changeRecord(
  context: AppContext,
  id: IdOrUuid,
  body: RequestBody<typeof changeAttendance>,
  user: CurrentUser,
) {
  const found = await findRecord(context.database, id);
  if (!found) throw noRecord();
  const { status = null, ...detail } = body;
  const marked = await markStudents(context, user, {
    keys: [found.id],
    ofRecord: true,
    class_schedule: found.class_schedule,
    date: found.date,
    status,
    detail: detailOf(detail),
    how: 'manual',
    idempotencyKey: null,
    message: messages.markedPresent,
  });
  if (marked.own.length) throw new ApiError(403, { detail: messages.ownAttendance });
  const [record] = marked.records;
  if (!record) throw noRecord();
  const text = hasAttended(record.status) ? messages.markedPresent : messages.markedAbsent;
  return { ...record, results: [{ student_id: record.student_id, status: text }] };
}

/** @throws ApiError when the student was not marked. */
function resultOfOne(marked: Marked, timeZone: string) {
  const [unknown] = marked.unknown;
  if (unknown) throw validationError('rfid_number', unknownText(unknown, timeZone));
  const [archived] = marked.archived;
  if (archived) throw validationError('rfid_number', archivedText(archived));
  if (marked.own.length) throw new ApiError(403, { detail: messages.ownAttendance });
  if (marked.fail.length) throw new ApiError(400, { fail: marked.fail });
  const { held, results } = marked;
  if (held.length) return { results, held: true as const };
  const record = required(marked.records[0], 'The record of the mark');
  return { ...record, results };
}

/** @throws ApiError 400 when no student was marked. */
function resultsOf({ results, fail, held }: Marked) {
  if (results.length === 0) throw new ApiError(400, { fail });
  return { results, fail, ...(held.length > 0 && { held: true as const }) };
}

/** The details in a body; none by default. */
function detailOf(detail: MarkDetail): MarkDetail | undefined {
  const named = Object.entries(detail).filter(([, value]) => value !== undefined);
  return named.length ? Object.fromEntries(named) : undefined;
}
