import { sql } from 'kysely';
import { cohorts } from '#contract/enrolment/cohort.ts';
import { classrooms } from '#contract/timetable/classroom.ts';
import { courses } from '#contract/timetable/course.ts';
import { holidays } from '#contract/timetable/holiday.ts';
import { leaves } from '#contract/attendance/leave.ts';
import { notes } from '#contract/attendance/note.ts';
import { payCodes } from '#contract/pay/pay-code.ts';
import { can, type Action, type PermissionSubject } from '#contract/permissions.ts';
import { redList } from '#contract/standing/red-list.ts';
import { semesters } from '#contract/timetable/semester.ts';
import { specializations } from '#contract/timetable/specialization.ts';
import { students } from '#contract/student.ts';
import { subjects } from '#contract/enrolment/subject.ts';
import { teachers } from '#contract/people/teacher.ts';
import { classSchedules } from '#contract/timetable/timetable.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { RecordedTable } from './tables.ts';

/** Whose permission a change of a row by hand takes. */
const subjectOf: Record<RecordedTable, PermissionSubject> = {
  student: students.permission,
  student_card: students.permission,
  guardian: students.permission,
  external_guardian: students.permission,
  teacher: teachers.permission,
  course: courses.permission,
  specialization: specializations.permission,
  subject: subjects.permission,
  semester: semesters.permission,
  classroom: classrooms.permission,
  holiday: holidays.permission,
  class_schedule: classSchedules.permission,
  waiting_class: classSchedules.permission,
  cohort: cohorts.permission,
  cohort_schedule: cohorts.permission,
  cohort_assignment: 'Enroll Student',
  cohort_transfer: 'Enroll Student',
  enrolment: 'Enroll Student',
  waiting_member: 'Enroll Student',
  leave: leaves.permission,
  red_list: redList.permission,
  attendance_note: notes.permission,
  pay_code: payCodes.permission,
  // Names of other systems have no form: who may look at imports and undo them.
  external_id: 'Settings',
};

/** Guardians and cards are added and deleted by who edits their student; names of other systems by who imports. */
const editedOnly: ReadonlySet<RecordedTable> = new Set([
  'student_card',
  'guardian',
  'external_guardian',
  'external_id',
]);

const actions = ['add', 'edit', 'delete'] as const satisfies Action[];

/** Which rows of `u` an undo changes by which action; archiving and restoring are for who deletes. */
const isAction = {
  add: sql`u.after is null`,
  edit: sql`u.before is not null and u.after is not null and u.restore - 'archived_at' <> '{}'`,
  delete: sql`(u.before is null
    or u.before is not null and u.after is not null and u.restore ? 'archived_at')`,
};

/** Whether a class goes with row `u`, which puts it into a cohort: who may delete the class takes it out of its cohorts. */
const goesWithItsClass = sql`(u.table_name = 'cohort_schedule' and exists (
  select from undoing k
  where k.table_name = 'class_schedule' and k.before is null and k.refusal is null
    and k.row_key = u.after ->> 'class_schedule_id'))`;

/**
 * Refuses what the user may not do by hand (R-UNDO-4): bring rows back that they may not add, change
 * those that they may not edit, take those away that they may not delete. Each row names the permission
 * that is missing.
 */
export async function refuseForbidden(
  trx: Database,
  tables: RecordedTable[],
  { permissions }: CurrentUser,
): Promise<void> {
  for (const action of actions) {
    const missing = tables.flatMap((table) => {
      const needed = editedOnly.has(table) ? 'edit' : action;
      const subject = subjectOf[table];
      return can(permissions, subject, needed) ? [] : [{ table, reason: `${subject}: ${needed}` }];
    });
    if (missing.length === 0) continue;
    await sql`
      update undoing u set refusal = 'needs a permission that you do not have: ' || m.name
      from unnest(${missing.map(({ table }) => table)}::text[],
        ${missing.map(({ reason }) => reason)}::text[]) as m(table_name, name)
      where u.refusal is null and u.table_name = m.table_name and ${isAction[action]}
        and not (${action} = 'delete' and ${can(permissions, classSchedules.permission, 'delete')}
          and ${goesWithItsClass})`.execute(trx);
  }
}
