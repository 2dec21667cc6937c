import { sql } from 'kysely';
import type { UndoResult } from '#contract/bulk-operation.ts';
import { limits } from '#contract/limits.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { asOperation } from '#server/platform/resource/bulk-operation.ts';
import { dependantsOf } from '#server/platform/resource/dependants.ts';
import type { ResourceWriter } from '#server/platform/resource/writer.ts';
import { sayCardChange } from '../cards/change.ts';
import { lockEverything } from '../clashes/lock.ts';
import { kindsOfDates, writtenMeetings } from '../clashes/newly-held.ts';
import { settleClashes } from '../clashes/settle.ts';
import { waitForErasures } from '../import/students.ts';
import { planAt } from '../meetings/planning.ts';
import { applyRows, type Refusals } from './apply.ts';
import { refuseTakenCards } from './cards.ts';
import { giveNamesBack } from './names.ts';
import { addToUndoing, meetingsToUndo, recordMeetings, undoMeetings } from './meetings.ts';
import { refuseMissingParents, referencesTo, usedOf } from './references.ts';
import { refusePast } from './past.ts';
import { refuseByWriter } from './by-writer.ts';
import { refusePeople, refuseTakenIds } from './people.ts';
import { refuseForbidden } from './permissions.ts';
import { tablesInOrder, type RecordedTable } from './tables.ts';
import { refuseTwice } from './two-places.ts';
import {
  collectRows,
  isWay,
  keysOf,
  recordedColumns,
  refuseChanged,
  refuseRows,
} from './undo-table.ts';

/** An operation that is undone. */
export interface Undone {
  id: number;
  about: string;
  /** ISO instant. */
  done_at: string;
  recorded_at: string;
  rights: Permission[];
  undoes: number | null;
}

export interface Undoing {
  user: CurrentUser;
  clock: Clock;
  /** How each table is written by hand: its keys in words, and what must not be archived or restored. */
  writers: ReadonlyMap<string, ResourceWriter>;
  /** What becomes of clashes with classes that are held again (R-CLASH-7). */
  mode: 'ask' | 'refuse';
  confirm: boolean | undefined;
  refusals: Refusals;
}

/** Tables whose rows decide when classes are held. */
const planned = new Set(['class_schedule', 'semester', 'holiday']);

/**
 * Undoes what nothing was built on, as an operation of its own, and names the other rows (R-UNDO-2).
 * @throws ApiError 409 when there is nothing left to undo, or classes clash then and that has to be
 * confirmed.
 */
export async function undoOperation(
  trx: Database,
  operation: Undone,
  undoing: Undoing,
): Promise<UndoResult> {
  const { user, clock } = undoing;
  const now = clock.now().toString();
  await waitForErasures(trx);
  await planAt(trx, clock);
  await collectRows(trx, operation.id);
  const columns = await recordedColumns(trx);
  const meetings = await meetingsToUndo(trx, operation.id);
  const changesMeetings = meetings.waiting.length > 0;
  if (columns.size === 0 && !changesMeetings)
    throw new ApiError(409, { detail: 'This change has been undone.' });
  const present = tablesInOrder.filter((table) => columns.has(table));
  if (changesMeetings || present.some((table) => planned.has(table) || table === 'enrolment'))
    await lockEverything(trx);
  for (const table of present) await refuseChanged(trx, table);
  await refusePeople(trx, user);
  await refuseForbidden(trx, present, user);
  await refuseTakenIds(trx);
  await undoMeetings(trx, meetings);
  await refusePast(trx, new Set(present), operation.done_at);
  for (const table of present) await refuseByWriter(trx, table, undoing.writers.get(table), user);
  await refuseTakenCards(trx);
  await sayCardChange(trx, { by: user.id, at: now, reason: 'corrected' });

  const { operation: id } = await asOperation(
    trx,
    {
      kind: 'undo',
      about: operation.about,
      user: user.id,
      now,
      rights: operation.rights,
      undoes: operation.id,
    },
    async () => {
      const { before, after } = meetings;
      await recordMeetings(trx, before.splice(0), after.splice(0));
      await writeBack(trx, present, columns, { ...undoing, since: operation.recorded_at });
      // Of classes that have just come back.
      await undoMeetings(trx, meetings);
      await recordMeetings(trx, before, after);
    },
  );
  await sayCardChange(trx, { by: null, at: now });
  if (changesMeetings || present.some((table) => planned.has(table)))
    await settleClashes(trx, await writtenMeetings(trx, clock.today()), {
      kinds: kindsOfDates,
      mode: undoing.mode,
      confirm: undoing.confirm,
      by: { user: user.id, now },
    });
  await addToUndoing(trx, operation.id, meetings);
  await recordOutcome(trx, operation, id);
  return resultOf(trx, id);
}

/** Rows come back first, those that others refer to before those; then tables change and lose rows. */
async function writeBack(
  trx: Database,
  tables: RecordedTable[],
  columns: Map<string, string[]>,
  { writers, clock, refusals, since }: Undoing & { since: string },
): Promise<void> {
  const of = (table: RecordedTable) => ({
    table,
    columns: columns.get(table) ?? [],
    unique: writers.get(table)?.unique,
    refusals,
  });
  for (const table of tables.toReversed()) {
    await refuseMissingParents(trx, table);
    await applyRows(trx, 'insert', { ...of(table), keys: await keysOf(trx, table, 'insert') });
  }
  for (const table of tables) {
    await refuseUsed(trx, table);
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
  await refuseRows(
    trx,
    table,
    new Map([...used].map(([key, what]) => [String(key), `has ${what} since`])),
  );
}

/** Stores which rows are undone and why others are not; an undo that is undone gives its operation back. */
async function recordOutcome(
  trx: Database,
  { id, undoes }: Undone,
  undone: number | null,
): Promise<void> {
  await sql`
    update bulk_operation_row r set undone_by = case when u.refusal is null then ${undone}::bigint end,
      refusal = coalesce(u.refusal, u.note)
    from undoing u
    where r.operation_id = ${id} and r.table_name = u.table_name and r.row_key = u.row_key
      and (u.refusal is null or r.refusal is distinct from u.refusal)`.execute(trx);
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
    update bulk_operation_row r set undone_by = c.undone_by, refusal = null
    from chain c, undoing u
    where r.operation_id = c.operation_id and r.table_name = u.table_name
      and r.row_key = u.row_key and u.refusal is null`.execute(trx);
}

async function resultOf(trx: Database, operation: number | null): Promise<UndoResult> {
  const totals = await sql<Pick<UndoResult, 'undone' | 'refused' | 'counts'>>`
    select coalesce(sum(undone), 0)::int as undone, coalesce(sum(refused), 0)::int as refused,
      coalesce(jsonb_object_agg(table_name, counts) filter (where undone > 0), '{}') as counts
    from (
      select table_name, count(*) filter (where refusal is null) as undone,
        count(refusal) as refused,
        jsonb_build_object(
          'added', count(*) filter (where refusal is null and after is null),
          'changed', count(*) filter (where refusal is null and before is not null and after is not null),
          'removed', count(*) filter (where refusal is null and before is null)) as counts
      from undoing group by table_name
    ) t`.execute(trx);
  const { rows } = await sql<UndoResult['rows'][number]>`
    select table_name as table, row_key as key, label, coalesce(refusal, note) as reason,
      refusal is null as partly
    from undoing where refusal is not null or note is not null
    order by refusal is null, table_name, label, row_key limit ${limits.undoRefusals}`.execute(trx);
  return { operation, ...oneRow(totals), rows };
}
