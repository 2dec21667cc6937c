import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

/** A recorded upload that changed a student. @returns a value of each column that an erasure empties. */
export async function seedBulkChange(
  database: Database,
  id: number,
  { last_name, phone_number }: { last_name: string; phone_number: string },
) {
  await sql`
    with done as (
      insert into bulk_operation (kind, about, done_by, done_at, rights)
      select 'upload', 'students', min(id), now(), '{}' from app_user returning id
    )
    insert into bulk_operation_row (operation_id, table_name, row_key, before, after, label, student_id)
    select id, 'student', ${id}::text, ${JSON.stringify({ last_name })}::jsonb,
      ${JSON.stringify({ phone_number })}::jsonb, ${last_name}, ${id}
    from done`.execute(database);
  return { before: last_name, after: phone_number, label: last_name, student_id: id };
}
