import { sql, type RawBuilder } from 'kysely';
import {
  canAny,
  leadingRole,
  permissionsOf,
  type Permission,
  type Role,
} from '#contract/permissions.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { heldRoles } from './current-user.ts';

/** Roles of the sign-in service count for so many days after the user's latest sign-in. */
const claimedDays = 100;

/** The roles that the sign-in service gave the user `u`, as far as they still count. @param now ISO instant. */
export const claimedStill = (now: string): RawBuilder<string[]> => sql`
  case when u.claimed_roles is not null and exists (
    select from audit a where a.kind = 'sign_in' and a.actor = u.email
      and a.at > ${now}::timestamptz - make_interval(days => ${claimedDays})
  ) then u.claimed_roles else '{}' end`;

export interface HeldOptions {
  config: Pick<Config, 'adminEmails' | 'accountEmails'>;
  /** ISO instant. */
  now: string;
}

/**
 * The leading roles of staff at this moment, for what is done later than it was ordered (R-ACCESS-6):
 * users without one are left out.
 */
export async function rolesNow(
  database: Database,
  users: number[],
  { config, now }: HeldOptions,
): Promise<Map<number, Role>> {
  const { rows } = await sql<{
    id: number;
    email: string;
    listed: string[];
    claimed: string[];
    isTeacher: boolean;
  }>`
    select u.id, u.email, u.roles as listed, ${claimedStill(now)} as claimed,
      exists (select from teacher t where t.email = u.email and t.archived_at is null) as "isTeacher"
    from app_user u where u.id = any(${users}::bigint[])`.execute(database);
  return new Map(
    rows.flatMap(({ id, ...of }) => {
      const role = leadingRole(heldRoles(of, config));
      return role ? [[id, role] as const] : [];
    }),
  );
}

/** Whether a user has one of the permissions at this moment. */
export async function mayNow(
  database: Database,
  user: number,
  anyOf: readonly Permission[],
  options: HeldOptions,
): Promise<boolean> {
  const role = (await rolesNow(database, [user], options)).get(user);
  return role !== undefined && canAny(permissionsOf[role], anyOf);
}
