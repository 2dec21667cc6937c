import {
  changeCohortAssignment,
  enrolByCohort,
  transferStudents as transferEndpoint,
} from '#contract/enrolment/enrolment.endpoints.ts';
import type { CohortAssignment } from '#contract/enrolment/enrolment.ts';
import type { Permission } from '#contract/permissions.ts';
import { messages } from '#contract/texts.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Clock } from '#server/platform/clock.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import {
  ApiError,
  inOneAnswer,
  notFound,
  validationError,
} from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { RequestBody } from '#server/platform/http/implement.ts';
import { asOperation, type OperationOptions } from '#server/platform/resource/bulk-operation.ts';
import { assertNotAboutOwn } from '#server/school/own-row.ts';
import { endAssignments, openAssignments } from './assignments.ts';
import { enrolPlanned } from './enrol.ts';
import { endEnrolments } from './end.ts';
import { planEnrolment, type Plan } from './plan.ts';
import { lockStudents } from './lock.ts';
import { firstDay } from './first-day.ts';
import { classesOf } from './cohort-classes.ts';
import { findAssignments } from './queries.ts';
import { transfer } from './transfer.ts';

type Writing = Pick<AppContext, 'database' | 'clock'>;

/** Enrols students in the classes of a cohort, or answers what enrolling them would do. */
export function enrolInCohort(
  { database, clock }: Writing,
  body: RequestBody<typeof enrolByCohort>,
  user: CurrentUser,
) {
  const { student, cohort, schedules, from_date, preview, confirm_capacity } = body;
  return inFormTransaction(database, async (trx) => {
    const [classes, students] = await inOneAnswer(
      () => classesOf(trx, 'cohort', cohort, schedules),
      () => lockStudents(trx, 'student', [student].flat(), user),
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
      recorded(clock, 'enrol', 'students in a cohort', enrolByCohort, user),
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
}

/** Moves a student to another cohort, or to other classes of the same cohort. */
export function changeAssignment(
  { database, clock }: Writing,
  id: number,
  body: RequestBody<typeof changeCohortAssignment>,
  user: CurrentUser,
): Promise<(CohortAssignment & { operation: number | null }) | Plan> {
  const { cohort, schedules, from_date, preview, confirm_capacity } = body;
  return inFormTransaction(database, async (trx) => {
    const before = await assignmentOf(trx, id);
    assertCanLeave(before, cohort);
    const toCohort = cohort ?? before.cohort.id;
    const field = cohort === undefined ? 'schedules' : 'cohort';
    const classes = await classesOf(trx, field, toCohort, schedules);
    const current = await lockAssignment(trx, id, before.student.id);
    assertCanLeave(current, cohort);
    const moving = {
      students: await lockStudents(trx, 'student', [current.student.id], user),
      from: from_date,
      fromCohort: current.cohort.id,
      toCohort,
      classes,
      confirmCapacity: confirm_capacity ?? false,
      preview: preview ?? false,
    };
    if (cohort === undefined && current.cohort.id !== toCohort)
      throw new ApiError(409, { detail: messages.changedMeanwhile });
    const { result: plan, operation } = await asOperation(
      trx,
      cohort === undefined
        ? recorded(clock, 'enrol', 'a student in other classes', changeCohortAssignment, user)
        : recorded(clock, 'transfer', 'a student to another cohort', changeCohortAssignment, user),
      () => transfer(trx, clock, user, moving),
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
  });
}

/** Ends a student's membership of a cohort and the enrolments of it today. */
export async function leaveCohort(
  { database, clock }: Writing,
  id: number,
  user: CurrentUser,
): Promise<void> {
  await inFormTransaction(database, async (trx) => {
    const { student } = await assignmentOf(trx, id);
    await lockAssignment(trx, id, student.id);
    await assertNotAboutOwn(trx, [student.id], user);
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
}

/** Moves several students to another cohort, or answers what moving them would do. */
export async function transferStudents(
  { database, clock }: Writing,
  body: RequestBody<typeof transferEndpoint>,
  user: CurrentUser,
) {
  const { student, from_cohort, to_cohort, from_date, preview, confirm_capacity } = body;
  if (from_cohort === to_cohort) throw validationError('to_cohort', 'must be another cohort');
  return inFormTransaction(database, async (trx) => {
    const [classes, students] = await inOneAnswer(
      () => classesOf(trx, 'to_cohort', to_cohort),
      () => lockStudents(trx, 'student', [student].flat(), user),
    );
    const { result, operation } = await asOperation(
      trx,
      recorded(clock, 'transfer', 'students to another cohort', transferEndpoint, user),
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
}

const recorded = (
  clock: Clock,
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

export async function assignmentOf(database: Database, id: number) {
  const { rows } = await findAssignments(database, { search: '', limit: 1, page: 1, id: [id] });
  if (!rows[0]) throw notFound('This cohort enrolment');
  return rows[0];
}
