import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { Body, ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { hasKeyOf, type RecordedTable } from './tables.ts';
import { refuseRows } from './undo-table.ts';

interface Row {
  key: string;
  /** The row as it is; null when it comes back. */
  current: Body | null;
  /** The row as it would be; null when it goes. */
  next: Body | null;
}

/**
 * What forms refuse as well: foreign notes, a teacher or room with classes to come, a teacher's address
 * that users may not give. An undo must not do what its user may not do by hand.
 */
export async function refuseByWriter(
  trx: Database,
  table: RecordedTable,
  writer: ResourceWriter | undefined,
  user: CurrentUser,
): Promise<void> {
  if (!writer) return;
  const { assertCanChange, assertCanArchive, assertCanRestore, assertCanBecome } = writer;
  if (!assertCanChange && !assertCanArchive && !assertCanRestore && !assertCanBecome) return;
  const rows = await rowsOf(trx, table);
  const refused = new Map<string, string>();
  const refuse = (of: Row[], assert: (some: Row[]) => Promise<void> | void) =>
    refuseSome(of, assert, refused);

  if (assertCanChange)
    for (const it of rows)
      if (it.current) await refuse([it], () => assertCanChange(it.current ?? {}, user));
  const becomes = (isActive: boolean) => (it: Row) =>
    it.next !== null && isActiveRow(it.next) === isActive && isActiveRow(it.current) !== isActive;
  const isActiveRow = (row: Body | null) => (row === null ? null : row.archived_at === null);
  if (assertCanArchive)
    await refuse(
      rows.filter((it) => it.current !== null && becomes(false)(it)),
      (some) =>
        assertCanArchive(
          trx,
          some.map(({ key }) => Number(key)),
        ),
    );
  if (assertCanRestore)
    await refuse(rows.filter(becomes(true)), (some) =>
      assertCanRestore(
        trx,
        some.flatMap(({ next }) => (next ? [next] : [])),
        user,
      ),
    );
  if (assertCanBecome)
    await refuse(
      rows.filter(({ next }) => next !== null),
      (some) =>
        assertCanBecome(
          trx,
          some.flatMap(({ current, next }) => (next ? [{ current, next }] : [])),
          user,
        ),
    );
  await refuseRows(trx, table, refused);
}

/** The rows that an undo would write, as they are and would be. */
async function rowsOf(trx: Database, table: RecordedTable): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.row_key as key, to_jsonb(t) as current,
      case when r.after is null then r.before
        when r.before is not null then to_jsonb(t) || r.restore end as next
    from undoing r left join ${sql.table(table)} t on ${hasKeyOf(table)}
    where r.table_name = ${table} and r.refusal is null`.execute(trx);
  return rows;
}

/** Finds the rows that are refused by halves: most are all accepted at once. */
async function refuseSome(
  rows: Row[],
  assert: (some: Row[]) => Promise<void> | void,
  refused: Map<string, string>,
): Promise<void> {
  const left = rows.filter(({ key }) => !refused.has(key));
  if (left.length === 0) return;
  try {
    await assert(left);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [only] = left;
    if (left.length === 1 && only) return void refused.set(only.key, textOf(error));
    const half = Math.ceil(left.length / 2);
    await refuseSome(left.slice(0, half), assert, refused);
    await refuseSome(left.slice(half), assert, refused);
  }
}

/** The message of an error: its detail, or that of its first field. */
function textOf({ body }: ApiError): string {
  const [first] = Object.values(body as Record<string, unknown>);
  return String(Array.isArray(first) ? first[0] : first);
}
