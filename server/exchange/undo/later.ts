import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { LaterOperations } from '#contract/exchange/undo-with-later.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { assertOnly, assertVisible, bringsBack, lockOperations, rightsOf } from './queries.ts';
import type { Undone } from './undoing.ts';

type Listed = LaterOperations['operations'][number];

/** What has to be undone before an operation, so that nothing is built on it (R-UNDO-6). */
export interface Later extends LaterOperations {
  /** All of them and the operation itself, in the order in which they are undone. */
  order: number[];
}

/** Undos of undos of … that are followed: all of a longer chain would be followed from each of its members. */
const longestChain = 40;

/**
 * Operations whose rows were written after those of another one and are not all undone, the latest first.
 * An operation that was undone and brought back (by an undo of its undo) was written then; undos are not
 * listed themselves, nor is the operation that an undo undid, which comes back when it is undone.
 * Of an undo, the others of its step (one transaction) belong to it (`is_step`): they come back with it,
 * and what came back of them already is not later.
 */
const laterThan = (id: number) => sql`
  with recursive redone as (
    select ${id}::bigint as id, 0 as depth
    union all
    select o.id, r.depth + 1 from redone r join bulk_operation o on o.undoes = r.id
  ), origin as (
    select id, undoes from bulk_operation where id = ${id}
    union all
    select o.id, o.undoes from origin r join bulk_operation o on o.id = r.undoes
  ), step as (
    select o.id from bulk_operation x
    join bulk_operation o on o.recorded_at = x.recorded_at and o.kind = x.kind and o.id <> x.id
    where x.id = ${id} and x.kind = 'undo'
  ), written as (
    select id as latest, id, undoes, kind, 0 as depth, id in (select id from step) as of_step
    from bulk_operation
    where id > (select max(id) from redone where depth % 2 = 0)
    union all
    select w.latest, o.id, o.undoes, o.kind, w.depth + 1,
      w.of_step or o.id in (select id from step)
    from written w join bulk_operation o on o.id = w.undoes
    where w.depth < ${sql.lit(longestChain)}
  )
  select w.id, max(w.latest) as latest, false as is_step from written w
  where not w.of_step and w.kind <> 'undo' and w.depth % 2 = 0 and w.id not in (select id from origin)
    and exists (
      select from bulk_operation_row r where r.operation_id = w.id and r.undone_by is null)
  group by w.id
  union all
  select s.id, s.id, true from step s where exists (
    select from bulk_operation_row r where r.operation_id = s.id and r.undone_by is null)`;

/** The operations after one, and why the user cannot undo all of them at once. */
export async function readLater(
  database: Database,
  id: number,
  user: CurrentUser,
  timeZone: string,
): Promise<Later> {
  const rights = rightsOf(user);
  const { rows } = await sql<Listed & { day: string; missing: string[]; total: number }>`
    select o.id, o.kind, o.about, ${bringsBack('o')} as brings_back, l.is_step, o.done_at, o.counts,
      (o.done_at at time zone ${timeZone})::date as day,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as done_by,
      array(select name from unnest(o.rights) name where name <> all(${rights}::text[])) as missing,
      count(*) over ()::int as total
    from (${laterThan(id)}) l
    join bulk_operation o on o.id = l.id
    left join app_user u on u.id = o.done_by
    order by l.is_step, l.latest desc limit ${limits.undoAtOnce}`.execute(database);
  const total = rows[0]?.total ?? 0;
  return {
    order: [
      ...rows.flatMap((row) => (row.is_step ? [] : [row.id])),
      ...[id, ...rows.flatMap((row) => (row.is_step ? [row.id] : []))].toSorted((a, b) => b - a),
    ],
    total,
    operations: rows.flatMap(({ day: _day, missing, total: _total, ...row }) =>
      missing.length ? [] : [row],
    ),
    refusal: total < limits.undoAtOnce ? missingRight(rows) : tooMany,
  };
}

// With the operation itself.
const tooMany = `At most ${limits.undoAtOnce} changes are undone at once: begin with a later one.`;

/** Names the latest operation that the user does not see, by what it takes and not by what it wrote. */
function missingRight(rows: (Listed & { day: string; missing: string[] })[]): string | null {
  const hidden = rows.find(({ missing }) => missing.length > 0);
  if (!hidden) return null;
  const { kind, about, day, missing } = hidden;
  const needed = missing.map((right) => right.replace(':', ': ')).join(', ');
  return `A later change (${kind}: ${about}, on ${day}) needs a permission that you do not have: ${needed}. Undo this change only, or have all of them undone by a user with that permission.`;
}

/**
 * An operation and all later ones, locked, in the order in which they are undone.
 * @param confirmed the ids that the user has seen; without it all are taken, for a preview.
 * @throws ApiError 404 for an operation that is not the user's to see; 409 when there are others than
 * those that were confirmed, too many, or one that the user may not undo.
 */
export async function lockWithLater(
  trx: Database,
  {
    id,
    user,
    timeZone,
    confirmed,
  }: { id: number; user: CurrentUser; timeZone: string; confirmed: number[] | undefined },
): Promise<Undone[]> {
  await assertOnly(trx);
  await assertVisible(trx, id, user);
  const { order, refusal } = await readLater(trx, id, user, timeZone);
  if (refusal !== null) throw new ApiError(409, { detail: refusal });
  if (confirmed && new Set(confirmed).symmetricDifference(new Set(order)).size > 0)
    throw new ApiError(409, {
      detail: 'Something was changed or undone meanwhile: look at it again before you undo it.',
    });
  const locked = await lockOperations(trx, order, user);
  return locked.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}
