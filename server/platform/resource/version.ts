import { sql } from 'kysely';
import type { Audited } from '#contract/endpoint.ts';
import { can } from '#contract/permissions.ts';
import type { Resource } from '#contract/resource.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { ApiError } from '../http/api-error.ts';
import type { CurrentUser } from '../http/guard.ts';
import { lockOfChange } from './row-locks.ts';
import type { ResourceWriter } from './writer-terms.ts';

/** The reader, and the secret without which a version discloses nothing of the row. */
interface Viewer {
  user: CurrentUser;
  secret: string;
}

/** A row `x` and its dependent rows, without the columns that the user does not see. */
function contentOf({ alsoOf, hidden: facts }: ResourceWriter, { user, secret }: Viewer) {
  const hidden = facts && !can(user.permissions, ...facts.unless) ? facts.columns : [];
  // A key form may become free and pass to this row, which is no change of it (R-KEY-2).
  const left = [...hidden, 'key_form'];
  return sql<string>`left(encode(sha256(convert_to(concat_ws(' ', ${secret}::text,
    to_jsonb(x) - ${left}::text[], ${alsoOf?.(hidden) ?? sql`null`}), 'utf8')), 'hex'), 32)`;
}

/**
 * The version of a row (R-FORM-7): a visible change of the row or its dependent rows
 * changes it. With the time of reading in milliseconds, after which changes are searched
 * in the audit log: the number of its lines would disclose how much was paid.
 * @returns null when there is no such row.
 */
export async function versionOf(
  database: Database,
  { now }: Pick<Clock, 'now'>,
  writer: ResourceWriter,
  { id, ...viewer }: Viewer & { id: number },
): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select ${contentOf(writer, viewer)} || '-' || ${now().epochMilliseconds}::bigint as version
    from ${sql.table(writer.table)} x where x.id = ${id}`.execute(database);
  return rows[0]?.version ?? null;
}

/** Clocks of several machines differ, and a line has the time at which its request came. */
const skewMs = 5000;

interface Change extends Viewer {
  resource: Resource;
  id: number;
  /** The caller's `ETag`; proxies may have made it a weak one. */
  seen: string;
  audited: Audited;
}

/**
 * @throws ApiError 409 with the author of the change when the row has another version now; locks
 * the row.
 */
export async function assertNotOvertaken(
  trx: Database,
  writer: ResourceWriter,
  { resource, id, user, secret, seen, audited }: Change,
): Promise<void> {
  const [version, readAt] = (/[0-9a-f]{32}-\d{1,15}/.exec(seen)?.[0] ?? ' -0').split('-');
  await sql`select from ${sql.table(writer.table)} where id = ${id} ${lockOfChange(writer)}`.execute(
    trx,
  );
  const { rows } = await sql<{ version: string; archived: boolean }>`
    select ${contentOf(writer, { user, secret })} as version,
      to_jsonb(x) ->> 'archived_at' is not null as archived
    from ${sql.table(writer.table)} x where x.id = ${id}`.execute(trx);
  const [row] = rows;
  if (!row || row.version === version) return;
  const since = new Date(Number(readAt) - skewMs).toISOString();
  const found = await sql<{ user_id: number; name: string; at: string }>`
    select a.user_id, u.name, a.at from audit a join app_user u on u.id = a.user_id
    where a.at >= ${since} and a.kind = ${audited.kind} and a.what = ${audited.what}
      and a.about ->> 'id' = ${String(id)} and a.status < 300
    order by a.id desc limit 1`.execute(trx);
  const last = found.rows[0];
  const by = last?.user_id === user.id ? 'You' : (last?.name ?? 'Somebody else');
  throw new ApiError(409, {
    detail: row.archived
      ? `${by} changed this ${resource.singular} meanwhile: it is archived, and stays so when it is saved.`
      : `${by} changed this ${resource.singular} meanwhile.`,
    overtaken: { by: last?.name ?? null, at: last?.at ?? null },
  });
}
