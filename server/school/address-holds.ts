import { sql, type RawBuilder } from 'kysely';
import type { Role } from '#contract/permissions.ts';

/**
 * Whether an address has one of the roles: by the user list, from the sign-in service, also when it
 * came within a running session, or at its latest sign-in. Addresses of the settings are not in the
 * database.
 */
export const addressHolds = (
  email: RawBuilder<unknown>,
  anyOf: readonly Role[],
): RawBuilder<boolean> => sql`(
  exists (select from app_user h where h.email = ${email}
    and (h.roles && ${anyOf}::text[] or h.claimed_roles && ${anyOf}::text[]))
  or coalesce((select l.role from audit l where l.kind = 'sign_in' and l.actor = ${email}
    order by l.id desc limit 1) = any(${anyOf}::text[]), false))`;
