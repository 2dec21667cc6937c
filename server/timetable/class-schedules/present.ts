import type { ConflictClass } from '#contract/marks.ts';
import { checkInsFor, stateOf } from '#contract/timetable/check-in-of-place.ts';
import type { Meeting } from '#contract/timetable/meeting.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { StudentClassRow } from './conflict-classes.ts';
import type { ChangeOfClass } from './changes-on-date.ts';
import type { ClassRow } from './queries.ts';
import { nameOfDay, classStatesOn, type ClassState } from '#server/school/when.ts';

interface Shown {
  /** The date of the counts. */
  day: string;
  /** The date of the query: each row then has its period and check-in. */
  date?: string;
  /** The meetings of the classes on the date, by meeting id. */
  changes?: Map<number, ChangeOfClass>;
  /** The pay code is included for readers of Payrolls. */
  payCode?: boolean;
  /** The user's own teacher, whose check-in is needed. */
  teacher?: number | null;
}

export function presentClasses(clock: Clock, rows: ClassRow[], shown: Shown): ClassSchedule[] {
  const classState = classStatesOn(clock, shown.day);
  return rows.map((row) => present(row, classState(row.start_time, row.end_time), shown));
}

export function presentClass(clock: Clock, row: ClassRow, shown: Shown): ClassSchedule {
  const classState = classStatesOn(clock, shown.day);
  return present(row, classState(row.start_time, row.end_time), shown);
}

function present(
  row: ClassRow,
  where: ClassState,
  { date, payCode, changes, teacher = null }: Shown,
): ClassSchedule {
  return {
    id: row.id,
    class_type: row.class_type,
    group_name: row.group_name,
    day_of_week: nameOfDay(row.day_of_week),
    start_time: row.start_time,
    end_time: row.end_time,
    weeks: row.weeks,
    color_coding: row.color_coding,
    order: row.sort_order,
    ...(payCode && { payroll_id: row.payroll_id, co_teacher_pay: row.co_payrolls ?? {} }),
    subject: { id: row.subject_id, subject_name: row.subject_name, subject_code: row.subject_code },
    classroom: { id: row.classroom_id, room_number: row.room_number, capacity: row.capacity },
    teacher: { id: row.teacher_id, first_name: row.first_name, last_name: row.last_name },
    co_teachers: row.co_teachers,
    more_rooms: row.more_rooms,
    seats: row.seats,
    semester: {
      id: row.semester_id,
      semester: row.semester,
      year: row.year,
      semester_start_date: row.semester_start_date,
      semester_end_date: row.semester_end_date,
      first_week: row.first_week,
    },
    number_of_students: row.number_of_students,
    today_students_stats: {
      total_students: row.number_of_students,
      total_present: row.total_present,
      total_absent: row.total_absent,
    },
    currentClass: row.takes_place && !row.archived && where === 'ongoing',
    ...(date && {
      ...(row.meeting_id !== null &&
        meetingOf(row, row.meeting_id, { payCode, change: changes?.get(row.meeting_id) })),
      period: where === 'passed' ? ('passed' as const) : ('current_and_upcoming' as const),
      ...checkInsOf(
        row,
        row.meeting_id === null ? undefined : changes?.get(row.meeting_id),
        teacher,
      ),
    }),
  };
}

/** The check-ins of a class on its date, and the one that counts for a user. */
function checkInsOf(
  { check_ins, teacher_id }: Pick<ClassRow, 'check_ins' | 'teacher_id'>,
  change: ChangeOfClass | undefined,
  user: number | null,
): Pick<ClassSchedule, 'check_in' | 'checked_in_by' | 'check_ins'> {
  const lines = check_ins ?? [];
  const places = change?.places
    ?.filter(({ away }) => !away)
    .map(({ teacher, cover }) => ({ planned: teacher.id, present: cover?.id ?? teacher.id })) ?? [
    { planned: change?.covered?.id ?? teacher_id, present: teacher_id },
  ];
  const counting = checkInsFor(places, lines, user);
  return {
    check_in: stateOf(counting),
    checked_in_by: counting[0]?.teacher ?? null,
    check_ins: lines,
  };
}

type MeetingColumn =
  | 'archived'
  | 'meeting_status'
  | 'meeting_origin'
  | 'reason'
  | 'moved_from'
  | 'sequence'
  | 'covering_teacher_id'
  | 'cover_payroll_id'
  | 'teacher_id'
  | 'first_name'
  | 'last_name'
  | 'closed_at'
  | 'roll_closed';

/** The meeting of a class on its date, and the planned teacher where somebody covers. */
export const meetingOf = (
  row: Pick<ClassRow, MeetingColumn>,
  id: number,
  { payCode, change }: Pick<Shown, 'payCode'> & { change: ChangeOfClass | undefined },
): Pick<ClassSchedule, 'planned'> & { meeting: Meeting } => ({
  meeting: {
    id,
    status: row.meeting_status,
    reason: row.reason,
    origin: row.meeting_origin,
    moved_from: row.moved_from,
    moved_to: change?.held ?? null,
    sequence: row.sequence,
    cover:
      row.covering_teacher_id === null
        ? null
        : {
            id: row.teacher_id,
            first_name: row.first_name,
            last_name: row.last_name,
            ...(payCode && { payroll_id: row.cover_payroll_id }),
          },
    ...(change?.places && {
      places: change.places.map(({ teacher, cover, payroll_id, away }) => ({
        teacher,
        cover: cover && { ...cover, ...(payCode && { payroll_id }) },
        away,
      })),
    }),
    closed_at: row.closed_at,
    roll_closed: row.roll_closed || row.archived,
    archived: row.archived,
  },
  ...(change?.covered && { planned: { teacher: change.covered } }),
});

const order: Record<ClassState, number> = { ongoing: 0, upcoming: 1, passed: 2 };

/**
 * Sort order of the conflict panel: current classes, upcoming ones of today, then past ones and
 * other days.
 */
export function presentConflicts(
  clock: Clock,
  rows: Omit<StudentClassRow, 'student_id'>[],
  date: string,
): ConflictClass[] {
  const weekday = Temporal.PlainDate.from(date).dayOfWeek;
  const classState = classStatesOn(clock, date);
  const cards = rows.map((row) => {
    const where = row.day_of_week === weekday ? classState(row.start_time, row.end_time) : 'passed';
    return {
      where,
      card: {
        id: row.id,
        subject: { subject_name: row.subject_name, subject_code: row.subject_code },
        group_name: row.group_name,
        classroom: { room_number: row.room_number },
        teacher: { first_name: row.first_name, last_name: row.last_name },
        co_teachers: row.co_teachers.map(({ first_name, last_name }) => ({
          first_name,
          last_name,
        })),
        day_of_week: nameOfDay(row.day_of_week),
        start_time: row.start_time,
        end_time: row.end_time,
        weeks: row.weeks,
        first_week: row.first_week,
        currentClass: where === 'ongoing',
      },
    };
  });
  return cards.sort((a, b) => order[a.where] - order[b.where]).map(({ card }) => card);
}
