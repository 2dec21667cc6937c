import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  actionFailure,
  actionResult,
  attendanceCreate,
  attendancePatch,
  attendanceQuery,
  attendanceRecord,
  historyRow,
  markStudents as markStudentsBody,
  noClass,
  roll,
  rollRequest,
  rollRow,
  summary,
} from '../../../contract/attendance.ts';
import { date, idOrUuid, idParam, listOf } from '../../../contract/fields.ts';
import { summarise } from '../../../contract/summary.ts';
import { messages } from '../../../contract/messages.ts';
import type { Api, Parts } from '../../parts.ts';
import { ApiError, notFound, wrongField } from '../../platform/http/api-error.ts';
import { presentList } from '../../platform/http/lists.ts';
import { streamChanges } from '../../platform/live/stream.ts';
import { markStudents, type Marked } from './marking.ts';
import { changeRecord, findRecord, findRecords, findRoll, historyOf, problemOf, topicsOf, withdrawRecord } from './queries.ts';

const several = z.object({ results: z.array(actionResult), fail: z.array(actionFailure) });
const one = attendanceRecord.extend({ results: z.array(actionResult) });
const params = z.object({ id: idOrUuid });
const missing = () => notFound('This attendance record');

export function attendanceRoutes(api: Api, parts: Parts): void {
  const { database, clock, live, files } = parts;
  const withPhoto = <Row extends { profile_image: string | null }>(row: Row): Row => ({ ...row, profile_image: files.link(row.profile_image) });

  async function rollOf(classSchedule: number, day: string, search?: string) {
    const rows = await findRoll(database, classSchedule, day, search);
    const problem = rows.length ? null : await problemOf(database, classSchedule, day);
    if (problem === 'unknown') throw notFound('This class');
    return { rows: rows.map(withPhoto), no_class: problem };
  }

  api.get(
    '/attendance',
    { schema: { querystring: attendanceQuery, response: { 200: z.union([roll, listOf(attendanceRecord)]) } } },
    async (request) => {
      const { query } = request;
      if (query.class_schedule === undefined || query.date === undefined || query.student !== undefined) {
        const { rows, total } = await findRecords(database, query);
        return presentList(request, query, { rows: rows.map(withPhoto), total });
      }
      const { rows, no_class } = await rollOf(query.class_schedule, query.date, query.search);
      return { results: rows, total: rows.length, next: null, previous: null, no_class };
    },
  );

  api.get('/attendance/:id', { schema: { params, response: { 200: attendanceRecord } } }, async (request) => {
    const found = await findRecord(database, request.params.id);
    if (!found) throw missing();
    return withPhoto(found);
  });

  const history = { params, response: { 200: z.object({ results: z.array(historyRow) }) } };
  api.get('/attendance/:id/history', { schema: history }, async (request) => {
    const found = await findRecord(database, request.params.id);
    if (!found) throw missing();
    return { results: await historyOf(database, found) };
  });

  const create = { body: attendanceCreate, response: { 200: z.union([one, several]), 201: z.union([one, several]) } };
  api.post('/attendance/create', { schema: create }, async (request, reply) => {
    const { rfid_number, student, ...body } = request.body;
    const named = (rfid_number ?? student)!;
    const bulk = Array.isArray(named);
    const marked = await markStudents(parts, request.who, {
      ...body,
      keys: bulk ? named : [named],
      how: bulk ? 'bulk' : typeof named === 'number' ? 'manual' : null,
      idempotencyKey: idempotencyKeyOf(request),
      message: body.status === 'Absent' ? messages.markedAbsent : messages.marked,
    });
    if (bulk) return answerSeveral(reply, marked);
    if (marked.unknown.length) throw wrongField('rfid_number', messages.unknownCard);
    if (marked.archived.length) throw wrongField('rfid_number', messages.archivedStudent);
    if (marked.fail.length) throw new ApiError(400, { fail: marked.fail });
    return reply.code(marked.changed ? 201 : 200).send({ ...marked.records[0]!, results: marked.results });
  });

  const bulk = { body: markStudentsBody, response: { 200: several, 201: several } };
  api.post('/mark-student-attendance', { schema: bulk }, async (request, reply) => {
    const { student, ...body } = request.body;
    const marked = await markStudents(parts, request.who, {
      ...body,
      keys: student,
      status: 'Present',
      how: 'bulk',
      idempotencyKey: idempotencyKeyOf(request),
      message: messages.bulkMarked,
    });
    return answerSeveral(reply, marked);
  });

  const patch = { params, body: attendancePatch, response: { 200: one } };
  api.patch('/attendance/:id', { schema: patch }, async (request) => {
    const { status } = request.body;
    const changed = await changeRecord(database, request.params.id, { status, user: request.who.id, now: clock.now().toString() });
    if (!changed) throw missing();
    topicsOf(changed.class_schedule, changed.date).forEach(live.publish);
    const text = status === 'Present' ? messages.markedPresent : messages.markedAbsent;
    return { ...withPhoto(changed), results: [{ student_id: changed.student_id, status: text }] };
  });

  api.delete('/attendance/:id', { schema: { params, response: { 204: z.null() } } }, async (request, reply) => {
    const gone = await withdrawRecord(database, request.params.id, { user: request.who.id, now: clock.now().toString() });
    if (!gone) throw missing();
    topicsOf(gone.class_schedule, gone.date).forEach(live.publish);
    return reply.code(204).send(null);
  });

  const rollWithSummary = { body: rollRequest, response: { 200: z.object({ results: z.array(rollRow), summary, no_class: noClass.nullable() }) } };
  api.post('/schedule-students-attendance', { schema: rollWithSummary }, async ({ body }) => {
    const { rows, no_class } = await rollOf(body.class_schedule, body.date ?? clock.today());
    return { results: rows, summary: summarise(rows), no_class };
  });

  const liveQuery = { querystring: z.strictObject({ class_schedule: idParam.optional(), date }) };
  api.get('/live', { schema: liveQuery }, async (request, reply) => {
    const { class_schedule, date: day } = request.query;
    const [ofClass, ofDay] = topicsOf(class_schedule ?? 0, day);
    streamChanges(request, reply, live, [class_schedule === undefined ? ofDay! : ofClass!]);
  });
}

function answerSeveral(reply: FastifyReply, { results, fail, changed }: Marked) {
  if (results.length === 0) throw new ApiError(400, { fail });
  return reply.code(changed ? 201 : 200).send({ results, fail });
}

/** The same key gives the same answer once; without one each request stands for itself. */
function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\w-]{8,64}$/.test(key)) {
    throw wrongField('Idempotency-Key', 'must be 8 to 64 letters, digits, - or _');
  }
  return key;
}
