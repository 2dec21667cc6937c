import type { ConflictClass } from '../../../contract/attendance.ts';
import type { ClassSchedule } from '../../../contract/timetable.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ClassRow, StudentClassRow } from './queries.ts';
import { nameOfDay, standingsOn, type Standing } from './when.ts';

interface Shown {
  /** The date of the counts. */
  day: string;
  /** The list was asked for this date: then each row says whether it has passed, and whether the teacher has checked in. */
  date?: string;
  /** The pay code is for who may read Payrolls. */
  payCode?: boolean;
}

export function presentClasses(clock: Clock, rows: ClassRow[], shown: Shown): ClassSchedule[] {
  const standing = standingsOn(clock, shown.day);
  return rows.map((row) => presentClass(row, standing(row.start_time, row.end_time), shown));
}

function presentClass(row: ClassRow, where: Standing, { date, payCode }: Shown): ClassSchedule {
  return {
    id: row.id,
    class_type: row.class_type,
    day_of_week: nameOfDay(row.day_of_week),
    start_time: row.start_time,
    end_time: row.end_time,
    color_coding: row.color_coding,
    order: row.sort_order,
    ...(payCode && { payroll_id: row.payroll_id }),
    subject: { id: row.subject_id, subject_name: row.subject_name, subject_code: row.subject_code },
    classroom: { id: row.classroom_id, room_number: row.room_number, capacity: row.capacity },
    teacher: { id: row.teacher_id, first_name: row.first_name, last_name: row.last_name },
    semester: {
      id: row.semester_id,
      semester: row.semester,
      year: row.year,
      semester_start_date: row.semester_start_date,
      semester_end_date: row.semester_end_date,
    },
    number_of_students: row.number_of_students,
    today_students_stats: {
      total_students: row.number_of_students,
      total_present: row.total_present,
      total_absent: row.total_absent,
    },
    currentClass: row.takes_place && where === 'ongoing',
    ...(date && {
      period: where === 'passed' ? ('passed' as const) : ('current_and_upcoming' as const),
      check_in: row.check_in,
      checked_in_by:
        row.checked_in_id === null ? null : { id: row.checked_in_id, first_name: row.checked_in_first_name, last_name: row.checked_in_last_name },
    }),
  };
}

/** For the conflict panel: the class in session first. */
export function presentConflicts(clock: Clock, rows: Omit<StudentClassRow, 'student_id'>[], date: string): ConflictClass[] {
  const weekday = Temporal.PlainDate.from(date).dayOfWeek;
  const standing = standingsOn(clock, date);
  const cards = rows.map((row) => ({
    id: row.id,
    subject: { subject_name: row.subject_name, subject_code: row.subject_code },
    classroom: { room_number: row.room_number },
    teacher: { first_name: row.first_name, last_name: row.last_name },
    day_of_week: nameOfDay(row.day_of_week),
    start_time: row.start_time,
    end_time: row.end_time,
    currentClass: row.day_of_week === weekday && standing(row.start_time, row.end_time) === 'ongoing',
  }));
  return cards.sort((one, other) => Number(other.currentClass) - Number(one.currentClass));
}
