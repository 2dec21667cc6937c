import { sql, type RawBuilder } from 'kysely';
import type { Audited } from '#contract/endpoint.ts';
import type { Resource } from '#contract/resource.ts';
import type { Database } from '../database/pool.ts';
import { ApiError } from '../http/api-error.ts';
import type { CurrentUser } from '../http/guard.ts';
import type { ResourceWriter } from './writer.ts';

/** The transaction that wrote a row `x` last: another one after each change. */
const written = ({ alsoOf }: ResourceWriter): RawBuilder<string> =>
  sql`md5(concat_ws(' ', x.xmin, ${alsoOf ?? sql`null`}))`;

/**
 * The version of a row (R-FORM-7): a change of the row or of what belongs to it gives another one.
 * With the latest line of the audit log, after which changes are looked for.
 * @returns null when there is no such row.
 */
export async function versionOf(
  database: Database,
  writer: ResourceWriter,
  id: number,
): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select ${written(writer)} || '-' || coalesce((select max(id) from audit), 0) as version
    from ${sql.table(writer.table)} x where x.id = ${id}`.execute(database);
  return rows[0]?.version ?? null;
}

interface Change {
  resource: Resource;
  id: number;
  user: CurrentUser;
  /** The `ETag` that the caller has seen; proxies may have made it a weak one. */
  seen: string;
  audited: Audited;
}

/** @throws ApiError 409 with who changed the row when it has another version now; locks it. */
export async function assertNotOvertaken(
  trx: Database,
  writer: ResourceWriter,
  { resource, id, user, seen, audited }: Change,
): Promise<void> {
  const [version, line] = (/[0-9a-f]{32}-\d{1,15}/.exec(seen)?.[0] ?? ' -0').split('-');
  await sql`select from ${sql.table(writer.table)} where id = ${id} for update`.execute(trx);
  const { rows } = await sql<{ version: string }>`
    select ${written(writer)} as version from ${sql.table(writer.table)} x
    where x.id = ${id}`.execute(trx);
  const [row] = rows;
  if (!row || row.version === version) return;
  const found = await sql<{ user_id: number; name: string; at: string }>`
    select a.user_id, u.name, a.at from audit a join app_user u on u.id = a.user_id
    where a.id > ${line}::bigint and a.kind = ${audited.kind} and a.what = ${audited.what}
      and a.about ->> 'id' = ${String(id)} and a.status < 300
    order by a.id desc limit 1`.execute(trx);
  const last = found.rows[0];
  const by = last?.user_id === user.id ? 'You' : (last?.name ?? 'Somebody else');
  throw new ApiError(409, {
    detail: `${by} changed this ${resource.singular} meanwhile.`,
    overtaken: { by: last?.name ?? null, at: last?.at ?? null },
  });
}
