import { sql } from 'kysely';
import { messages } from '#contract/texts.ts';
import type { Clock } from '#server/platform/clock.ts';
import { allOf, anyOf } from '#server/platform/database/any-of.ts';
import { lockRowsOfStudents } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { required } from '#server/platform/required.ts';
import { classesNamed, presentConflicts } from '#server/timetable/index.ts';
import { endAssignments, openAssignments } from './assignments.ts';
import { firstDay, lastMarks } from './first-day.ts';
import { enrolPlanned, type NewEnrolment } from './enrol.ts';
import { endEnrolments } from './end.ts';
import { planEnrolment, type EnrolmentRequest, type Plan } from './plan.ts';
import { type Person } from './lock.ts';

interface Moving {
  students: Person[];
  fromCohort: number;
  toCohort: number;
  classes: number[];
  /** The first day in the new cohort; by default one that leaves taken rolls unchanged. */
  from: string | undefined;
  confirmCapacity: boolean;
  preview: boolean;
}

interface Leaving {
  id: number;
  student_id: number;
  class_schedule_id: number;
  enrolled_from: string;
}

/**
 * Transfers students between cohorts' classes from a day on; earlier days do not change. Within one cohort
 * they change to the chosen classes, and stay in it.
 */
export async function transfer(
  trx: Database,
  clock: Clock,
  user: CurrentUser,
  moving: Moving,
): Promise<Plan> {
  const { students, fromCohort, classes, confirmCapacity, preview } = moving;
  const ids = students.map(({ id }) => id);
  await lockRowsOfStudents(trx, ids, ['enrolment']);
  const assignments = await openAssignmentsOf(trx, fromCohort, ids);
  const members = students.filter(({ id }) => assignments.has(id));
  const notThere = students
    .filter(({ id }) => !assignments.has(id))
    .map(failing(() => 'is not in the cohort that is left'));
  if (members.length === 0) {
    if (preview) {
      const none = { fit: [], beginning: [], results: [], over_capacity: [], incomplete_rolls: [] };
      return { ...none, fail: notThere };
    }
    throw new ApiError(400, { fail: notThere });
  }
  const left = await enrolmentsLeft(trx, [...assignments.values()], classes);
  const leaving = left.map(({ id }) => id);
  const leftClasses = left.map((row) => row.class_schedule_id);
  const from = await firstDay(trx, clock, [...classes, ...leftClasses], moving.from);
  const marked = await lastMarks(trx, leaving, from);
  const tooEarly = members
    .filter(({ id }) => marked.has(id))
    .map(
      failing(
        ({ id }) =>
          `has marks in the classes that are left until ${marked.get(id)}: choose a later date`,
      ),
    );
  const request = {
    students: members.filter(({ id }) => !marked.has(id)),
    classes,
    from,
    confirmCapacity,
    leaving,
    message: messages.studentEnrolled,
  };
  const planned = await planEnrolment(trx, clock, request);
  const going = new Set(planned.fit.map(({ id }) => id));
  const ending = left.filter(({ student_id }) => going.has(student_id));
  const shown = async (ids: number[]) =>
    presentConflicts(clock, await classesNamed(trx, ids), clock.today());
  const plan: Plan = {
    ...planned,
    fail: [...planned.fail, ...tooEarly, ...notThere],
    closes: await shown([...new Set(ending.map((row) => row.class_schedule_id))]),
    opens: await shown(planned.beginning),
  };
  if (preview) return plan;
  if (planned.fit.length === 0) throw new ApiError(400, { fail: plan.fail });
  const written = { ...moving, planned, request, ending, assignments };
  await writeTransfer(trx, clock, user, written);
  return plan;
}

/** The open assignments of the students to a cohort, by student. */
async function openAssignmentsOf(
  trx: Database,
  cohort: number,
  students: number[],
): Promise<Map<number, number>> {
  const rows = await trx
    .selectFrom('cohort_assignment')
    .select(['id', 'student_id'])
    .where('cohort_id', '=', cohort)
    .where('assigned_to', 'is', null)
    .where('student_id', '=', anyOf.ids(students))
    .execute();
  return new Map(rows.map((row) => [row.student_id, row.id]));
}

const failing = (why: (person: Person) => string) => (person: Person) => ({
  student_id: person.student_id,
  name: person.name,
  status: why(person),
});

/**
 * The enrolments of the old cohort's assignment that are not part of the new one; the others
 * continue.
 */
async function enrolmentsLeft(
  trx: Database,
  assignments: number[],
  retained: number[],
): Promise<Leaving[]> {
  return trx
    .selectFrom('enrolment')
    .select(['id', 'student_id', 'class_schedule_id', 'enrolled_from'])
    .where('cohort_assignment_id', '=', anyOf.ids(assignments))
    .where('enrolled_to', 'is', null)
    .where('class_schedule_id', '<>', allOf.ids(retained))
    .execute();
}

interface Transferring extends Pick<Moving, 'fromCohort' | 'toCohort'> {
  planned: Plan;
  request: EnrolmentRequest;
  /** Enrolments that end. */
  ending: Leaving[];
  /** The old assignments by student. */
  assignments: Map<number, number>;
}

/** Enrols the students in the new classes, ends the old ones, and records the transfer. */
async function writeTransfer(
  trx: Database,
  clock: Clock,
  user: CurrentUser,
  { fromCohort, toCohort, planned, request, ending, assignments }: Transferring,
): Promise<void> {
  const { from } = request;
  const { byStudent: opened, joined } = await openAssignments(trx, planned.fit, toCohort, from);
  const begun = await enrolPlanned(trx, planned, request, opened);
  await endEnrolments(
    trx,
    ending.map(({ id }) => id),
    from,
  );
  if (toCohort === fromCohort) return;
  const oldOf = (student: number) =>
    required(assignments.get(student), `The assignment of student ${student}`);
  // Classes of both cohorts continue, and belong to the new one.
  const { rows: continued } = await sql<NewEnrolment>`
    update enrolment e set cohort_assignment_id = o.new
    from unnest(${[...opened.keys()].map(oldOf)}::bigint[],
      ${[...opened.values()]}::bigint[]) as o(old, new)
    where e.cohort_assignment_id = o.old and e.enrolled_to is null
    returning e.id, e.student_id as student`.execute(trx);
  const going = planned.fit.map(({ id }) => id);
  await endAssignments(trx, going.map(oldOf), from);
  const transfers = going.map((id) => ({
    student_id: id,
    from_assignment_id: oldOf(id),
    to_assignment_id: required(opened.get(id), `The new assignment of student ${id}`),
    transfer_date: from,
    joined: joined.has(id),
    opened: begun.filter(({ student }) => student === id).map((row) => row.id),
    kept: continued.filter(({ student }) => student === id).map((row) => row.id),
    closed: JSON.stringify(
      ending
        .filter((row) => row.student_id === id)
        .map(({ class_schedule_id, enrolled_from }) => ({ class_schedule_id, enrolled_from })),
    ),
    created_by: user.id,
    created_at: clock.now().toString(),
    undone_at: null,
  }));
  await trx.insertInto('cohort_transfer').values(transfers).execute();
}
