import { sql } from 'kysely';
import type { WeekWord } from '#contract/weeks.ts';
import type { RollStatus, Status } from '#contract/status.ts';
import { attended } from '#server/school/status.ts';
import { limits } from '#contract/limits.ts';
import type { RateCounts } from '#contract/rates.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { excused, leftUnfinished, rateCounts, withDetails } from '#server/school/attendance.ts';
import { notRecorded, type RollMoment } from '#server/school/roll-state.ts';
import { enrolledOn, inClassOfNote } from '#server/school/enrolled.ts';
import { peopleOf, takesPlace, type Person } from '#server/school/meetings.ts';

export interface StatRow extends RateCounts {
  class_schedule: number;
  group_name: string | null;
  subject_name: string;
  subject_code: string;
  total: number;
}

/**
 * Per class of a student: the number of dates during enrolments that have a mark or are over, and
 * the counts for rates (R-RATE-1).
 */
export async function attendanceByClass(
  database: Database,
  student: number,
  moment: RollMoment,
): Promise<StatRow[]> {
  const { rows } = await sql<StatRow>`
    select c.id as class_schedule, s.subject_name, s.subject_code, c.group_name,
      count(g.date) as total, ${rateCounts}
    ${daysOfClasses(student, moment)}
    group by c.id, s.id
    order by s.subject_code, c.day_of_week, c.start_time`.execute(database);
  return rows;
}

interface DayRow {
  class_schedule: number;
  date: string;
  status: RollStatus;
  late_minutes: number | null;
  excused: boolean;
  unfinished: boolean;
}

/**
 * Each date of each class of a student during enrolments that has a mark or is over: the latest
 * `limits.detailsDays`.
 */
export async function daysOfStudent(
  database: Database,
  student: number,
  moment: RollMoment,
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select * from (
      select c.id as class_schedule, g.date, coalesce(a.status, 'N/A') as status,
        case when ${attended()} then d.late_minutes end as late_minutes,
        coalesce(${excused}, false) as excused,
        a.status is null and ${leftUnfinished(moment.now)} as unfinished
      ${daysOfClasses(student, moment)}
      where g.date is not null
      order by g.date desc, c.id limit ${limits.detailsDays}
    ) latest
    order by date, class_schedule`.execute(database);
  return rows;
}

/**
 * Every class that the student was ever in, with its meetings `g` during enrolments and the marks `a`.
 * A mark counts after changes of the semester, too: rates agree with rolls and exports.
 */
const daysOfClasses = (student: number, moment: RollMoment) => sql`
  from (select distinct class_schedule_id from enrolment where student_id = ${student}) own
  join class_schedule c on c.id = own.class_schedule_id
  join subject s on s.id = c.subject_id
  left join (
    class_meeting g
    left join attendance a on a.student_id = ${student} and a.date = g.date
      and a.class_schedule_id = g.class_schedule_id
    ${withDetails}
  ) on g.class_schedule_id = c.id and ${takesPlace}
    and (a.status is not null or ${notRecorded(moment)})
    and exists (select from enrolment e
      where e.student_id = ${student} and e.class_schedule_id = c.id and ${enrolledOn(sql`g.date`)})`;

interface EnrolmentRow {
  id: number;
  class_schedule: number;
  group_name: string | null;
  subject_name: string;
  subject_code: string;
  class_type: string;
  day_of_week: number;
  start_time: string;
  end_time: string;
  weeks: string | null;
  first_week: WeekWord;
  room_number: string;
  first_name: string;
  last_name: string;
  co_teachers: Person[];
  semester: number;
  year: number;
  enrolled_from: string;
  enrolled_to: string | null;
}

/** Enrolments of a student, ended ones included; open ones first, then the latest. */
export async function enrolmentsOf(database: Database, student: number): Promise<EnrolmentRow[]> {
  const { rows } = await sql<EnrolmentRow>`
    select e.id, c.id as class_schedule, s.subject_name, s.subject_code, c.group_name, c.class_type,
      c.day_of_week, c.start_time, c.end_time, weeks_text(c.weeks) as weeks, m.first_week,
      rooms_text(c.classroom_id, c.more_classroom_ids) as room_number, t.first_name, t.last_name,
      ${peopleOf(sql`c.co_teacher_ids`)} as co_teachers, m.semester, m.year, e.enrolled_from, e.enrolled_to
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id
    join subject s on s.id = c.subject_id
    join classroom r on r.id = c.classroom_id
    join teacher t on t.id = c.teacher_id
    join semester m on m.id = c.semester_id
    where e.student_id = ${student}
    order by e.enrolled_to is not null, e.enrolled_to desc, c.day_of_week, c.start_time, e.id
    limit ${limits.detailsRows}`.execute(database);
  return rows;
}

interface ChangedMeetingRow {
  id: number;
  class_schedule: number;
  date: string;
  start_time: string;
  subject_name: string;
  subject_code: string;
  status: 'cancelled' | 'moved';
  moved_to: string | null;
  reason: string | null;
}

/** Cancelled and moved meetings of a student's classes during enrolments, the latest first. */
export async function changedMeetingsOf(
  database: Database,
  student: number,
  max: number,
): Promise<ChangedMeetingRow[]> {
  const { rows } = await sql<ChangedMeetingRow>`
    select distinct g.id, c.id as class_schedule, g.date, g.start_time, s.subject_name,
      s.subject_code, g.status, g.moved_to, g.reason
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id
    join subject s on s.id = c.subject_id
    join class_meeting g on g.class_schedule_id = c.id and g.status in ('cancelled', 'moved')
      and ${enrolledOn(sql`g.date`)}
    where e.student_id = ${student}
    order by g.date desc, g.start_time desc, g.id limit ${max}`.execute(database);
  return rows;
}

interface NoteRow {
  id: number;
  date: string;
  note: string;
  about_student: boolean;
  subject_name: string;
  subject_code: string;
  author: string;
}

/** Notes about a student, then notes of their classes on days while enrolled; the latest first. */
export async function notesAbout(database: Database, student: number, max: number) {
  const { rows } = await sql<NoteRow>`
    select n.id, n.student_id is not null as about_student, n.date, n.note, s.subject_name,
      s.subject_code, coalesce(person_name(t.first_name, t.last_name), u.name) as author
    from attendance_note n
    join class_schedule c on c.id = n.class_schedule_id
    join subject s on s.id = c.subject_id
    join app_user u on u.id = n.created_by
    left join teacher t on t.id = n.teacher_id
    where n.archived_at is null and (n.student_id = ${student} or n.student_id is null
      and ${inClassOfNote(student)})
    order by n.student_id is null, n.date desc, n.id desc limit ${max}`.execute(database);
  return rows;
}

interface ChangeRow {
  id: number;
  date: string;
  subject_code: string;
  from: Status | null;
  to: Status | null;
  how: string;
  changed_by: string | null;
  changed_at: string;
}

/** The history of a student's marks, the latest first. */
export async function changesOf(
  database: Database,
  student: number,
  max: number,
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select h.id, h.date, s.subject_code, h.from_status as "from", h.to_status as "to", h.how,
      u.name as changed_by, h.changed_at
    from attendance_history h
    join class_schedule c on c.id = h.class_schedule_id
    join subject s on s.id = c.subject_id
    left join app_user u on u.id = h.changed_by
    where h.student_id = ${student}
    order by h.date desc, h.id desc limit ${max}`.execute(database);
  return rows;
}
