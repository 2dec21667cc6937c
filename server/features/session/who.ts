import { leadingRole, permissionsOf, roles, type Role } from '../../../contract/permissions.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/pool.ts';
import { forbidden } from '../../platform/http/api-error.ts';
import type { Who } from '../../platform/http/guard.ts';
import type { Claims } from '../../platform/identity/claims.ts';
import type { Verifier } from '../../platform/identity/verifier.ts';
import { addSignIn } from '../audit/trail.ts';
import { bindSubject, findUser, recordBlocked, rememberUser } from './queries.ts';

/** How long a role that was taken away may still be used, in milliseconds. */
const keptMs = 10_000;

/**
 * Who a token's bearer is here. A teacher's e-mail makes them a teacher; admin and account come from the user
 * list, the settings or the token's `roles` claim.
 */
export function createIdentify(
  verify: Verifier,
  database: Database,
  config: Pick<Config, 'adminEmails' | 'accountEmails'>,
  now: () => string,
): (token: string) => Promise<Who> {
  // By the time that only runs on: a clock that is put back must not keep a role alive.
  const known = new Map<string, { who: Who; until: number }>();
  const told = new Set<string>();

  return async (token) => {
    const claims = await verify(token);
    const key = JSON.stringify([claims.email, claims.subject, claims.session, claims.roles]);
    const kept = known.get(key);
    if (kept && kept.until > performance.now()) return kept.who;
    const who = await lookUp(claims);
    await tellSignIn(who, claims.session);
    if (known.size > 5000) known.clear();
    known.set(key, { who, until: performance.now() + keptMs });
    return who;
  };

  async function tellSignIn({ id, email, roles }: Who, session: string): Promise<void> {
    const key = `${email} ${session}`;
    if (told.has(key)) return;
    await addSignIn(database, { at: now(), user_id: id, actor: email, role: roles[0] ?? null, session });
    if (told.size > 5000) told.clear();
    told.add(key);
  }

  async function lookUp(claims: Claims): Promise<Who> {
    const found = await findUser(database, claims.email, claims.issuer);
    const held = new Set<string>(found?.roles);
    if (config.adminEmails.includes(claims.email)) held.add('admin');
    if (config.accountEmails.includes(claims.email)) held.add('account');
    for (const role of ['admin', 'account']) if (claims.roles.includes(role)) held.add(role);
    if (found?.teacher_id) held.add('teacher');
    const leading = leadingRole(held);
    if (!leading) throw refused(claims, `${claims.email} is not known here. Ask an administrator of your institute to add you.`);
    const name = found?.teacher_name ?? claims.name;
    const id = found?.id ?? (await rememberUser(database, claims.email, name));
    const owner = found?.subject ?? (await bindSubject(database, id, claims.issuer, claims.subject));
    if (owner !== claims.subject) {
      const { issuer, subject } = claims;
      await recordBlocked(database, { user_id: id, issuer, subject, name: claims.name, role: leading, at: now() });
      throw refused(claims, `${claims.email} belongs to another account of your sign-in service. Ask an administrator to release it.`);
    }
    return {
      id,
      email: claims.email,
      name,
      roles: roles.filter((role): role is Role => held.has(role)),
      permissions: permissionsOf[leading],
      teacherId: found?.teacher_id ?? null,
    };
  }
}

/** The audit log names who was refused, although nobody is signed in. */
const refused = ({ email }: Claims, detail: string) => Object.assign(forbidden(detail), { actor: email });
