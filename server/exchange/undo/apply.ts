import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { errorDetail } from '#server/platform/error-details.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { UniqueKeys } from '#server/platform/resource/unique.ts';
import { computedOf, hasKeyOf, type RecordedTable } from './tables.ts';
import { isWay, refuseRows, type Way } from './undo-table.ts';

/** After so many failed statements the undo as a whole is refused: the data have changed too much. */
const maxFailures = 400;

/** What the database refused of one operation: a reason by table and key. */
type Reasons = Map<RecordedTable, Map<string, string>>;

/**
 * What the database refused in an earlier attempt, by operation. Where `isSearching`, further refusals are
 * looked for with savepoints; the attempt that is committed has none, since what a transaction wrote
 * (`isWritten`) is recognised by its own number, and not by those of savepoints.
 */
export interface Refusals {
  byOperation: Map<number, Reasons>;
  isSearching: boolean;
}

/** The refusals of one operation, to be read and added to. */
export function refusalsOf({ byOperation }: Refusals, operation: number): Reasons {
  const reasons: Reasons = byOperation.get(operation) ?? new Map();
  byOperation.set(operation, reasons);
  return reasons;
}

/** Writes the rows of one table that are undone in one way. */
export async function applyRows(
  trx: Database,
  way: Way,
  {
    table,
    columns,
    keys,
    unique,
    reasons,
    isSearching,
  }: {
    table: RecordedTable;
    columns: string[];
    keys: string[];
    unique?: UniqueKeys;
    reasons: Reasons;
    isSearching: boolean;
  },
): Promise<void> {
  const known = reasons.get(table) ?? new Map<string, string>();
  await refuseRows(trx, table, new Map(keys.flatMap((key) => entryOf(known, key))));
  const remaining = keys.filter((key) => !known.has(key));
  const work = (some: string[]) => write(trx, way, table, columns, some);
  if (isSearching) {
    const refuse = (key: string, reason: string) => known.set(key, reason);
    await halving(trx, remaining, work, { refuse, unique });
    reasons.set(table, known);
  } else if (remaining.length) await work(remaining);
}

const entryOf = (known: Map<string, string>, key: string): [string, string][] => {
  const reason = known.get(key);
  return reason === undefined ? [] : [[key, reason]];
};

async function write(
  trx: Database,
  way: Way,
  table: RecordedTable,
  columns: string[],
  keys: string[],
): Promise<void> {
  const target = sql.table(table);
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const values = sql.join(columns.map((name) => sql.ref(`n.${name}`)));
  const chosen = sql`r.table_name = ${table} and r.row_key = any(${keys}::text[]) and ${isWay[way]}`;
  if (way === 'insert') {
    await sql`
      insert into ${target} (${names}) overriding system value
      select ${values} from undoing r
      cross join lateral jsonb_populate_record(null::${target}, r.restore) n
      where ${chosen}`.execute(trx);
    return;
  }
  if (way === 'delete') {
    for (const [computed, column] of computedOf[table] ?? [])
      await sql`
        delete from ${sql.table(computed)} where ${sql.ref(column)} = any(${keys}::bigint[])`.execute(
        trx,
      );
    await sql`delete from ${target} t using undoing r where ${chosen} and ${hasKeyOf(table)}`.execute(
      trx,
    );
    return;
  }
  // Of two rows that exchanged a card, both give it up before either gets its own back.
  for (const card of ['rfid_number', 'card_number'].filter((name) => columns.includes(name)))
    await sql`
      update ${target} t set ${sql.ref(card)} = null from undoing r
      where ${chosen} and ${hasKeyOf(table)} and r.restore ? ${card}
        and ${sql.ref(`t.${card}`)} is not null`.execute(trx);
  await sql`
    update ${target} t set (${names}) =
      (select ${values} from jsonb_populate_record(t, r.restore) n)
    from undoing r where ${chosen} and ${hasKeyOf(table)}`.execute(trx);
}

interface Halving {
  refuse: (key: string, reason: string) => void;
  unique?: UniqueKeys | undefined;
}

/**
 * Writes rows in one statement. Where the database refuses it (a card that another student has by now),
 * the rows are halved until those are found that it refuses.
 */
async function halving(
  trx: Database,
  keys: string[],
  work: (keys: string[]) => Promise<void>,
  { refuse, unique }: Halving,
): Promise<void> {
  const waiting = keys.length ? [keys] : [];
  let failures = 0;
  for (let some = waiting.pop(); some; some = waiting.pop()) {
    await sql`savepoint undo_rows`.execute(trx);
    try {
      await work(some);
      await sql`release savepoint undo_rows`.execute(trx);
    } catch (error) {
      const reason = reasonOf(error, unique);
      if (reason === null) throw error;
      await sql`rollback to savepoint undo_rows`.execute(trx);
      if (++failures > maxFailures)
        throw new ApiError(409, { detail: 'Too many rows were changed since to undo this.' });
      const [key] = some;
      if (some.length === 1 && key !== undefined) refuse(key, reason);
      else waiting.push(some.slice(some.length / 2), some.slice(0, some.length / 2));
    }
  }
}

/** Whether the database refused a row, and not the connection or the statement. */
export const isRefusal = (error: unknown): boolean => reasonOf(error) !== null;

/** What the database refuses, in words; null for any other error. */
function reasonOf(error: unknown, unique: UniqueKeys = {}): string | null {
  const code = errorDetail(error, 'code') ?? '';
  if (code === '23505') {
    const key = unique[errorDetail(error, 'constraint') ?? ''];
    return key
      ? `its ${key[0].replaceAll('_', ' ')} ${key[1] ?? 'is taken by another one'}`
      : taken;
  }
  if (code === '23503') return 'something that it needs, or that needs it, was just changed';
  if (code.startsWith('23')) return 'its former values are no longer possible';
  return code.startsWith('AT') && error instanceof Error ? error.message : null;
}
const taken = 'another one has its name or number by now';
