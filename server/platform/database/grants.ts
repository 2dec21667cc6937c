import { sql } from 'kysely';
import type { Database } from './pool.ts';

/** Schemas of the product: its own tables, and those of the queue. */
const schemas = ['public', 'jobs'];

/**
 * Lets a user of the database work with the rows of all tables, and nothing else: no change of the
 * schema, none of the list of migrations. Repeated after each migration, which may have added
 * tables.
 * @throws when the user does not exist.
 */
export async function grantRowsTo(database: Database, user: string): Promise<void> {
  const role = sql.id(user);
  await database.transaction().execute(async (trx) => {
    for (const schema of schemas) {
      const all = sql.id(schema);
      await sql`grant usage on schema ${all} to ${role}`.execute(trx);
      await sql`
        grant select, insert, update, delete on all tables in schema ${all} to ${role}`.execute(
        trx,
      );
      await sql`grant usage, select on all sequences in schema ${all} to ${role}`.execute(trx);
      await sql`grant execute on all functions in schema ${all} to ${role}`.execute(trx);
    }
    for (const table of ['kysely_migration', 'kysely_migration_lock'])
      await sql`revoke insert, update, delete on ${sql.table(table)} from ${role}`.execute(trx);
  });
}
