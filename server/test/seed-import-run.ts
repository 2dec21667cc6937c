import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../platform/database/pool.ts';

/** A run of an import whose file and report name a person. @returns what each table has of them. */
export async function seedImportRun(
  database: Database,
  { student_id, last_name }: { student_id: string; last_name: string },
) {
  await sql`
    with run as (
      insert into import_run (kind, started_by, started_at, state, file_name, answers, report, problems)
      select 'calendar', min(u.id), now(), 'checked', ${last_name},
        ${JSON.stringify({ a: student_id })}::jsonb, ${JSON.stringify([student_id])}::jsonb,
        ${JSON.stringify([last_name])}::jsonb
      from app_user u returning id
    ), change as (
      insert into import_run_change (import_run_id, number, record, outcome, class_name, fields)
      select id, 1, 'class_schedule', 'created', ${last_name},
        ${JSON.stringify([student_id])}::jsonb from run
    )
    insert into import_run_part (import_run_id, number, content)
    select id, 0, convert_to(${last_name}, 'UTF8') from run`.execute(database);
  return {
    import_run: {
      file_name: last_name,
      answers: student_id,
      report: student_id,
      problems: last_name,
    },
    import_run_part: { content: last_name },
    import_run_change: { class_name: last_name, fields: student_id },
  };
}

/** A run of the first user with a calendar, without a job. @returns its id. */
export async function seedStoredRun(
  database: Database,
  content: Uint8Array,
  state = 'waiting',
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with run as (
      insert into import_run (kind, started_by, started_at, state, file_name, bytes, sha256)
      select 'calendar', min(id), now(), ${state}, 'timetable.ics', ${content.length},
        ${createHash('sha256').update(content).digest('hex')}
      from app_user returning id
    ), part as (
      insert into import_run_part (import_run_id, number, content)
      select id, 0, ${Buffer.from(content)} from run
    )
    select id from run`.execute(database);
  return rows[0]?.id ?? 0;
}
