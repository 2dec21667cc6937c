import { sql } from 'kysely';
import {
  changeCohortAssignment,
  enrolByCohort,
  getCohortAssignment,
  leaveCohort,
  listCohortAssignments,
  listTransfers,
  transferStudents,
  undoTransfer as undoTransferEndpoint,
} from '#contract/enrolment/enrolment.endpoints.ts';
import type { CohortAssignment } from '#contract/enrolment/enrolment.ts';
import type { Permission } from '#contract/permissions.ts';
import { messages } from '#contract/texts.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import {
  ApiError,
  inOneAnswer,
  notFound,
  validationError,
} from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { asOperation, type OperationOptions } from '#server/platform/resource/bulk-operation.ts';
import { endAssignments, openAssignments } from './assignments.ts';
import {
  checkClasses,
  endEnrolments,
  enrolPlanned,
  lockStudents,
  planEnrolment,
  type Plan,
} from './enrol.ts';
import { firstDay } from './first-day.ts';
import { findAssignments, findTransfers } from './queries.ts';
import { transfer, undoTransfer } from './transfer.ts';

/** Enrolment in cohorts, transfers between cohorts, and removal (R-ENROL-4). */
export function cohortEnrolmentRoutes(api: Api, { database, clock }: AppContext): void {
  const recorded = (
    kind: 'enrol' | 'transfer',
    about: string,
    { access }: { access: readonly Permission[] },
    user: CurrentUser,
  ): OperationOptions => ({
    kind,
    about,
    user: user.id,
    now: clock.now().toString(),
    rights: access,
  });

  implement(api, listCohortAssignments, async (request) =>
    presentList(request, request.query, await findAssignments(database, request.query)),
  );

  implement(api, getCohortAssignment, ({ params: { id } }) => assignmentOf(database, id));

  implement(api, enrolByCohort, async ({ body, user }, reply) => {
    const { student, cohort, schedules, from_date, preview, confirm_capacity } = body;
    const plan = await inFormTransaction(database, async (trx) => {
      const [classes, students] = await inOneAnswer(
        () => classesOf(trx, 'cohort', cohort, schedules),
        () => lockStudents(trx, 'student', [student].flat()),
      );
      const from = await firstDay(trx, clock, classes, from_date);
      const enrolmentRequest = {
        students,
        classes,
        from,
        confirmCapacity: confirm_capacity ?? false,
        message: messages.studentEnrolled,
      };
      const planned = await planEnrolment(trx, clock, enrolmentRequest);
      if (preview) return planned;
      const { operation } = await asOperation(
        trx,
        recorded('enrol', 'students in a cohort', enrolByCohort, user),
        async () =>
          enrolPlanned(
            trx,
            planned,
            enrolmentRequest,
            (await openAssignments(trx, planned.fit, cohort, from)).byStudent,
          ),
      );
      return { ...planned, operation };
    });
    return reply.code(preview ? 200 : 201).send(plan);
  });

  implement(api, changeCohortAssignment, async ({ params: { id }, body, user }) => {
    const { cohort, schedules, from_date, preview, confirm_capacity } = body;
    return inFormTransaction(
      database,
      async (trx): Promise<(CohortAssignment & { operation: number | null }) | Plan> => {
        const before = await assignmentOf(trx, id);
        assertCanLeave(before, cohort);
        const toCohort = cohort ?? before.cohort.id;
        const field = cohort === undefined ? 'schedules' : 'cohort';
        const classes = await classesOf(trx, field, toCohort, schedules);
        const current = await lockAssignment(trx, id, before.student.id);
        assertCanLeave(current, cohort);
        const moving = {
          students: await lockStudents(trx, 'student', [current.student.id]),
          from: from_date,
          fromCohort: current.cohort.id,
          toCohort,
          classes,
        };
        if (cohort === undefined && current.cohort.id !== toCohort)
          throw new ApiError(409, { detail: messages.changedMeanwhile });
        const { result: plan, operation } = await asOperation(
          trx,
          cohort === undefined
            ? recorded('enrol', 'a student in other classes', changeCohortAssignment, user)
            : recorded('transfer', 'a student to another cohort', changeCohortAssignment, user),
          () =>
            transfer(trx, clock, user, {
              ...moving,
              confirmCapacity: confirm_capacity ?? false,
              preview: preview ?? false,
            }),
        );
        if (preview) return plan;
        const found = await findAssignments(trx, {
          search: '',
          limit: 1,
          page: 1,
          student: [current.student.id],
          cohort: [toCohort],
        });
        return { ...oneRow(found), operation };
      },
    );
  });

  implement(api, leaveCohort, async ({ params: { id } }, reply) => {
    await inFormTransaction(database, async (trx) => {
      const { student } = await assignmentOf(trx, id);
      await lockAssignment(trx, id, student.id);
      const open = await trx
        .selectFrom('enrolment')
        .select('id')
        .where('cohort_assignment_id', '=', id)
        .where('enrolled_to', 'is', null)
        .execute();
      await endEnrolments(
        trx,
        open.map((row) => row.id),
        clock.today(),
      );
      await endAssignments(trx, [id], clock.today());
    });
    return reply.code(204).send(null);
  });

  implement(api, listTransfers, async (request) =>
    presentList(request, request.query, await findTransfers(database, request.query)),
  );

  implement(api, transferStudents, async ({ body, user }, reply) => {
    const { student, from_cohort, to_cohort, from_date, preview, confirm_capacity } = body;
    if (from_cohort === to_cohort) throw validationError('to_cohort', 'must be another cohort');
    const plan = await inFormTransaction(database, async (trx) => {
      const [classes, students] = await inOneAnswer(
        () => classesOf(trx, 'to_cohort', to_cohort),
        () => lockStudents(trx, 'student', [student].flat()),
      );
      const { result, operation } = await asOperation(
        trx,
        recorded('transfer', 'students to another cohort', transferStudents, user),
        () =>
          transfer(trx, clock, user, {
            students,
            fromCohort: from_cohort,
            toCohort: to_cohort,
            classes,
            from: from_date,
            confirmCapacity: confirm_capacity ?? false,
            preview: preview ?? false,
          }),
      );
      return { ...result, operation };
    });
    return reply.code(preview ? 200 : 201).send(plan);
  });

  implement(api, undoTransferEndpoint, async ({ params: { id } }) => {
    await inFormTransaction(database, (trx) => undoTransfer(trx, clock, id));
    return { results: [{ id, status: 'Undone' }] };
  });
}

