import { sql, type RawBuilder } from 'kysely';
import { messages } from '#contract/texts.ts';
import type { Clock } from '#server/platform/clock.ts';
import { lockRowsOfStudents } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { assertNotAboutOwn } from '#server/school/own-row.ts';
import {
  classesNamed,
  lockClassesToJoin,
  meetingsOfClasses,
  presentConflicts,
  studentsInTwoPlaces,
} from '#server/timetable/index.ts';
import { endAssignments } from './assignments.ts';

/**
 * Restores the enrolments that a transfer ended.
 * @throws ApiError 409 once attendance depends on it, when it was undone already, or when the old
 * classes conflict with later enrolments.
 */
export async function undoTransfer(
  trx: Database,
  clock: Clock,
  id: number,
  user: CurrentUser,
): Promise<void> {
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
  await assertNotAboutOwn(trx, [found.student_id], user);
  if (student.erased_at) throw new ApiError(409, { detail: messages.erasedStudent });
  await lockRowsOfStudents(trx, [found.student_id], ['enrolment']);
  const merged = await trx
    .selectFrom('student_merge')
    .select('id')
    .where('into_id', '=', found.student_id)
    .where('done_at', '>=', found.created_at)
    .limit(1)
    .executeTakeFirst();
  if (merged)
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
  const later = await trx
    .selectFrom('cohort_transfer')
    .select('id')
    .where('from_assignment_id', '=', found.to_assignment_id)
    .where('undone_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (later)
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
  await trx
    .updateTable('cohort_assignment')
    .set({ assigned_to: null })
    .where('id', '=', found.from_assignment_id)
    .execute();
  // A membership that is older than the transfer continues.
  if (found.joined) await endAssignments(trx, [found.to_assignment_id], found.transfer_date);
  await trx
    .updateTable('cohort_transfer')
    .set({ undone_at: clock.now().toString() })
    .where('id', '=', id)
    .execute();
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
