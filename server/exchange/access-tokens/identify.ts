import { setTimeout as pause } from 'node:timers/promises';
import { leadingRole, permissionsOf, roles, type Role } from '#contract/permissions.ts';
import { scopedPermissions } from '#contract/exchange/scopes.ts';
import type { AppContext } from '#server/app-context.ts';
import { ApiError, forbidden } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { heldRoles } from '#server/school/current-user.ts';
import { findTokens, type StoredToken } from './queries.ts';
import { hashOf, isWellFormed } from './secret.ts';

/** Published when a token is revoked. */
export const tokensTopic = 'access-tokens';

/** How long a revoked token, or a role that was taken, may remain in use without a notification. */
const cacheTtlMs = 10_000;
/** Tokens that are not known wait for all to be read again, at most once in this time. */
const missGapMs = 100;
/** How exact `last_used_at` is, in milliseconds. */
const usedEveryMs = 300_000;

interface Known {
  user: CurrentUser | null;
  email: string;
  expiresAt: number;
}

type Context = Pick<AppContext, 'database' | 'clock' | 'config' | 'live'>;

const unauthorized = (detail: string) =>
  new ApiError(401, { detail }, { 'www-authenticate': 'Bearer' });

/**
 * The user of an access token, with the rights that its scopes and the user's role have in common
 * (R-TOKEN-1). All tokens in use are in memory, read again at most every ten seconds: a check costs a
 * checksum, a hash and a look-up, and tokens that were never made cost no query each.
 */
export function createIdentifyToken(context: Context): (token: string) => Promise<CurrentUser> {
  const { database, clock, config, live } = context;
  let known = new Map<string, Known>();
  // Uses the monotonic clock: a clock that is set back must not extend a token.
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;
  const usedAt = new Map<number, number>();

  live.subscribe([tokensTopic], () => {
    readAt = -Infinity;
  });

  async function read(): Promise<void> {
    const begun = performance.now();
    // A notification during the read makes it read again.
    readAt = begun;
    try {
      const rows = await findTokens(database, clock.now().toString());
      known = new Map(rows.map((row) => [row.hash, knownOf(row)]));
    } catch (error) {
      readAt = -Infinity;
      throw error;
    }
  }
  const readOnce = (afterMs: number) =>
    (reading ??= pause(afterMs)
      .then(read)
      .finally(() => {
        reading = null;
      }));

  function knownOf(row: StoredToken): Known {
    const held = heldRoles(
      {
        email: row.email,
        listed: row.roles,
        claimed: row.claimed_roles,
        isTeacher: row.teacher_id !== null,
      },
      config,
    );
    const leading = leadingRole(held);
    const expiresAt = Date.parse(row.expires_at);
    if (!leading) return { user: null, email: row.email, expiresAt };
    const user = {
      id: row.user_id,
      email: row.email,
      name: row.teacher_name ?? row.user_name,
      roles: roles.filter((role): role is Role => held.has(role)),
      permissions: scopedPermissions(permissionsOf[leading], row.scopes),
      teacherId: row.teacher_id,
      studentId: null,
      account: { issuer: row.issuer, subject: row.subject },
      token: { id: row.id, name: row.name },
    };
    return { user, email: row.email, expiresAt };
  }

  const isFresh = () => performance.now() - readAt <= cacheTtlMs;

  async function find(hash: string): Promise<Known | undefined> {
    if (!isFresh()) await readOnce(0);
    const found = known.get(hash);
    if (found) return found;
    const sinceMs = performance.now() - readAt;
    await readOnce(Math.max(0, missGapMs - sinceMs));
    return known.get(hash);
  }

  /** Writes down the use, beside the request. */
  function rememberUse(id: number): void {
    const now = performance.now();
    if ((usedAt.get(id) ?? -Infinity) > now - usedEveryMs) return;
    usedAt.set(id, now);
    database
      .updateTable('access_token')
      .set({ last_used_at: clock.now().toString() })
      .where('id', '=', id)
      .execute()
      // Without the database the next use writes it.
      .catch(() => usedAt.delete(id));
  }

  return async (token) => {
    if (!isWellFormed(token))
      throw unauthorized('This access token is incomplete, or a character of it is wrong.');
    const hash = hashOf(token);
    const found = (isFresh() && known.get(hash)) || (await find(hash));
    if (!found || found.expiresAt <= clock.now().epochMilliseconds)
      throw unauthorized('This access token is not in use: it was revoked, or has expired.');
    if (!found.user)
      throw Object.assign(forbidden(`${found.email} has no role here any more.`), {
        actor: found.email,
      });
    rememberUse(found.user.token?.id ?? 0);
    return found.user;
  };
}
