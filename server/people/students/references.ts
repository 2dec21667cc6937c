import type { Reference } from '#server/platform/resource/dependants.ts';

/** Rows that refer to a student, who is not deleted while there are any. */
export const studentReferences: Reference[] = [
  { table: 'enrolment', column: 'student_id', names: ['enrolment', 'enrolments'] },
  {
    table: 'waiting_member',
    column: 'student_id',
    names: ['class without times', 'classes without times'],
  },
  { table: 'attendance', column: 'student_id', names: ['attendance mark', 'attendance marks'] },
  {
    table: 'attendance_history',
    column: 'student_id',
    names: ['change in the history of marks', 'changes in the history of marks'],
  },
  { table: 'device_tap', column: 'student_id', names: ['tap at a door', 'taps at doors'] },
  {
    table: 'building_roll_call_person',
    column: 'student_id',
    names: ['roll call of the building', 'roll calls of the building'],
  },
  { table: 'cohort_assignment', column: 'student_id', names: ['cohort', 'cohorts'] },
  { table: 'leave', column: 'student_id', names: ['approved leave', 'approved leaves'] },
  { table: 'held_mark', column: 'student_id', names: ['held mark', 'held marks'] },
  { table: 'attendance_note', column: 'student_id', names: ['note', 'notes'] },
  {
    table: 'leave_request',
    column: 'student_id',
    names: ['leave request', 'leave requests'],
  },
  { table: 'red_list', column: 'student_id', names: ['red list entry', 'red list entries'] },
  { table: 'follow_up', column: 'student_id', names: ['follow-up', 'follow-ups'] },
  { table: 'student', column: 'merged_into', names: ['merged student', 'merged students'] },
];
