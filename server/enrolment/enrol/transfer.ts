import { sql, type RawBuilder } from 'kysely';
import { messages } from '#contract/texts.ts';
import type { Clock } from '#server/platform/clock.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { lockRowsOfStudents } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { required } from '#server/platform/required.ts';
import {
  lockClassesToJoin,
  meetingsOfClasses,
  studentsInTwoPlaces,
  classesNamed,
  presentConflicts,
} from '#server/timetable/index.ts';
import { endAssignments, openAssignments } from './assignments.ts';
import { firstDay, lastMarks } from './first-day.ts';
import {
  endEnrolments,
  enrolPlanned,
  planEnrolment,
  type NewEnrolment,
  type Person,
  type Plan,
} from './enrol.ts';

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
 * The enrolments of the old cohort's assignment that are not part of the new one; the others
 * continue.
 */
async function enrolmentsLeft(
  trx: Database,
  assignments: number[],
  retained: number[],
): Promise<Leaving[]> {
  const { rows } = await sql<Leaving>`
    select id, student_id, class_schedule_id, enrolled_from from enrolment
    where cohort_assignment_id = any(${assignments}::bigint[]) and enrolled_to is null
      and class_schedule_id <> all(${retained}::bigint[])`.execute(trx);
  return rows;
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
  const { students, fromCohort, toCohort, classes, confirmCapacity, preview } = moving;
  const ids = students.map(({ id }) => id);
  await lockRowsOfStudents(trx, ids, ['enrolment']);
  const old = await trx
    .selectFrom('cohort_assignment')
    .select(['id', 'student_id'])
    .where('cohort_id', '=', fromCohort)
    .where('assigned_to', 'is', null)
    .where('student_id', '=', anyOf.ids(ids))
    .execute();
  const assignments = new Map(old.map((row) => [row.student_id, row.id]));
  const oldOf = (student: number) =>
    required(assignments.get(student), `The assignment of student ${student}`);
  const strangers = students.filter(({ id }) => !assignments.has(id));
  const members = students.filter(({ id }) => assignments.has(id));
  const notThere = strangers.map(({ student_id, name }) => ({
    student_id,
    name,
    status: 'is not in the cohort that is left',
  }));
  if (members.length === 0) {
    if (preview)
      return { fit: [], results: [], fail: notThere, over_capacity: [], incomplete_rolls: [] };
    throw new ApiError(400, { fail: notThere });
  }
  const left = await enrolmentsLeft(trx, [...assignments.values()], classes);
  const from = await firstDay(
    trx,
    clock,
    [...classes, ...left.map((row) => row.class_schedule_id)],
    moving.from,
  );
  const marked = await lastMarks(
    trx,
    left.map(({ id }) => id),
    from,
  );
  const tooEarly = members
    .filter(({ id }) => marked.has(id))
    .map(({ id, student_id, name }) => ({
      student_id,
      name,
      status: `has marks in the classes that are left until ${marked.get(id)}: choose a later date`,
    }));
  const enrolmentRequest = {
    students: members.filter(({ id }) => !marked.has(id)),
    classes,
    from,
    confirmCapacity,
    leaving: left.map(({ id }) => id),
    message: messages.studentEnrolled,
  };
  const planned = await planEnrolment(trx, clock, enrolmentRequest);
  const going = new Set(planned.fit.map(({ id }) => id));
  const ends = [
    ...new Set(
      left.filter(({ student_id }) => going.has(student_id)).map((row) => row.class_schedule_id),
    ),
  ];
  const retained = await trx
    .selectFrom('enrolment')
    .select('class_schedule_id')
    .where('cohort_assignment_id', '=', anyOf.ids([...assignments.values()]))
    .where('enrolled_to', 'is', null)
    .execute();
  const begins = classes.filter((id) => !retained.some((row) => row.class_schedule_id === id));
  const shown = async (ids: number[]) =>
    presentConflicts(clock, await classesNamed(trx, going.size ? ids : []), clock.today());
  const [closes, opens] = [await shown(ends), await shown(begins)];
  const withStrangers = (plan: Plan): Plan => ({
    ...plan,
    fail: [...plan.fail, ...tooEarly, ...notThere],
    closes,
    opens,
  });
  if (preview) return withStrangers(planned);

  if (planned.fit.length === 0) throw new ApiError(400, { fail: withStrangers(planned).fail });
  const { byStudent: opened, joined } = await openAssignments(trx, planned.fit, toCohort, from);
  const begun = await enrolPlanned(trx, planned, enrolmentRequest, opened);
  const ending = left.filter(({ student_id }) => going.has(student_id));
  await endEnrolments(
    trx,
    ending.map(({ id }) => id),
    from,
  );
  if (toCohort === fromCohort) return withStrangers(planned);
  // Classes of both cohorts continue, and belong to the new one.
  const { rows: continued } = await sql<NewEnrolment>`
    update enrolment e set cohort_assignment_id = o.new
    from unnest(${[...opened.keys()].map(oldOf)}::bigint[],
      ${[...opened.values()]}::bigint[]) as o(old, new)
    where e.cohort_assignment_id = o.old and e.enrolled_to is null
    returning e.id, e.student_id as student`.execute(trx);
  await endAssignments(trx, [...going].map(oldOf), from);
  const written = planned.fit.map(({ id }) => ({
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
  await trx.insertInto('cohort_transfer').values(written).execute();
  return withStrangers(planned);
}

/**
 * Restores the enrolments that a transfer ended.
 * @throws ApiError 409 once attendance depends on it, when it was undone already, or when the old
 * classes conflict with later enrolments.
 */
export async function undoTransfer(trx: Database, clock: Clock, id: number): Promise<void> {
  const found = await trx
    .selectFrom('cohort_transfer')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound('This transfer');
  if (found.undone_at)
    throw new ApiError(409, { detail: 'This transfer has been undone already.' });
  const closed = found.closed as { class_schedule_id: number; enrolled_from: string }[];
  const classes = closed.map(({ class_schedule_id }) => class_schedule_id);
  await lockClassesToJoin(trx, classes);
  const student = await trx
    .selectFrom('student')
    .select('erased_at')
    .where('id', '=', found.student_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (student.erased_at) throw new ApiError(409, { detail: messages.erasedStudent });
  await lockRowsOfStudents(trx, [found.student_id], ['enrolment']);
  const { rows: merged } = await sql`
    select from student_merge
    where into_id = ${found.student_id} and done_at >= ${found.created_at}::timestamptz
    limit 1`.execute(trx);
  if (merged.length)
    throw new ApiError(409, {
      detail: 'The student was merged with another one since: transfer them back instead.',
    });
  // Enrolments that the transfer opened or took over: those may be older than the transfer.
  const byTransfer = (e: RawBuilder<unknown>) =>
    found.opened && found.kept
      ? sql`${e}.id = any(${[...found.opened, ...found.kept]}::bigint[])`
      : sql`${e}.cohort_assignment_id = ${found.to_assignment_id}`;
  const { rows: marks } = await sql`
    select from enrolment e join attendance a on a.student_id = e.student_id
      and a.class_schedule_id = e.class_schedule_id
      and a.date >= greatest(e.enrolled_from, ${found.transfer_date}::date)
    where ${byTransfer(sql`e`)} limit 1`.execute(trx);
  if (marks.length)
    throw new ApiError(409, {
      detail: 'Attendance has been taken in the new classes: transfer the student back instead.',
    });
  const { rows: later } = await sql`
    select from cohort_transfer where from_assignment_id = ${found.to_assignment_id}
      and undone_at is null limit 1`.execute(trx);
  if (later.length)
    throw new ApiError(409, {
      detail: 'The student was transferred again since: undo that transfer first.',
    });

  // Opened by the transfer, or taken over by it: earlier ones return to the old cohort.
  await sql`delete from enrolment e where ${byTransfer(sql`e`)}
    and e.enrolled_from >= ${found.transfer_date}::date ${
      found.opened ? sql`and e.id = any(${found.opened}::bigint[])` : sql``
    }`.execute(trx);
  await sql`
    update enrolment e set cohort_assignment_id = ${found.from_assignment_id}
    where ${byTransfer(sql`e`)}`.execute(trx);
  const conflicts = await studentsInTwoPlaces(
    trx,
    await meetingsOfClasses(trx, classes, found.transfer_date, 'weekly'),
    { ids: [found.student_id], from: found.transfer_date },
  );
  if (conflicts.length) {
    const rows = await classesNamed(
      trx,
      conflicts.map(({ other }) => other),
    );
    throw new ApiError(409, {
      detail: 'The old classes overlap with classes that the student has joined since.',
      class_schedules: presentConflicts(clock, rows, clock.today()),
    });
  }
  await reopen(trx, found.student_id, found.from_assignment_id, JSON.stringify(closed));
  await sql`
    update cohort_assignment set assigned_to = null where id = ${found.from_assignment_id}`.execute(
    trx,
  );
  // A membership that is older than the transfer continues.
  if (found.joined) await endAssignments(trx, [found.to_assignment_id], found.transfer_date);
  await sql`
    update cohort_transfer set undone_at = ${clock.now().toString()}::timestamptz
    where id = ${id}`.execute(trx);
}

/**
 * Reopens ended enrolments and inserts deleted ones again, but for classes that the student has joined
 * again since: an undo by the change history leaves those as well (R-UNDO-2).
 */
async function reopen(
  trx: Database,
  student: number,
  assignment: number,
  closed: string,
): Promise<void> {
  await sql`
    with closed as (
      select * from jsonb_to_recordset(${closed}::jsonb)
        as c(class_schedule_id bigint, enrolled_from date)
      where not exists (select from enrolment joined
        where joined.student_id = ${student} and joined.enrolled_to is null
          and joined.class_schedule_id = c.class_schedule_id)
    ), reopened as (
      update enrolment e set enrolled_to = null from closed c
      where e.student_id = ${student} and e.class_schedule_id = c.class_schedule_id
        and e.enrolled_from = c.enrolled_from
      returning e.class_schedule_id
    )
    insert into enrolment (student_id, class_schedule_id, enrolled_from, cohort_assignment_id)
    select ${student}, class_schedule_id, enrolled_from, ${assignment} from closed
    where class_schedule_id not in (select class_schedule_id from reopened)`.execute(trx);
}