/** @throws ApiError when the membership has ended, or is one of the cohort that it shall become. */
function assertCanLeave({ assigned_to, cohort }: CohortAssignment, next?: number): void {
  if (assigned_to !== null)
    throw new ApiError(409, { detail: 'This student has left the cohort.' });
  if (cohort.id === next) throw validationError('cohort', 'is the cohort that the student is in');
}

/**
 * Locks the student of a membership and reads it again: a merge or a transfer at the same moment was waited for.
 * @throws ApiError 404 without it, 409 when it is another student's now.
 */
async function lockAssignment(
  trx: Database,
  id: number,
  student: number,
): Promise<CohortAssignment> {
  await lockRows(trx, 'student', [student], 'no key update');
  const current = await assignmentOf(trx, id);
  if (current.student.id !== student)
    throw new ApiError(409, { detail: messages.changedMeanwhile });
  return current;
}

async function assignmentOf(database: Database, id: number) {
  const { rows } = await findAssignments(database, { search: '', limit: 1, page: 1, id: [id] });
  if (!rows[0]) throw notFound('This cohort enrolment');
  return rows[0];
}

/**
 * The chosen classes of a cohort, or all that are not archived; locked. They are read again afterwards: a class may
 * have been replaced by its successor meanwhile.
 */
async function classesOf(
  trx: Database,
  field: string,
  cohort: number,
  chosen?: number[],
): Promise<number[]> {
  const before = await chosenClasses(trx, field, cohort, chosen);
  await checkClasses(trx, 'schedules', before);
  await lockRows(trx, 'cohort', [cohort], 'key share');
  const classes = await chosenClasses(trx, field, cohort, chosen);
  if (classes.some((id) => !before.includes(id)))
    throw new ApiError(409, { detail: messages.changedMeanwhile });
  return classes;
}

async function chosenClasses(
  trx: Database,
  field: string,
  cohort: number,
  chosen?: number[],
): Promise<number[]> {
  const { rows } = await sql<{ archived: boolean; classes: number[] }>`
    select c.archived_at is not null as archived, coalesce((
      select array_agg(k.class_schedule_id order by k.place)
      from cohort_schedule k join class_schedule s on s.id = k.class_schedule_id and s.archived_at is null
      where k.cohort_id = c.id
    ), '{}')::int[] as classes
    from cohort c where c.id = ${cohort}`.execute(trx);
  const [found] = rows;
  if (!found) throw validationError(field, 'does not exist');
  if (found.archived) throw validationError(field, 'is archived');
  const foreign = chosen?.find((id) => !found.classes.includes(id));
  if (foreign !== undefined)
    throw validationError('schedules', `class ${foreign} is not one of the cohort’s`);
  const classes = [...new Set(chosen ?? found.classes)];
  if (classes.length === 0) throw validationError(field, 'has no schedules');
  return classes;
}
