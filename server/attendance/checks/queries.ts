import { sql } from 'kysely';
import { maxFindings, type Finding } from '#contract/attendance/check.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Page } from '#server/platform/http/lists.ts';
import { weekdayOf } from '#server/school/classes.ts';
import { nameOfDay } from '#server/school/when.ts';
import { statements } from './statements.ts';

export interface Pages {
  limit: number;
  page: number;
}

/** Checks with a statement of their own. */
type Checked = keyof typeof statements;

/** Number of findings of a check, up to 1000. */
export async function countOf(database: Database, kind: Checked, today: string): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count
    from (${statements[kind](today)} limit ${maxFindings}) found`.execute(database);
  return oneRow(found).count;
}

interface Row {
  total: number;
  class_id: number | null;
  subject_code: string;
  subject_name: string;
  group_name: string | null;
  day_of_week: number;
  start_time: string;
  teacher: string;
  date: string | null;
  student: number | null;
  student_id: string;
  name: string;
  other: number | null;
  other_id: string;
  other_name: string;
  count: number | null;
}

/** A page of a check's findings, the newest date first, then by name. */
export async function findingsOf(
  database: Database,
  kind: Checked,
  today: string,
  { limit, page }: Pages,
): Promise<Page<Finding>> {
  const { rows } = await sql<Row>`
    with found as materialized (${statements[kind](today)} limit ${maxFindings})
    select count(*) over () as total, f.class_id, u.subject_code, u.subject_name, c.group_name,
      coalesce(${weekdayOf(sql`f.date`)}, c.day_of_week) as day_of_week, c.start_time,
      person_name(t.first_name, t.last_name) as teacher, f.date,
      s.id as student, s.student_id, person_name(s.first_name, s.last_name) as name,
      o.id as other, o.student_id as other_id, person_name(o.first_name, o.last_name) as other_name,
      f.count
    from found f
    left join class_schedule c on c.id = f.class_id
    left join subject u on u.id = c.subject_id
    left join teacher t on t.id = c.teacher_id
    left join student s on s.id = f.student_id
    left join student o on o.id = f.other_id
    order by f.date desc nulls last, sort_name(s.first_name, s.last_name) collate natural_order,
      s.first_name collate natural_order, u.subject_code, c.day_of_week, c.start_time,
      f.class_id, f.student_id
    limit ${limit} offset ${(page - 1) * limit}`.execute(database);
  return { rows: rows.map(present), total: rows[0]?.total ?? 0 };
}

function present(row: Row): Finding {
  const { class_id, date, student, other, count } = row;
  const { subject_code, subject_name, group_name, start_time, teacher } = row;
  return {
    key: [class_id, date, student].map((part) => part ?? '').join(' '),
    class_schedule:
      class_id === null
        ? null
        : {
            id: class_id,
            subject_code,
            subject_name,
            group_name,
            day_of_week: nameOfDay(row.day_of_week),
            start_time,
            teacher,
          },
    date,
    student: student === null ? null : { id: student, student_id: row.student_id, name: row.name },
    other: other === null ? null : { id: other, student_id: row.other_id, name: row.other_name },
    mail: null,
    count,
  };
}

/** The weekday of a date, in English. */
export const dayOf = (date: string): string => nameOfDay(Temporal.PlainDate.from(date).dayOfWeek);
