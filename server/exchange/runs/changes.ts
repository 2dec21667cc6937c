import { sql } from 'kysely';
import { recordName } from '#contract/bulk-operation-terms.ts';
import type {
  ImportChange,
  ImportOutcome,
  ListedRecord,
} from '#contract/exchange/import-change.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';

const rowsAtOnce = 2000;

/** Replaces the changes of a run, within the transaction that stores its report. */
export async function saveChanges(
  trx: Database,
  run: number,
  changes: ImportChange[],
): Promise<void> {
  await trx.deleteFrom('import_run_change').where('import_run_id', '=', run).execute();
  for (let at = 0; at < Math.min(changes.length, limits.importChanges); at += rowsAtOnce)
    await sql`
      insert into import_run_change
        (import_run_id, number, record, outcome, class_name, date, fields)
      select ${run}, number, record, outcome, class, date, fields
      from jsonb_to_recordset(${JSON.stringify(changes.slice(at, at + rowsAtOnce))}::jsonb)
        as given(number integer, record text, outcome text, class text, date date, fields jsonb)
    `.execute(trx);
}

interface ChangesQuery {
  limit: number;
  page: number;
  record?: ListedRecord | undefined;
  outcome?: ImportOutcome | undefined;
}

const columns = sql`number, record, outcome, class_name as class, date, fields`;

/** A page of the changes of a run, in their order. */
export const readChanges = (
  database: Database,
  run: number,
  { record, outcome, ...pages }: ChangesQuery,
): Promise<Page<ImportChange>> =>
  readCountedPage(pages, (limit, offset) =>
    sql<ImportChange & { total: number }>`
        select ${columns}, count(*) over ()::int as total from import_run_change
        where import_run_id = ${run} and record = coalesce(${record ?? null}, record)
          and outcome = coalesce(${outcome ?? null}, outcome)
        order by number limit ${limit} offset ${offset}`.execute(database),
  );

export const changeColumns = ['record', 'change', 'class', 'date', 'what', 'from', 'to'];

const outcomeNames: Record<ImportOutcome, string> = {
  created: 'added',
  updated: 'changed',
  archived: 'cancelled',
};

/** The lines of the file: one for each value that changes. */
export async function* changeLines(database: Database, run: number): AsyncGenerator<unknown[]> {
  for (let last = 0; ;) {
    const { rows } = await sql<ImportChange>`
      select ${columns} from import_run_change
      where import_run_id = ${run} and number > ${last}
      order by number limit ${rowsAtOnce}`.execute(database);
    for (const { record, outcome, class: name, date, fields } of rows)
      for (const { field, from, to } of fields)
        yield [recordName(record, 1), outcomeNames[outcome], name, date, field, from, to];
    last += rows.length;
    if (rows.length < rowsAtOnce) return;
  }
}
