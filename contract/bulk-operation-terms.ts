/** What is recorded as one operation (R-UNDO-1). */
export const operationKinds = [
  'import',
  'upload',
  'edit',
  'archive',
  'restore',
  'enrol',
  'transfer',
  'copy',
  'undo',
] as const;
export type OperationKind = (typeof operationKinds)[number];

/** `partly`: some rows could not be undone. `expired`: what the rows were is no longer stored. */
export const operationStates = ['done', 'partly', 'undone', 'expired'] as const;
export type OperationState = (typeof operationStates)[number];

/** What an operation did to a row. */
export const rowChanges = ['added', 'changed', 'removed'] as const;
export type RowChange = (typeof rowChanges)[number];

/** What the rows of a table are called: one, and several. */
export const recordNames: Record<string, readonly [string, string]> = {
  student: ['student', 'students'],
  student_card: ['line of a card', 'lines of cards'],
  guardian: ['guardian', 'guardians'],
  teacher: ['teacher', 'teachers'],
  course: ['course', 'courses'],
  specialization: ['specialization', 'specializations'],
  semester: ['semester', 'semesters'],
  classroom: ['classroom', 'classrooms'],
  holiday: ['holiday', 'holidays'],
  subject: ['subject', 'subjects'],
  class_schedule: ['class', 'classes'],
  class_meeting: ['date of a class', 'dates of classes'],
  enrolment: ['enrolment', 'enrolments'],
  cohort: ['cohort', 'cohorts'],
  cohort_schedule: ['class of a cohort', 'classes of cohorts'],
  cohort_assignment: ['cohort enrolment', 'cohort enrolments'],
  cohort_transfer: ['transfer', 'transfers'],
  leave: ['approved leave', 'approved leaves'],
  red_list: ['red list entry', 'red list entries'],
  attendance_note: ['note', 'notes'],
  pay_code: ['pay code', 'pay codes'],
  waiting_class: ['class without times', 'classes without times'],
  waiting_member: ['student of a class without times', 'students of classes without times'],
  external_id: ['link to another system', 'links to other systems'],
  external_guardian: ['guardian of another system', 'guardians of other systems'],
};
export const recordName = (table: string, count: number): string =>
  recordNames[table]?.[count === 1 ? 0 : 1] ?? table.replaceAll('_', ' ');
