import { sql } from 'kysely';
import type { RollCall, RollCallRecord, RunningRollCall } from '#contract/attendance/building.ts';
import type { RollCallKind } from '#contract/attendance/building-counts.ts';
import { buildingLimits } from '#contract/attendance/building-counts.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { inTransaction, isKeyTaken } from '#server/platform/database/transactions.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { contains, wordsOf } from '#server/platform/resource/search.ts';
import { bringUpToDate, listPeople } from './listed.ts';
import { presentPeople, readPeople } from './queries.ts';

interface Locked {
  id: number;
  ended_at: string | null;
  version: number;
}

export const noRollCall = () => notFound('This roll call');

/** Locks a roll call: its ticks, its end and its news are one after the other, and so are its versions. */
export async function lockRollCall(trx: Database, id: number): Promise<Locked> {
  const found = await trx
    .selectFrom('building_roll_call')
    .select(['id', 'ended_at', 'version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!found) throw noRollCall();
  return found;
}

/** The roll call that is running, with its version; null without one. */
export async function runningRollCall(
  database: Database,
): Promise<{ rollCall: RunningRollCall; version: number } | null> {
  const { rows } = await sql<RunningRollCall & { version: number }>`
    select b.id, b.kind, b.note, b.started_at, u.name as started_by, b.version
    from building_roll_call b join app_user u on u.id = b.started_by
    where b.ended_at is null`.execute(database);
  const [row] = rows;
  if (!row) return null;
  const { version, ...rollCall } = row;
  return { rollCall, version };
}

/**
 * Starts a roll call with everybody who is here now.
 * @throws ApiError 409 while another one is running.
 */
export async function beginRollCall(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { kind, note, user }: { kind: RollCallKind; note: string | null; user: number },
): Promise<number> {
  const { database, clock } = context;
  try {
    return await inTransaction(database, async (trx) => {
      const { id } = await trx
        .insertInto('building_roll_call')
        .values({ kind, note, started_at: clock.now().toString(), started_by: user, listed: 0 })
        .returning('id')
        .executeTakeFirstOrThrow();
      const listed = await listPeople(trx, context, id);
      await trx.updateTable('building_roll_call').set({ listed }).where('id', '=', id).execute();
      return id;
    });
  } catch (error) {
    if (isKeyTaken(error))
      throw new ApiError(409, { detail: 'A roll call of the building is running already.' });
    throw error;
  }
}

/** The figures of people, as `countsOf` counts them on pages. */
const figures = sql`count(*) as listed, count(*) filter (where expected) as expected,
  count(*) filter (where expected and accounted) as accounted`;

/**
 * Ends a roll call, with its figures.
 * @throws ApiError 404, 409 when it is over.
 */
export async function finishRollCall(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { id, user }: { id: number; user: number },
): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    const { ended_at, version } = await lockRollCall(trx, id);
    if (ended_at !== null) throw new ApiError(409, { detail: 'This roll call is over.' });
    await bringUpToDate(trx, context, { rollCall: id, version: version + 1 });
    await sql`
      update building_roll_call b set ended_at = greatest(b.started_at, ${context.clock.now().toString()}::timestamptz),
        ended_by = ${user}, version = b.version + 1, listed = k.listed, expected = k.expected, accounted = k.accounted
      from (select ${figures} from building_roll_call_person where building_roll_call_id = ${id}) k
      where b.id = ${id}`.execute(trx);
  });
}

/** Roll calls `b` with their figures; of a running one they are counted. */
const rollCallColumns = sql`
  b.id, b.kind, b.note, b.started_at, u.name as started_by, b.ended_at, e.name as ended_by,
  coalesce(k.listed, b.listed) as listed, coalesce(b.expected, k.expected, 0) as expected,
  coalesce(b.accounted, k.accounted, 0) as accounted,
  coalesce(b.expected - b.accounted, k.expected - k.accounted, 0) as missing,
  (select count(*) from building_roll_call_tick t where t.building_roll_call_id = b.id and t.late) as late,
  b.forgotten_at is not null as forgotten`;
const rollCallTables = sql`
  building_roll_call b join app_user u on u.id = b.started_by left join app_user e on e.id = b.ended_by
  left join lateral (
    select ${figures} from building_roll_call_person p where p.building_roll_call_id = b.id and b.ended_at is null
    having b.ended_at is null
  ) k on true`;

interface RollCallsQuery {
  search: string;
  kind?: RollCallKind | undefined;
  ordering: string;
  limit: number;
  page: number;
}

/** A page of roll calls, the latest first. */
export async function findRollCalls(
  database: Database,
  { search, kind, ordering, ...page }: RollCallsQuery,
): Promise<Page<RollCall>> {
  const conditions = [
    sql`true`,
    ...(kind ? [sql`b.kind = ${kind}`] : []),
    ...wordsOf(search).map((word) => contains(word, ['b.note', 'u.name', 'b.kind'])),
  ];
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  return readCountedPage(page, (limit, offset) =>
    sql<RollCall & { total: number }>`
      select ${rollCallColumns}, count(*) over () as total
      from ${rollCallTables}
      where ${sql.join(conditions, sql` and `)}
      order by b.started_at ${direction}, b.id ${direction} limit ${limit} offset ${offset}`.execute(
      database,
    ),
  );
}

/** The record of a roll call. @throws ApiError 404 */
export async function recordOf(
  context: Pick<AppContext, 'database' | 'files'>,
  id: number,
): Promise<RollCallRecord> {
  const { database } = context;
  const { rows } = await sql<RollCall>`
    select ${rollCallColumns} from ${rollCallTables} where b.id = ${id}`.execute(database);
  const [rollCall] = rows;
  if (!rollCall) throw noRollCall();
  const { ticks } = oneRow(
    await sql<{ ticks: number }>`
      select count(*) as ticks from building_roll_call_tick where building_roll_call_id = ${id}`.execute(
      database,
    ),
  );
  const { rows: late_ticks } = await sql<RollCallRecord['late_ticks'][number]>`
    select coalesce(s.first_name, t.first_name) as first_name, coalesce(s.last_name, t.last_name) as last_name,
      k.accounted, k.made_at, k.received_at, u.name as made_by
    from building_roll_call_tick k
    join building_roll_call_person x
      on x.building_roll_call_id = k.building_roll_call_id and x.number = k.person
    left join student s on s.id = x.student_id
    left join teacher t on t.id = x.teacher_id
    join app_user u on u.id = k.made_by
    where k.building_roll_call_id = ${id} and k.late
    order by k.received_at, k.made_at, k.device, k.number limit ${buildingLimits.lateTicks}`.execute(
    database,
  );
  const shown = await presentPeople(context, await readPeople(database, id));
  return { ...rollCall, ticks, late_ticks, ...shown };
}
