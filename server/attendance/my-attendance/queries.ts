import { sql } from 'kysely';
import type { MyHistoryRow, MyMeeting } from '#contract/attendance/my-attendance.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { detailColumns, staysOn, withDetails } from '#server/school/attendance.ts';
import { notRecorded, type RollMoment } from '#server/school/roll-state.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { roomText, takesPlace, teacherNames, teacherOfMeeting } from '#server/school/meetings.ts';

/** More than a student has in a week. */
const maxOfWeek = 200;

interface WeekRow extends Omit<MyMeeting, 'changed'> {
  own_time: boolean;
  own_room: boolean;
  covered: boolean;
  origin: string;
}

/** The classes of a student between two dates, cancelled and moved ones included. */
export async function classesOfWeek(
  database: Database,
  student: number,
  from: string,
  to: string,
): Promise<MyMeeting[]> {
  const { rows } = await sql<WeekRow>`
    select g.date, g.start_time, g.end_time, s.subject_name, s.subject_code, c.group_name, c.class_type,
      ${roomText} as room_number, ${teacherNames} as teacher, g.status, g.moved_to,
      g.moved_from, g.own_time, g.own_room, (g.covering_teacher_id is not null or g.changed_places is not null) as covered, g.origin,
      a.status as mark, own.late_minutes, own.excused
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id
    join class_meeting g on g.class_schedule_id = c.id and ${enrolledOn(sql`g.date`)}
      and g.date between ${from}::date and ${to}::date
      and g.status in ('scheduled', 'cancelled', 'moved')
    join subject s on s.id = c.subject_id
    join classroom r on r.id = g.classroom_id
    join teacher t on t.id = ${teacherOfMeeting}
    ${ownMark}
    where e.student_id = ${student} and ${staysOn(sql`g.date`)}
    order by g.date, g.start_time, s.subject_code, g.id limit ${maxOfWeek}`.execute(database);
  return rows.map(({ own_time, own_room, covered, origin, ...row }) => ({
    ...row,
    changed: [
      ...(own_time && origin === 'weekly' ? (['time'] as const) : []),
      ...(own_room ? (['room'] as const) : []),
      ...(covered ? (['teacher'] as const) : []),
      ...(origin === 'extra' ? (['extra'] as const) : []),
      ...(origin === 'moved' ? (['moved'] as const) : []),
    ],
  }));
}

const ownMark = sql`
  left join attendance a on a.student_id = e.student_id and a.date = g.date
    and a.class_schedule_id = g.class_schedule_id
  ${withDetails}
  cross join lateral (select ${detailColumns}) own`;

/** The classes with a mark of a student, and those that are over, the latest first (R-ROLL-16). */
export function historyOfOwn(
  database: Database,
  student: number,
  moment: RollMoment,
  page: { limit: number; page: number },
): Promise<Page<MyHistoryRow>> {
  return readCountedPage(page, (rows, offset) =>
    sql<MyHistoryRow & { total: number }>`
      select g.date, g.start_time, g.end_time, s.subject_name, s.subject_code, c.group_name,
        coalesce(a.status, 'N/A') as status, a.how, own.late_minutes, own.left_early_minutes,
        own.excused, count(*) over () as total
      from enrolment e
      join class_schedule c on c.id = e.class_schedule_id
      join class_meeting g on g.class_schedule_id = c.id and ${takesPlace}
        and ${enrolledOn(sql`g.date`)}
      join subject s on s.id = c.subject_id
      ${ownMark}
      where e.student_id = ${student}
        and (a.status is not null
          or ${notRecorded(moment)})
      order by g.date desc, g.start_time desc, g.id desc
      limit ${rows} offset ${offset}`.execute(database),
  );
}
