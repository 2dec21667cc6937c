import { sql, type RawBuilder } from 'kysely';
import type { OperationKind } from '#contract/bulk-operation-terms.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { rightOf } from '#server/platform/resource/bulk-operation.ts';
import { whereIn, type ListDefinition, type ListQuery } from '#server/platform/resource/list.ts';
import { contains } from '#server/platform/resource/search.ts';
import type { Undone } from './undoing.ts';

export type OperationsQuery = ListQuery & {
  kind?: OperationKind[];
  user?: number[];
  from_date?: string;
  to_date?: string;
  /** What the reader may do, as stored with operations. */
  rights: string[];
};

/** All permissions of a user, as they are stored with operations. */
export const rightsOf = ({ permissions }: CurrentUser): string[] =>
  Object.entries(permissions).flatMap(([subject, actions]) =>
    actions.map((action) => rightOf([subject, action] as Permission)),
  );

/** Whether operation `alias` undid an undo: what that had taken is back. */
export const bringsBack = (alias: string): RawBuilder<boolean> => sql`(
  ${sql.ref(`${alias}.undoes`)} is not null and (
    with recursive undone as (
      select ${sql.ref(`${alias}.undoes`)} as id, 1 as depth
      union all
      select u.undoes, d.depth + 1 from undone d join bulk_operation u on u.id = d.id
      where u.undoes is not null
    ) select max(depth) % 2 = 0 from undone))`;

export const operationList = (timeZone: string) =>
  ({
    table: 'bulk_operation',
    archivable: false,
    joins: () => sql`left join app_user u on u.id = x.done_by`,
    pageJoins: () => sql`
      left join lateral (
        select count(*)::int as stored, count(r.undone_by)::int as undone, max(r.undone_by) as last
        from bulk_operation_row r where r.operation_id = x.id
      ) rows on true
      left join bulk_operation o on o.id = rows.last
      left join app_user ou on ou.id = o.done_by`,
    columns: () => sql`
      x.id, x.kind, x.about, ${bringsBack('x')} as brings_back, x.done_at, x.counts, x.undoes, coalesce(rows.undone, 0) as undone,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as done_by,
      case
        when coalesce(rows.stored, 0) = 0 then 'expired'
        when rows.undone = rows.stored then 'undone'
        when rows.undone > 0 then 'partly'
        else 'done'
      end as state,
      case when o.id is not null then
        jsonb_build_object('id', o.id, 'by', ou.name, 'at', o.done_at) end as undone_in`,
    search: (word) => contains(word, ['x.about', 'x.kind', 'u.name']),
    filters: ({ rights, kind, user, from_date, to_date }) => [
      sql`x.rights <@ ${rights}::text[]`,
      kind && sql`x.kind = any(${kind}::text[])`,
      whereIn('x.done_by', user),
      from_date && sql`x.done_at >= (${from_date}::date::timestamp at time zone ${timeZone})`,
      to_date && sql`x.done_at < ((${to_date}::date + 1)::timestamp at time zone ${timeZone})`,
    ],
    sortKeys: { at: [sql`x.done_at`] },
  }) satisfies ListDefinition<OperationsQuery>;

/**
 * Operations that the user may see, locked, in the order of their ids.
 * @throws ApiError 404 also for one that is not theirs to see.
 */
export async function lockOperations(
  trx: Database,
  ids: number[],
  user: CurrentUser,
): Promise<Undone[]> {
  const { rows } = await sql<Omit<Undone, 'rights'> & { rights: string[] }>`
    select id, kind, about, ${bringsBack('o')} as brings_back, done_at, recorded_at, rights, undoes,
      (select jsonb_build_object('id', u.id, 'name', u.name) from app_user u
        where u.id = o.done_by) as done_by
    from bulk_operation o
    where id = any(${ids}::bigint[]) and rights <@ ${rightsOf(user)}::text[]
    order by id for update`.execute(trx);
  if (rows.length < ids.length) throw notFound('This change');
  return rows.map((row) => ({
    ...row,
    rights: row.rights.map((right) => right.split(':') as unknown as Permission),
  }));
}

/**
 * An undo and its preview hold the locks of all rows that they write: who waited for another one would
 * keep a place that everybody else needs.
 * @throws ApiError 409
 */
export async function assertOnly(trx: Database): Promise<void> {
  const found = await sql<{ isOnly: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('undo of an operation')) as "isOnly"`.execute(trx);
  if (!oneRow(found).isOnly)
    throw new ApiError(409, {
      detail: 'Another change is just being undone or looked at. Try again in a moment.',
    });
}

/** @throws ApiError 404 for an operation that the user does not see. */
export async function assertVisible(
  database: Database,
  id: number,
  user: CurrentUser,
): Promise<void> {
  const { rows } = await sql`
    select from bulk_operation where id = ${id} and rights <@ ${rightsOf(user)}::text[]`.execute(
    database,
  );
  if (rows.length === 0) throw notFound('This change');
}
