import { sql, type RawBuilder } from 'kysely';
import type { AccessToken } from '#contract/exchange/access-token.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { claimedStill } from '#server/school/held-now.ts';
import { lockUser } from '#server/school/users.ts';

/** A token in use, with what its user's roles follow from. */
export interface StoredToken {
  id: number;
  name: string;
  hash: string;
  scopes: string[];
  expires_at: string;
  issuer: string;
  subject: string;
  user_id: number;
  email: string;
  user_name: string;
  roles: string[];
  claimed_roles: string[];
  teacher_id: number | null;
  teacher_name: string | null;
}

/** More than an institute has: 20 of each administrator. */
const maxTokens = 10_000;

/**
 * All tokens in use. Not those whose account of the sign-in service is no longer the one that the address
 * belongs to.
 */
export async function findTokens(database: Database, now: string): Promise<StoredToken[]> {
  const { rows } = await sql<StoredToken>`
    select t.id, t.name, encode(t.hash, 'hex') as hash, t.scopes, t.expires_at, t.issuer, t.subject,
      u.id as user_id, u.email, u.name as user_name, u.roles,
      ${claimedStill(now)} as claimed_roles,
      h.id as teacher_id, person_name(h.first_name, h.last_name) as teacher_name
    from access_token t
    join app_user u on u.id = t.user_id
    join sign_in_binding b on b.user_id = t.user_id and b.issuer = t.issuer and b.subject = t.subject
    left join teacher h on h.email = u.email and h.archived_at is null
    where t.revoked_at is null and t.expires_at > ${now}::timestamptz
    order by t.id desc limit ${maxTokens}`.execute(database);
  return rows;
}

const columns = (now: string): RawBuilder<unknown> => sql`
  t.id, t.name, jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) as "user", t.scopes,
  case when t.revoked_at is not null then 'revoked'
    when t.expires_at <= ${now}::timestamptz then 'expired' else 'active' end as state,
  t.created_at, t.expires_at, t.last_used_at, t.revoked_at`;

/** A page of all tokens, those in use first. */
export async function listTokens(
  database: Database,
  now: string,
  { limit, page }: { limit: number; page: number },
): Promise<{ results: AccessToken[]; total: number }> {
  const { rows } = await sql<AccessToken>`
    select ${columns(now)} from access_token t join app_user u on u.id = t.user_id
    order by t.revoked_at is not null or t.expires_at <= ${now}::timestamptz, t.created_at desc, t.id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(database);
  const { total } = await database
    .selectFrom('access_token')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { results: rows, total };
}

export async function findToken(
  database: Database,
  id: number,
  now: string,
): Promise<AccessToken | undefined> {
  const { rows } = await sql<AccessToken>`
    select ${columns(now)} from access_token t join app_user u on u.id = t.user_id
    where t.id = ${id}`.execute(database);
  return rows[0];
}

/** The number of a user's tokens in use; the user is locked, so that two calls do not exceed the limit. */
export async function lockAndCount(trx: Database, user: number, now: string): Promise<number> {
  await lockUser(trx, user);
  const { count } = await trx
    .selectFrom('access_token')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}
