import { sql, type RawBuilder } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** The recorded tables, those that refer to others first: in this order rows are removed. */
export const tablesInOrder = [
  'external_guardian',
  'external_id',
  'waiting_member',
  'cohort_transfer',
  'cohort_schedule',
  'enrolment',
  'cohort_assignment',
  'cohort',
  'attendance_note',
  'red_list',
  'leave',
  'guardian',
  'student',
  // Recorded only where numbers are rewritten: lines change with the numbers of their students.
  'student_card',
  'class_schedule',
  // Stays where one of its class schedules does.
  'waiting_class',
  'subject',
  'classroom',
  'teacher',
  'pay_code',
  'semester',
  'holiday',
  'course',
  'specialization',
] as const satisfies (keyof Tables)[];
export type RecordedTable = (typeof tablesInOrder)[number];

export const isRecorded = (table: string): table is RecordedTable =>
  (tablesInOrder as readonly string[]).includes(table);

/**
 * The key of a table's rows `t`, for the row `r` of an operation. The planner may compare keys before it looks at
 * the table that they are of: those of another one are no numbers.
 */
export const hasKeyOf = (table: RecordedTable): RawBuilder<boolean> => {
  const part = (key: RawBuilder<unknown>) =>
    sql`case when r.table_name = ${table} then ${key}::bigint end`;
  return table === 'cohort_schedule'
    ? sql`(t.cohort_id = ${part(sql`split_part(r.row_key, ',', 1)`)}
        and t.class_schedule_id = ${part(sql`split_part(r.row_key, ',', 2)`)})`
    : sql`t.id = ${part(sql`r.row_key`)}`;
};

/**
 * References `table.column` that follow from the row itself, and do not keep it: the database has
 * written them, or computes them again.
 */
const derived = new Set([
  'student_card.student_id',
  'student_id_change.student_id',
  'former_student_id.student_id',
  'standing.student_id',
  'standing.subject_id',
  'standing.semester_id',
  'standing_of_type.student_id',
  'standing_of_type.subject_id',
  'standing_of_type.semester_id',
  'contact_hours.student_id',
  'contact_hours.semester_id',
  // Looked at by `changedByHand`: a class has them from its first moment.
  'class_meeting.class_schedule_id',
  'class_schedule_pattern.class_schedule_id',
  'import_class.class_schedule_id',
  'confirmed_clash.class_schedule_id',
  'confirmed_clash.other_class_schedule_id',
  'confirmed_clash.semester_id',
  'confirmed_clash.other_semester_id',
]);
export const isDerived = (table: string, column: string): boolean =>
  derived.has(`${table}.${column}`);

/** Computed rows without `on delete cascade`, which go before the rows that they refer to. */
export const computedOf: Partial<Record<RecordedTable, [keyof Tables, string][]>> = {
  student: [
    ['standing', 'student_id'],
    ['standing_of_type', 'student_id'],
    ['contact_hours', 'student_id'],
  ],
  subject: [
    ['standing', 'subject_id'],
    ['standing_of_type', 'subject_id'],
  ],
  semester: [
    ['standing', 'semester_id'],
    ['standing_of_type', 'semester_id'],
    ['contact_hours', 'semester_id'],
  ],
};
