import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasAttended, wasMissing } from '#contract/status.ts';
import {
  changeAttendance,
  closeRoll as closeRollEndpoint,
  decideHeldMarks,
  explainEmptyRoll,
  followChanges,
  getAttendance,
  getAttendanceHistory,
  getAttendanceRecord,
  getRollEvents,
  getRollHistory,
  getRollWithSummary,
  listHeldMarks,
  markAttendance,
  markRestAbsent as markRestAbsentEndpoint,
  markStudents as markStudentsEndpoint,
  reopenRoll as reopenRollEndpoint,
  undoMarks as undoMarksEndpoint,
  withdrawAttendance,
  withdrawMarks as withdrawMarksEndpoint,
} from '#contract/attendance/attendance.endpoints.ts';
import type { MarkDetail } from '#contract/marks.ts';
import { limits } from '#contract/limits.ts';
import { summarise } from '#contract/attendance/summary.ts';
import { messages } from '#contract/texts.ts';
import { can } from '#contract/permissions.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import { mapInSlices } from '#server/platform/http/in-slices.ts';
import { implement } from '#server/platform/http/implement.ts';
import { minHeld } from '#server/platform/http/large-lists.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { streamChanges } from '#server/platform/live/stream.ts';
import { required } from '#server/platform/required.ts';
import { closeRoll, eventsOfRoll, reopenRoll } from './closing.ts';
import { decideHeld, heldMarksOf } from './held.ts';
import { historyOf, historyOfRoll } from './history.ts';
import { whyEmpty } from './empty-roll.ts';
import { createChangeReader, topicsOf } from '#server/school/live-marks.ts';
import { archivedText, dateOfRoll, markStudents, unknownText, type Marked } from './marking.ts';
import { assertNotWholeClassBefore } from './not-begun.ts';
import { markRestAbsent } from './selections.ts';
import { noRecord, withdrawMarks, withdrawRecord } from './withdrawing.ts';
import { excuseOf, findRecord, findRecords, findRoll, problemOf } from './queries.ts';
import { undoMarks } from './undo.ts';

