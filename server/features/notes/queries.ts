import { sql } from 'kysely';
import type { Note } from '../../../contract/note.ts';
import type { Database } from '../../platform/database/pool.ts';
import { containing } from '../../platform/http/lists.ts';

/** A note with who may change it. */
export type NoteRow = Note & { created_by: number };

export interface NoteFilter {
  search: string;
  limit: number;
  page: number;
  date?: string[];
  class_schedule?: number[];
  teacher?: number[];
  id?: number;
}

export async function findNotes(database: Database, filter: NoteFilter): Promise<{ rows: NoteRow[]; total: number }> {
  const conditions = [
    sql`true`,
    ...(filter.id === undefined ? [] : [sql`n.id = ${filter.id}`]),
    ...(filter.date ? [sql`n.date = any(${filter.date}::date[])`] : []),
    ...(filter.class_schedule ? [sql`n.class_schedule_id = any(${filter.class_schedule}::bigint[])`] : []),
    ...(filter.teacher ? [sql`n.teacher_id = any(${filter.teacher}::bigint[])`] : []),
    ...(filter.search ? [sql`lower(n.note) like ${containing(filter.search)}`] : []),
  ];
  const where = sql`from attendance_note n where ${sql.join(conditions, sql` and `)}`;
  const [{ rows }, counted] = await Promise.all([
    sql<NoteRow>`
      select page.*, u.name as author from (
        select n.id, n.teacher_id, n.class_schedule_id, n.note, n.date, n.created_at, n.created_by ${where}
        order by n.date desc, n.id desc limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}
      ) page join app_user u on u.id = page.created_by
      order by page.date desc, page.id desc`.execute(database),
    sql<{ total: number }>`select count(*) as total ${where}`.execute(database),
  ]);
  return { rows, total: counted.rows[0]!.total };
}

export interface NewNote {
  teacher_id: number | null;
  class_schedule_id: number;
  date: string;
  note: string;
  created_by: number;
  created_at: string;
}

/** null when the class or the teacher does not exist. */
export async function addNote(database: Database, note: NewNote): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into attendance_note (teacher_id, class_schedule_id, date, note, created_by, created_at)
    select ${note.teacher_id}::bigint, c.id, ${note.date}::date, ${note.note}, ${note.created_by}::bigint, ${note.created_at}::timestamptz
    from class_schedule c
    where c.id = ${note.class_schedule_id}
      and (${note.teacher_id}::bigint is null or exists (select from teacher t where t.id = ${note.teacher_id}))
    returning id`.execute(database);
  return rows[0]?.id ?? null;
}

export async function changeNote(database: Database, id: number, note: string): Promise<void> {
  await database.updateTable('attendance_note').set({ note }).where('id', '=', id).execute();
}

export async function deleteNote(database: Database, id: number): Promise<void> {
  await database.deleteFrom('attendance_note').where('id', '=', id).execute();
}
