import { sql, type NotNull } from 'kysely';
import type { UndoResult } from '#contract/exchange/bulk-operation.ts';
import type { UndoWithLaterResult } from '#contract/exchange/undo-with-later.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { withUndoing } from './undo-table.ts';
import type { Undone } from './undoing.ts';

/** Stores which rows are undone and why others are not; an undo that is undone gives its operation back. */
export async function recordOutcome(
  trx: Database,
  { id, undoes }: Undone,
  undone: number | null,
): Promise<void> {
  await sql`
    update bulk_operation_row r set undone_by = case when u.refusal is null then ${undone}::bigint end,
      refusal = coalesce(u.refusal, u.note), follows = u.follows
    from undoing u
    where r.operation_id = ${id} and r.table_name = u.table_name and r.row_key = u.row_key
      and (u.refusal is null or (r.refusal, r.follows) is distinct from (u.refusal, u.follows))`.execute(
    trx,
  );
  if (undoes === null) return;
  // What this undo took back was an undo: its row is in force again, and what that one had undone is
  // not, and so on.
  await sql`
    with recursive chain as (
      select ${undoes}::bigint as operation_id, null::bigint as undone_by, 1 as depth
      union all
      select o.undoes, case when c.depth % 2 = 1 then c.operation_id end, c.depth + 1
      from chain c join bulk_operation o on o.id = c.operation_id where o.undoes is not null
    )
    update bulk_operation_row r set undone_by = c.undone_by, refusal = null, follows = false
    from chain c, undoing u
    where r.operation_id = c.operation_id and r.table_name = u.table_name
      and r.row_key = u.row_key and u.refusal is null`.execute(trx);
}

/**
 * @param operation the undo; null when it wrote nothing.
 * @param maxRows how many rows that stay are named.
 */
export async function resultOf(
  trx: Database,
  operation: number | null,
  maxRows: number,
): Promise<UndoResult> {
  const totals = await sql<Omit<UndoResult, 'operation' | 'rows'>>`
    select coalesce(sum(undone), 0)::int as undone, coalesce(sum(refused), 0)::int as refused,
      coalesce(sum(following), 0)::int as following,
      coalesce(jsonb_object_agg(table_name, counts) filter (where undone > 0), '{}') as counts
    from (
      select table_name, count(*) filter (where refusal is null) as undone,
        count(refusal) as refused, count(*) filter (where follows) as following,
        jsonb_build_object(
          'added', count(*) filter (where refusal is null and after is null),
          'changed', count(*) filter (where refusal is null and before is not null and after is not null),
          'removed', count(*) filter (where refusal is null and before is null)) as counts
      from undoing group by table_name
    ) t`.execute(trx);
  const rows = await withUndoing(trx)
    .selectFrom('undoing')
    .select((row) => [
      'table_name as table',
      'row_key as key',
      'label',
      row.fn.coalesce('refusal', 'note').as('reason'),
      sql<boolean>`refusal is null`.as('partly'),
      'follows',
    ])
    .where((row) => row.or([row('refusal', 'is not', null), row('note', 'is not', null)]))
    .$narrowType<{ reason: NotNull }>()
    .orderBy('follows')
    .orderBy((row) => row('refusal', 'is', null))
    .orderBy('table_name')
    .orderBy('label')
    .orderBy('row_key')
    .limit(maxRows)
    .execute();
  return { operation, ...oneRow(totals), rows };
}

/** What became of several operations, with the sums. */
export function sumOf(operations: Undone[], results: UndoResult[]): UndoWithLaterResult {
  const counts: UndoResult['counts'] = {};
  for (const result of results)
    for (const [table, { added, changed, removed }] of Object.entries(result.counts)) {
      const sum = (counts[table] ??= { added: 0, changed: 0, removed: 0 });
      sum.added += added;
      sum.changed += changed;
      sum.removed += removed;
    }
  const total = (name: 'undone' | 'refused' | 'following') =>
    results.reduce((sum, result) => sum + result[name], 0);
  return {
    undone: total('undone'),
    refused: total('refused'),
    following: total('following'),
    counts,
    operations: operations.flatMap(({ id, kind, about, brings_back, done_by, done_at }, at) => {
      const result = results[at];
      return result ? [{ id, kind, about, brings_back, done_by, done_at, result }] : [];
    }),
  };
}
