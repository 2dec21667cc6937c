import { sql } from 'kysely';
import { detailColumns, withDetails } from '#server/school/attendance.ts';
import { asHeld } from '#server/school/meetings.ts';
import { mentionsStudent, type StudentName } from './mentions.ts';
import { classJoins, heldClass, heldJoins } from './student-data-classes.ts';
import type { TableQuery } from './table-query.ts';

/** Marks of a student and their history. */
export const markQueries = (id: number): Record<string, TableQuery> => ({
  attendance: {
    columns: sql`a.date, ${heldClass(sql`a.date`)}, a.status, a.how, u.name as marked_by, a.marked_at,
      ${detailColumns}, d.excuse, d.excuse_note`,
    from: sql`attendance a ${heldJoins(sql`a.class_schedule_id`, sql`a.date`)} ${withDetails}
      left join app_user u on u.id = a.marked_by`,
    id: sql`a.id`,
    where: sql`a.student_id = ${id}`,
    order: sql`a.date, ${asHeld.start}, a.id`,
  },
  changes: {
    columns: sql`
      h.date, ${heldClass(sql`h.date`)}, h.from_status, h.to_status, h.how, u.name as changed_by, h.changed_at,
      h.made_at, h.late_minutes, h.left_early_minutes, h.excuse`,
    from: sql`attendance_history h ${heldJoins(sql`h.class_schedule_id`, sql`h.date`)}
      left join app_user u on u.id = h.changed_by`,
    id: sql`h.id`,
    where: sql`h.student_id = ${id}`,
    order: sql`h.changed_at, h.id`,
  },
});

/** Approved leaves of a student, and requests for them. */
export const leaveQueries = (id: number): Record<string, TableQuery> => ({
  leaves: {
    columns: sql`
      l.leave_from, l.leave_to, l.faculty_email, l.reason_for_leave, l.supporting_document,
      l.archived_at`,
    from: sql`leave l`,
    id: sql`l.id`,
    where: sql`l.student_id = ${id}`,
    order: sql`l.leave_from, l.id`,
  },
  'leave-requests': {
    columns: sql`
      x.leave_from, x.leave_to, x.reason_for_leave, x.supporting_document, x.state, x.requested_at,
      x.decided_at, u.name as decided_by, x.answer`,
    from: sql`leave_request x left join app_user u on u.id = x.decided_by`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.requested_at, x.id`,
  },
});

/** Check-ins of a student by code and card, roll calls of the building, marks that wait for a decision, and seats. */
export const checkInQueries = (id: number): Record<string, TableQuery> => ({
  'check-ins-by-code': {
    columns: sql`x.date, s.subject_code, x.arrived_at, encode(x.device, 'escape') as browser`,
    from: sql`qr_check_in x join qr_session q on q.id = x.qr_session_id
      ${classJoins(sql`q.class_schedule_id`)}`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.arrived_at`,
  },
  'taps-at-devices': {
    columns: sql`x.tapped_at, v.name as device, x.card, x.outcome, s.subject_code, x.date`,
    from: sql`device_tap x join device v on v.id = x.device_id
      left join class_schedule c on c.id = x.class_schedule_id
      left join subject s on s.id = c.subject_id`,
    id: sql`x.sequence`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.tapped_at, x.sequence`,
  },
  'roll-calls-of-the-building': {
    columns: sql`b.kind, b.started_at, b.ended_at, r.room_number, s.subject_code, x.state, x.since, x.expected,
      x.accounted, x.ticked_at, u.name as ticked_by`,
    from: sql`building_roll_call_person x join building_roll_call b on b.id = x.building_roll_call_id
      left join classroom r on r.id = x.classroom_id
      left join class_schedule c on c.id = x.class_schedule_id
      left join subject s on s.id = c.subject_id
      left join app_user u on u.id = x.ticked_by`,
    id: sql`x.building_roll_call_id`,
    where: sql`x.student_id = ${id}`,
    order: sql`b.started_at, x.building_roll_call_id`,
  },
  'held-marks': {
    columns: sql`x.date, s.subject_code, x.status, x.from_status, x.detail, x.made_at, u.name as made_by, x.decision`,
    from: sql`held_mark x ${classJoins(sql`x.class_schedule_id`)}
      left join app_user u on u.id = x.made_by`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`x.id`,
  },
  seats: {
    columns: sql`s.subject_code, c.class_type, r.room_number, x.seat_row, x.seat_column, h.changed_at,
      u.name as changed_by, h.version = p.version as holds`,
    from: sql`seat x
      join seating_plan_change h on h.seating_plan_id = x.seating_plan_id and h.version = x.version
      join seating_plan p on p.id = x.seating_plan_id
      ${classJoins(sql`p.class_schedule_id`)}
      join classroom r on r.id = p.classroom_id
      join app_user u on u.id = h.changed_by`,
    id: sql`x.id`,
    where: sql`x.student_id = ${id}`,
    order: sql`h.changed_at, x.id`,
  },
});

/** Notes about a student, and those that mention the student. */
export const noteQueries = (id: number, student: StudentName): Record<string, TableQuery> => ({
  notes: {
    columns: sql`n.date, ${heldClass(sql`n.date`)}, n.note, u.name as author, n.created_at`,
    from: sql`attendance_note n ${heldJoins(sql`n.class_schedule_id`, sql`n.date`)}
      join app_user u on u.id = n.created_by`,
    id: sql`n.id`,
    where: sql`(n.student_id = ${id} or ${mentionsStudent(student)})`,
    order: sql`n.date, n.id`,
  },
});
