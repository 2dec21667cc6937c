import { sql } from 'kysely';
import { z } from 'zod';
import {
  assignChange,
  assignCreate,
  cohortAssignment,
  cohortAssignmentQuery,
  enrolResult,
  transferCreate,
  transferQuery,
  transferRow,
} from '../../../contract/enrolment.ts';
import { idParam, listOf } from '../../../contract/fields.ts';
import { messages } from '../../../contract/messages.ts';
import type { Api, Parts } from '../../parts.ts';
import { inTransaction } from '../../platform/database/faults.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ApiError, notFound, wrongField } from '../../platform/http/api-error.ts';
import { presentList } from '../../platform/http/lists.ts';
import { checkClasses, endEnrolments, enrolPlanned, lockStudents, planEnrolling, type Plan } from './enrol.ts';
import { firstDay } from './first-day.ts';
import { findAssignments, findTransfers } from './queries.ts';
import { endAssignments, openAssignments, transfer, undoTransfer } from './transfer.ts';

/** Students into cohorts, from one cohort to another, and out again (design §4, §6). */
export function cohortEnrolmentRoutes(api: Api, { database, clock }: Parts): void {
  const list = { querystring: cohortAssignmentQuery, response: { 200: listOf(cohortAssignment) } };
  api.get('/studentcohortassignment', { schema: list }, async (request) =>
    presentList(request, request.query, await findAssignments(database, request.query)),
  );

  const params = z.object({ id: idParam });
  api.get('/studentcohortassignment/:id', { schema: { params, response: { 200: cohortAssignment } } }, ({ params: { id } }) =>
    assignmentOf(database, id),
  );

  const answer = { 200: enrolResult, 201: enrolResult };
  api.post('/studentcohortassignment/create', { schema: { body: assignCreate, response: answer } }, async ({ body }, reply) => {
    const { student, cohort, schedules, from_date, preview, confirm_capacity } = body;
    const plan = await inTransaction(database, async (trx) => {
      const classes = await classesOf(trx, 'cohort', cohort, schedules);
      const from = await firstDay(trx, clock, classes, from_date);
      const students = await lockStudents(trx, 'student', [student].flat());
      const enrolling = { students, classes, from, confirmCapacity: confirm_capacity ?? false, message: messages.studentEnrolled };
      const planned = await planEnrolling(trx, clock, enrolling);
      if (!preview) await enrolPlanned(trx, planned, enrolling, (await openAssignments(trx, planned.fit, cohort, from)).byStudent);
      return planned;
    });
    return reply.code(preview ? 200 : 201).send(plan);
  });

  const change = { params, body: assignChange, response: { 200: z.union([cohortAssignment, enrolResult]) } };
  api.patch('/studentcohortassignment/:id', { schema: change }, async ({ params: { id }, body, who }) => {
    const { cohort, schedules, from_date, preview, confirm_capacity } = body;
    return inTransaction(database, async (trx): Promise<z.output<typeof cohortAssignment> | Plan> => {
      const current = await assignmentOf(trx, id);
      const students = await lockStudents(trx, 'student', [current.student.id]);
      if (current.assigned_to !== null) throw new ApiError(409, { detail: 'This student has left the cohort.' });
      if (current.cohort.id === cohort) throw wrongField('cohort', 'is the cohort that the student is in');
      const moving = {
        students,
        from: from_date,
        fromCohort: current.cohort.id,
        toCohort: cohort,
        classes: await classesOf(trx, 'cohort', cohort, schedules),
      };
      const plan = await transfer(trx, clock, who, { ...moving, confirmCapacity: confirm_capacity ?? false, preview: preview ?? false });
      if (preview) return plan;
      const { rows } = await findAssignments(trx, { search: '', limit: 1, page: 1, student: [current.student.id], cohort: [cohort] });
      return rows[0]!;
    });
  });

  api.delete('/studentcohortassignment/:id', { schema: { params, response: { 204: z.null() } } }, async ({ params: { id } }, reply) => {
    await inTransaction(database, async (trx) => {
      const current = await assignmentOf(trx, id);
      await lockStudents(trx, 'student', [current.student.id]);
      const open = await trx.selectFrom('enrolment').select('id').where('cohort_assignment_id', '=', id).where('enrolled_to', 'is', null).execute();
      await endEnrolments(
        trx,
        open.map((row) => row.id),
        clock.today(),
      );
      await endAssignments(trx, [id], clock.today());
    });
    return reply.code(204).send(null);
  });

  api.get('/cohort-transfers', { schema: { querystring: transferQuery, response: { 200: listOf(transferRow) } } }, async (request) =>
    presentList(request, request.query, await findTransfers(database, request.query)),
  );

  api.post('/cohort-transfers/create', { schema: { body: transferCreate, response: answer } }, async ({ body, who }, reply) => {
    const { student, from_cohort, to_cohort, from_date, preview, confirm_capacity } = body;
    if (from_cohort === to_cohort) throw wrongField('to_cohort', 'must be another cohort');
    const plan = await inTransaction(database, async (trx) => {
      const classes = await classesOf(trx, 'to_cohort', to_cohort);
      const students = await lockStudents(trx, 'student', [student].flat());
      return transfer(trx, clock, who, {
        students,
        fromCohort: from_cohort,
        toCohort: to_cohort,
        classes,
        from: from_date,
        confirmCapacity: confirm_capacity ?? false,
        preview: preview ?? false,
      });
    });
    return reply.code(preview ? 200 : 201).send(plan);
  });

  const undone = { params, response: { 200: z.object({ results: z.array(z.object({ id: z.number(), status: z.string() })) }) } };
  api.post('/cohort-transfers/:id/undo', { schema: undone }, async ({ params: { id } }) => {
    await inTransaction(database, (trx) => undoTransfer(trx, clock, id));
    return { results: [{ id, status: 'Undone' }] };
  });
}

async function assignmentOf(database: Database, id: number) {
  const { rows } = await findAssignments(database, { search: '', limit: 1, page: 1, id: [id] });
  if (!rows[0]) throw notFound('This cohort enrolment');
  return rows[0];
}

/** The chosen classes of a cohort, or all that are not archived. */
async function classesOf(trx: Database, field: string, cohort: number, chosen?: number[]): Promise<number[]> {
  const { rows } = await sql<{ archived: boolean; classes: number[] }>`
    select c.archived_at is not null as archived, coalesce((
      select array_agg(k.class_schedule_id order by k.place)
      from cohort_schedule k join class_schedule s on s.id = k.class_schedule_id and s.archived_at is null
      where k.cohort_id = c.id
    ), '{}')::int[] as classes
    from cohort c where c.id = ${cohort}`.execute(trx);
  const [found] = rows;
  if (!found) throw wrongField(field, 'does not exist');
  if (found.archived) throw wrongField(field, 'is archived');
  const foreign = chosen?.find((id) => !found.classes.includes(id));
  if (foreign !== undefined) throw wrongField('schedules', `class ${foreign} is not one of the cohort’s`);
  const classes = [...new Set(chosen ?? found.classes)];
  if (classes.length === 0) throw wrongField(field, 'has no schedules');
  await checkClasses(trx, 'schedules', classes);
  return classes;
}