export function attendanceRoutes(api: Api, context: AppContext): void {
  const { database, clock, live, files } = context;
  const readChange = createChangeReader(database);
  const withPhoto = <Row extends { profile_image: string | null }>(row: Row): Row => ({
    ...row,
    profile_image: files.link(row.profile_image),
  });

  async function rollOf(reply: FastifyReply, classSchedule: number, day: string, search?: string) {
    const query = { classSchedule, date: day, search };
    let rows = await findRoll(database, { ...query, limit: minHeld });
    if (rows.length === minHeld) {
      await reply.takeLargeListTurn();
      rows = await findRoll(database, { ...query, limit: limits.mostRows + 1 });
      if (rows.length > limits.mostRows)
        throw validationError(
          'class_schedule',
          `has more than ${limits.mostRows} students that match: search for some of them`,
        );
    }
    const problem = rows.length ? null : await problemOf(database, classSchedule, day);
    if (problem === 'unknown') throw notFound('This class');
    return { rows: await mapInSlices(rows, withPhoto), no_class: problem };
  }

  implement(api, getAttendance, async (request, reply) => {
    const { query } = request;
    if (
      query.class_schedule === undefined ||
      query.date === undefined ||
      query.student !== undefined
    ) {
      const { rows, total } = await findRecords(database, query);
      return presentList(request, query, { rows: await mapInSlices(rows, withPhoto), total });
    }
    const as_of = live.moment();
    const { rows, no_class } = await rollOf(reply, query.class_schedule, query.date, query.search);
    return { results: rows, total: rows.length, next: null, previous: null, no_class, as_of };
  });

  implement(api, getAttendanceRecord, async ({ params, user }) => {
    const found = await findRecord(database, params.id);
    if (!found) throw noRecord();
    const why = found.excused ? await excuseOf(database, found) : null;
    const mayRead =
      why?.changed_by === user.id || can(user.permissions, 'Approved Leave List', 'read');
    return {
      ...withPhoto(found),
      excuse: (mayRead && why?.excuse) || null,
      excuse_note: (mayRead && why?.excuse_note) || null,
    };
  });

  implement(api, getAttendanceHistory, async (request) => {
    const found = await findRecord(database, request.params.id);
    if (!found) throw noRecord();
    return { results: await historyOf(database, found) };
  });

  implement(api, markAttendance, async (request, reply) => {
    const { rfid_number, student, class_schedule, date, status, made_at, confirm, ...detail } =
      request.body;
    const named = rfid_number ?? student;
    if (named === undefined) throw validationError('rfid_number', messages.required);
    const bulk = Array.isArray(named);
    if (bulk && wasMissing(status))
      await assertNotWholeClassBefore(database, clock, {
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
      detail: detailOf(detail),
      keys: bulk ? named : [named],
      how: bulk ? 'bulk' : typeof named === 'number' ? 'manual' : null,
      idempotencyKey: idempotencyKeyOf(request),
      message: wasMissing(status) ? messages.markedAbsent : messages.marked,
    });
    if (bulk) return reply.code(marked.changed ? 201 : 200).send(resultsOf(marked));
    const [unknown] = marked.unknown;
    if (unknown) throw validationError('rfid_number', unknownText(unknown, clock.timeZone));
    const [archived] = marked.archived;
    if (archived) throw validationError('rfid_number', archivedText(archived));
    if (marked.own.length) throw new ApiError(403, { detail: messages.ownAttendance });
    if (marked.fail.length) throw new ApiError(400, { fail: marked.fail });
    const { held, results } = marked;
    if (held.length) return reply.code(200).send({ results, held: true as const });
    const record = required(marked.records[0], 'The record of the mark');
    return reply.code(marked.changed ? 201 : 200).send({ ...record, results: marked.results });
  });

  implement(api, markStudentsEndpoint, async (request, reply) => {
    const { student, ...body } = request.body;
    const marked = await markStudents(context, request.user, {
      ...body,
      keys: student,
      status: 'Present',
      how: 'bulk',
      idempotencyKey: idempotencyKeyOf(request),
      message: messages.bulkMarked,
    });
    return reply.code(marked.changed ? 201 : 200).send(resultsOf(marked));
  });

  implement(api, listHeldMarks, ({ query, user }) => heldMarksOf(database, user, query));

  implement(api, decideHeldMarks, ({ body, user }) => decideHeld(context, user, body));

  implement(api, markRestAbsentEndpoint, async (request) => ({
    students: await markRestAbsent(context, request.user, request.body),
  }));

  implement(api, withdrawMarksEndpoint, (request) =>
    withdrawMarks(context, request.user, request.body),
  );

  implement(api, closeRollEndpoint, async (request) => ({
    students: await closeRoll(context, request.user, request.body),
  }));

  implement(api, reopenRollEndpoint, async (request) => ({
    students: await reopenRoll(context, request.user, request.body),
  }));

  implement(api, getRollEvents, async ({ query }) => ({
    results: await eventsOfRoll(database, query),
  }));

  implement(api, getRollHistory, async ({ query }, reply) => {
    let rows = await historyOfRoll(database, query, minHeld);
    if (rows.length === minHeld) {
      await reply.takeLargeListTurn();
      rows = await historyOfRoll(database, query);
    }
    return { results: rows };
  });

  implement(api, undoMarksEndpoint, async (request) =>
    undoMarks(context, request.user, request.body),
  );

  implement(api, changeAttendance, async ({ params, body, user }) => {
    const found = await findRecord(database, params.id);
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
  });

  implement(api, withdrawAttendance, async (request, reply) => {
    await withdrawRecord(context, request.user, request.params.id);
    return reply.code(204).send(null);
  });

  implement(api, getRollWithSummary, async ({ body }, reply) => {
    const { rows, no_class } = await rollOf(reply, body.class_schedule, body.date ?? clock.today());
    return { results: rows, summary: summarise(rows), no_class };
  });

  implement(api, explainEmptyRoll, ({ query }) => whyEmpty(database, query));

  implement(api, followChanges, async (request, reply) => {
    const { since, ...followed } = request.query;
    const isPlan = followed.until !== undefined;
    streamChanges(request, reply, live, {
      topics: topicsOf(followed),
      since,
      // A plan of several dates has no marks.
      describe: isPlan ? async ({ ids }) => (ids ? null : {}) : readChange,
    });
  });
}

/** @throws ApiError 400 when no student was marked. */
function resultsOf({ results, fail, held }: Marked) {
  if (results.length === 0) throw new ApiError(400, { fail });
  return { results, fail, ...(held.length > 0 && { held: true as const }) };
}

/** The same key gives the same response once; without one each request is independent. */
function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\w-]{8,64}$/.test(key)) {
    throw validationError('Idempotency-Key', 'must be 8 to 64 letters, digits, - or _');
  }
  return key;
}

/** The details in a body; none by default. */
function detailOf(detail: MarkDetail): MarkDetail | undefined {
  const named = Object.entries(detail).filter(([, value]) => value !== undefined);
  return named.length ? Object.fromEntries(named) : undefined;
}
