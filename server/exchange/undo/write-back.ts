import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { dependantsOf } from '#server/platform/resource/dependants.ts';
import { applyRows, refusalsOf } from './apply.ts';
import { giveNamesBack } from './names.ts';
import { respellLines } from './cards.ts';
import { causesOf, refuseMissingParents, referencesTo, usedOf } from './references.ts';
import type { RecordedTable } from './tables.ts';
import { refuseTwice } from './two-places.ts';
import { isWay, keysOf, refuseRows } from './undo-table.ts';
import type { Undoing } from './undoing.ts';

/** Rows come back first, those that others refer to before those; then tables change and lose rows. */
export async function writeBack(
  trx: Database,
  tables: RecordedTable[],
  columns: Map<string, string[]>,
  { operation, writers, clock, refusals, since }: Undoing & { operation: number; since: string },
): Promise<void> {
  const reasons = refusalsOf(refusals, operation);
  const of = (table: RecordedTable) => ({
    table,
    columns: columns.get(table) ?? [],
    unique: writers.get(table)?.unique,
    reasons,
    isSearching: refusals.isSearching,
  });
  for (const table of tables.toReversed()) {
    await refuseMissingParents(trx, table);
    await applyRows(trx, 'insert', { ...of(table), keys: await keysOf(trx, table, 'insert') });
  }
  for (const table of tables) {
    await refuseUsed(trx, table);
    if (table === 'student_card') await respellLines(trx);
    await applyRows(trx, 'delete', { ...of(table), keys: await keysOf(trx, table, 'delete') });
    await applyRows(trx, 'update', {
      ...of(table),
      columns: await restoredColumns(trx, table),
      keys: await keysOf(trx, table, 'update'),
    });
    await giveNamesBack(trx, table);
    if (table === 'enrolment') await refuseTwice(trx, { today: clock.today(), since });
  }
}

async function restoredColumns(trx: Database, table: RecordedTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct key.name from undoing r cross join lateral jsonb_object_keys(r.restore) key(name)
    where r.table_name = ${table} and r.refusal is null and ${isWay.update}
      and exists (select from pg_attribute a where a.attrelid = ${table}::regclass
        and a.attname = key.name and not a.attisdropped)
    order by 1`.execute(trx);
  return rows.map(({ name }) => name);
}

/** Added rows that something refers to by now. */
async function refuseUsed(trx: Database, table: RecordedTable): Promise<void> {
  // Nothing refers to a class of a cohort, which has two keys.
  if (table === 'cohort_schedule') return;
  const ids = (await keysOf(trx, table, 'delete')).map(Number);
  const references = await referencesTo(trx, table);
  const used = await dependantsOf(trx, references, await usedOf(trx, references, ids));
  const causes = await causesOf(trx, references, [...used.keys()]);
  await refuseRows(
    trx,
    table,
    new Map([...used].map(([key, what]) => [String(key), `has ${what} since`])),
    new Set(causes.map(String)),
  );
}
