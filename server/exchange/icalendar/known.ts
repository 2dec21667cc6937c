import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

interface KnownTeacher {
  id: number;
  name: string;
  first: string;
  last: string;
  email: string;
}

/** What the institute has, that events can name. */
export interface Known {
  semesters: {
    id: number;
    label: string;
    year: number;
    semester: number;
    batch: string;
    /** Of classes, and of the semester: extra classes are held until its end. */
    class_from: string;
    class_to: string;
    to: string;
    /** Which name of weeks its first week has. */
    first_week: 'odd' | 'even';
  }[];
  subjects: { id: number; code: string; name: string; teacher: number }[];
  rooms: { id: number; number: string }[];
  /** Numbers of rooms that nothing is held in any more: no room is made with one. */
  archivedRooms: string[];
  /** Classes of another system without times, and those that a calendar gave theirs. */
  waiting: {
    id: number;
    semester: number;
    subject: number;
    teacher: number | null;
    title: string;
    code: string | null;
    sourcedIds: string[];
  }[];
  teachers: KnownTeacher[];
  /** They teach no class any more. */
  archivedTeachers: KnownTeacher[];
}

const teachersWhere = (condition: RawBuilder<unknown>) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'first', first_name,
      'last', last_name, 'name', person_name(first_name, last_name), 'email', lower(email))
      order by first_name, last_name, id), '[]')
    from teacher where ${condition})`;

/** Reads what is active, by name. */
export async function readKnown(trx: Database): Promise<Known> {
  const { rows } = await sql<Known>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'year', year, 'semester', semester,
          'batch', batch, 'label', 'Semester ' || semester || ' of ' || year || ', batch ' || batch,
          'class_from', class_start_date, 'class_to', class_end_date, 'to', semester_end_date,
          'first_week', first_week)
          order by class_start_date desc, id), '[]')
        from semester where archived_at is null) as semesters,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'code', subject_code,
          'name', subject_name, 'teacher', subject_teacher_id) order by subject_code), '[]')
        from subject where archived_at is null) as subjects,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', room_number)
          order by room_number), '[]')
        from classroom where archived_at is null) as rooms,
      (select coalesce(jsonb_agg(room_number), '[]')
        from classroom where archived_at is not null) as "archivedRooms",
      (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'semester', w.semester_id,
          'subject', w.subject_id, 'teacher', w.teacher_id, 'title', w.title, 'code', w.class_code,
          'sourcedIds', (select coalesce(jsonb_agg(x.sourced_id), '[]') from external_id x
            where x.kind = 'class' and x.waiting_class_id = w.id)) order by w.id), '[]')
        from waiting_class w where w.archived_at is null) as waiting,
      ${teachersWhere(sql`archived_at is null`)} as teachers,
      ${teachersWhere(sql`archived_at is not null`)} as "archivedTeachers"`.execute(trx);
  return (
    rows[0] ?? {
      semesters: [],
      subjects: [],
      rooms: [],
      archivedRooms: [],
      waiting: [],
      teachers: [],
      archivedTeachers: [],
    }
  );
}
