import { leadingRole, permissionsWith, roles, type Role } from '#contract/permissions.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { forbidden } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { Claims } from '#server/platform/identity/claims.ts';
import type { Verifier } from '#server/platform/identity/verifier.ts';
import { addSignIn } from './audit-trail.ts';
import {
  bindSubject,
  findUser,
  recordBlocked,
  rememberClaimedRoles,
  rememberStudent,
  rememberUser,
} from './users.ts';

/** How long a revoked role may remain in use, in milliseconds. */
const cacheTtlMs = 10_000;

/**
 * The user of a token. A teacher's e-mail gives the role teacher, that of exactly one active student
 * the role student where students sign in (R-ME-1); admin and account are given by the user list, the
 * settings or the token's `roles` claim.
 */
export function createIdentify(
  verify: Verifier,
  database: Database,
  config: Pick<Config, 'adminEmails' | 'accountEmails' | 'studentSignIn'>,
  now: () => string,
): (token: string) => Promise<CurrentUser> {
  // Uses the monotonic clock: a clock that is set back must not extend a role.
  const known = new Map<string, { user: CurrentUser; until: number }>();
  const looking = new Map<string, Promise<CurrentUser>>();
  const recordSignIn = signInRecorder(database, now);
  const terms = { database, config, now, rememberRoles: roleMemory(database) };

  return async (token) => {
    const claims = await verify(token);
    const key = JSON.stringify([claims.email, claims.subject, claims.session, claims.roles]);
    const cached = known.get(key);
    if (cached && cached.until > performance.now()) return cached.user;
    const user = await lookUpOnce(claims);
    await recordSignIn(user, claims.session);
    if (known.size > 5000) known.clear();
    known.set(key, { user, until: performance.now() + cacheTtlMs });
    return user;
  };

  /**
   * One lookup per account at a time: rejected accounts have no other limit and would take every
   * connection.
   */
  function lookUpOnce(claims: Claims): Promise<CurrentUser> {
    const key = JSON.stringify([claims.email, claims.subject, claims.roles]);
    const found = looking.get(key) ?? lookUp(terms, claims).finally(() => looking.delete(key));
    looking.set(key, found);
    return found;
  }
}

/** Writes each sign-in to the audit log once. */
function signInRecorder(database: Database, now: () => string) {
  const recorded = new Set<string>();
  return async ({ id, email, roles }: CurrentUser, session: string): Promise<void> => {
    const key = `${email} ${session}`;
    if (recorded.has(key)) return;
    await addSignIn(database, {
      at: now(),
      user_id: id,
      actor: email,
      role: roles[0] ?? null,
      session,
    });
    if (recorded.size > 5000) recorded.clear();
    recorded.add(key);
  };
}

/** Stores the roles that the latest token of a user claims. */
function roleMemory(database: Database) {
  /** When the token ends whose roles are remembered, by user: one that ends later was issued later. */
  const latest = new Map<number, number>();
  return async (id: number, claims: Claims, before: string[]): Promise<void> => {
    // A token of before, which another tab still uses, does not take away what a later one gave.
    if (claims.expiresAt < (latest.get(id) ?? 0)) return;
    if (latest.size > 5000) latest.clear();
    latest.set(id, claims.expiresAt);
    const claimed = claimedRoles(claims.roles);
    if (claimed.join() !== before.join()) await rememberClaimedRoles(database, id, claimed);
  };
}

interface LookUpTerms {
  database: Database;
  config: Pick<Config, 'adminEmails' | 'accountEmails' | 'studentSignIn'>;
  now: () => string;
  rememberRoles: ReturnType<typeof roleMemory>;
}

async function lookUp(terms: LookUpTerms, claims: Claims): Promise<CurrentUser> {
  const { database, config, rememberRoles } = terms;
  const found = await findUser(database, claims, config.studentSignIn);
  const held = heldRoles(
    {
      email: claims.email,
      listed: found?.roles ?? [],
      claimed: claimedRoles(claims.roles),
      isTeacher: Boolean(found?.teacher_id),
    },
    config,
  );
  const isBound = found?.subject === claims.subject;
  const rolesBefore = found?.claimed_roles ?? [];
  // Only for the bound account, and before a refusal: without a role its access tokens end.
  if (found?.id !== undefined && isBound) await rememberRoles(found.id, claims, rolesBefore);
  const studentId = found?.student_id ?? null;
  if (studentId !== null) held.add('student');
  const leading = leadingRole(held);
  if (!leading)
    throw refused(
      claims,
      `${claims.email} is not known here. Ask an administrator of your institute to add you.`,
    );
  const name = found?.teacher_name ?? found?.student_name ?? claims.name;
  const id = found?.id ?? (await rememberUser(database, claims.email, name));
  const owner = found?.subject ?? (await bindSubject(database, id, claims.issuer, claims.subject));
  if (owner !== claims.subject) await refuseOther(terms, claims, id, leading);
  if (!isBound) await rememberRoles(id, claims, rolesBefore);
  // After the binding: a stranger with the address is not named in the student's data.
  const account = leading === 'student' ? studentId : null;
  if (account !== (found?.account_of ?? null)) await rememberStudent(database, id, account);
  return {
    id,
    email: claims.email,
    name,
    roles: roles.filter((role): role is Role => held.has(role)),
    permissions: permissionsWith(leading, studentId !== null),
    teacherId: found?.teacher_id ?? null,
    studentId,
    account: { issuer: claims.issuer, subject: claims.subject },
  };
}

/** Records a sign-in of an account that the address does not belong to. @throws ApiError 403 */
async function refuseOther(
  { database, now }: LookUpTerms,
  claims: Claims,
  user: number,
  role: Role,
): Promise<never> {
  const { issuer, subject, name } = claims;
  await recordBlocked(database, { user_id: user, issuer, subject, name, role, at: now() });
  throw refused(
    claims,
    `${claims.email} belongs to another account of your sign-in service. Ask an administrator to release it.`,
  );
}

/** Of the roles in a token, those that make users of staff; sorted. */
const claimedRoles = (given: string[]): string[] =>
  ['account', 'admin'].filter((role) => given.includes(role));

/**
 * The roles of an address: by the user list, the settings, the sign-in service and the teachers. A list
 * makes no students: only the student's row does.
 */
export function heldRoles(
  of: { email: string; listed: string[]; claimed: string[]; isTeacher: boolean },
  config: Pick<Config, 'adminEmails' | 'accountEmails'>,
): Set<string> {
  const held = new Set([...of.listed.filter((role) => role !== 'student'), ...of.claimed]);
  if (config.adminEmails.includes(of.email)) held.add('admin');
  if (config.accountEmails.includes(of.email)) held.add('account');
  if (of.isTeacher) held.add('teacher');
  return held;
}

/** The audit log names the rejected user, although there is no session. */
const refused = ({ email }: Claims, detail: string) =>
  Object.assign(forbidden(detail), { actor: email });
