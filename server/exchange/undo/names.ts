import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import type { RecordedTable } from './tables.ts';

/** Where what the rows of a table are called in other systems is stored. */
const namesOf: Partial<Record<RecordedTable, RecordedTable>> = {
  student: 'external_id',
  teacher: 'external_id',
  semester: 'external_id',
  subject: 'external_id',
  waiting_class: 'external_id',
  class_schedule: 'external_id',
  guardian: 'external_guardian',
};

/**
 * Gives the rows of a table that stay their names in other systems back, so that the next import of
 * the same file finds them instead of adding them again (R-UNDO-2). Names are removed first: a row that
 * something refers to is not removed.
 */
export async function giveNamesBack(trx: Database, table: RecordedTable): Promise<void> {
  const names = namesOf[table];
  if (!names) return;
  await sql`
    with staying as (
      update undoing u set refusal = 'the row that it names stays', follows = true
      from undoing row
      where u.table_name = ${names} and u.before is null and u.refusal is null
        and row.table_name = ${table} and row.before is null and row.refusal is not null
        and row.row_key = u.after ->> ${`${table}_id`}
      returning u.after
    )
    insert into ${sql.table(names)} overriding system value
    select n.* from staying cross join lateral jsonb_populate_record(null::${sql.table(names)}, staying.after) n`.execute(
    trx,
  );
}
