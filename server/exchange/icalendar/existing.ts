import { sql, type NotNull } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import type { ResolvedClass } from './resolve.ts';

/** A class of the semester that is here already. */
export interface Existing {
  id: number;
  ref: string | null;
  subject_id: number;
  /** Code and name. */
  subject: string;
  /** How many students are enrolled. */
  students: number;
  teacher_id: number;
  classroom_id: number;
  co_teacher_ids: number[] | null;
  more_classroom_ids: number[] | null;
  group_name: string | null;
  weekday: number;
  start: string;
  end: string;
  /** Null: every week. */
  weeks: number[] | null;
  archived: boolean;
}

/** A class of the calendar with the one here that it is; `id` is null for a new one. */
export interface Matched {
  class: ResolvedClass;
  id: number | null;
  /** By which a calendar that is imported again finds it. */
  ref: string;
  /** Made by this calendar, which then decides its weekday, times, room and teacher. */
  isOurs: boolean;
  teacher_id: number;
  classroom_id: number;
}

export async function readExisting(trx: Database, semester: number): Promise<Existing[]> {
  const { rows } = await sql<Existing>`
    select c.id, c.ref, c.subject_id, s.subject_code || ' ' || s.subject_name as subject,
      (select count(distinct e.student_id)::int from enrolment e
        where e.class_schedule_id = c.id) as students,
      c.teacher_id, c.classroom_id, c.co_teacher_ids, c.more_classroom_ids, c.group_name,
      c.day_of_week as weekday,
      to_char(c.start_time, 'HH24:MI') as start, to_char(c.end_time, 'HH24:MI') as end, c.weeks,
      c.archived_at is not null as archived
    from class_schedule c join subject s on s.id = c.subject_id
    where c.semester_id = ${semester} order by c.id`.execute(trx);
  return rows;
}

/** What calendars made in every semester: a `ref` is unique in the whole institute. */
export async function readRefs(trx: Database): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('class_schedule')
    .select('ref')
    .where('ref', 'like', 'calendar:%')
    .$narrowType<{ ref: NotNull }>()
    .execute();
  return new Set(rows.map(({ ref }) => ref));
}

/** The prefixes of what calendars made in a semester. */
export async function readMade(trx: Database, semester: number): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('class_schedule')
    .select(sql<string>`substring(ref from '^calendar:[^:]*:')`.as('prefix'))
    .where('semester_id', '=', semester)
    .where('ref', 'like', 'calendar:%')
    .execute();
  return new Set(rows.map(({ prefix }) => prefix));
}
