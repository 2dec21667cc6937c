import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { findMention, type StudentIdentifiers } from './redact.ts';

/**
 * Files and reports of imports may name a student: all are deleted, and one that runs finds nothing to
 * write to. Of the remembered answers the ones that may mean the student: their questions are open again.
 */
export async function forgetImports(trx: Database, identifiers: StudentIdentifiers): Promise<void> {
  await trx.deleteFrom('import_run').execute();
  const rows = await trx
    .selectFrom('import_answer')
    .select([
      'import_source_id as source',
      'question',
      sql<string>`question || ' ' || answer`.as('text'),
    ])
    .execute();
  const named = rows.filter((row) => findMention(row.text, identifiers) !== 'no');
  if (named.length === 0) return;
  await sql`
    delete from import_answer a using jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
      as given(source bigint, question text)
    where a.import_source_id = given.source and a.question = given.question`.execute(trx);
}
