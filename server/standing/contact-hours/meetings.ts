import { sql } from 'kysely';
import { hasAttended, type Status } from '#contract/status.ts';
import type { EvidenceMeeting } from '#contract/standing/contact-hour-evidence.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { detailColumns } from '#server/school/attendance.ts';
import type { RollMoment } from '#server/school/roll-state.ts';
import { isOver, scheduledMinutes } from '#server/school/meetings.ts';
import { meetingsOf } from './hours.ts';
import type { Period } from './period.ts';

type Row = Omit<EvidenceMeeting, 'excused' | 'reason' | 'status' | 'attended_minutes'> & {
  mark: Status | null;
  is_over: boolean;
  excused: boolean;
  /** Of the mark; null where only a leave excuses the absence. */
  excuse: string | null;
  excuse_note: string | null;
  leave_reason: string | null;
};

interface MeetingsQuery {
  student: number;
  period: Period;
  moment: RollMoment;
  /** Whether the reasons of excuses are read. */
  mayReadReasons: boolean;
  /** Maximum number of meetings. */
  limit: number;
}

/** Every meeting of a student in a period, in order, with each change of its mark (R-HOURS-4). */
export async function evidenceMeetings(
  database: Database,
  { student, period, moment, mayReadReasons, limit }: MeetingsQuery,
): Promise<EvidenceMeeting[]> {
  const { rows } = await sql<Row>`
    select c.id as class_schedule, g.date, to_char(g.start_time, 'HH24:MI') as start_time,
      to_char(g.end_time, 'HH24:MI') as end_time, j.subject_code, c.class_type,
      ${scheduledMinutes} as minutes, a.status as mark, ${detailColumns},
      ${isOver(moment.now)} as is_over, d.excuse, d.excuse_note,
      (select l.reason_for_leave from leave l
        where l.student_id = e.student_id and g.date between l.leave_from and l.leave_to
          and l.archived_at is null order by l.id limit 1) as leave_reason,
      coalesce((select jsonb_agg(jsonb_build_object('from', h.from_status, 'to', h.to_status,
          'late_minutes', h.late_minutes, 'left_early_minutes', h.left_early_minutes,
          'excused', h.excuse is not null, 'how', h.how, 'by', u.name, 'at', h.changed_at)
          order by h.id)
        from attendance_history h left join app_user u on u.id = h.changed_by
        where h.student_id = e.student_id and h.date = g.date
          and h.class_schedule_id = g.class_schedule_id), '[]') as changes
    from ${meetingsOf(period, moment)}
    join subject j on j.id = c.subject_id
    where e.student_id = ${student}
    order by g.date, g.start_time, g.id
    limit ${limit}`.execute(database);
  return rows.map((row) => present(row, mayReadReasons));
}

function present(
  {
    mark,
    is_over,
    excused,
    excuse,
    excuse_note,
    leave_reason,
    arrived_at: _at,
    ...row
  }: Row & {
    arrived_at?: string | null;
  },
  mayReadReasons: boolean,
): EvidenceMeeting {
  const { minutes, late_minutes, left_early_minutes } = row;
  const isByMark = excuse !== null && excuse !== 'leave';
  return {
    ...row,
    status: mark ?? (is_over ? 'none' : 'to_come'),
    attended_minutes: hasAttended(mark)
      ? Math.max(0, minutes - (late_minutes ?? 0) - (left_early_minutes ?? 0))
      : 0,
    excused: excused ? (isByMark ? 'mark' : 'leave') : null,
    reason:
      excused && mayReadReasons
        ? [isByMark ? excuse : null, excuse_note, isByMark ? null : leave_reason]
            .filter(Boolean)
            .join(', ') || null
        : null,
  };
}
