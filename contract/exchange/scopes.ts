import type { Endpoint } from '../endpoint.ts';
import {
  permissionsOf,
  permissionSubjects,
  type Action,
  type Permissions,
  type PermissionSubject,
} from '../permissions.ts';

/**
 * Subjects that no access token reaches: the set-up of the institute, with tokens, devices, webhooks and
 * blocked sign-ins, and what students do about themselves. (R-TOKEN-2)
 */
export const closedToTokens: ReadonlySet<PermissionSubject> = new Set([
  'Settings',
  'My Attendance',
]);

/** A permission that a token may have: `Students:read`. */
export const scopeOf = (subject: PermissionSubject, action: Action): string =>
  `${subject}:${action}`;

/** The scopes that a user with these permissions can give to a token. */
export const scopesWith = (permissions: Permissions): string[] =>
  permissionSubjects
    .filter((subject) => !closedToTokens.has(subject))
    .flatMap((subject) => (permissions[subject] ?? []).map((action) => scopeOf(subject, action)));

/** Every scope: the role account has all permissions that tokens reach. */
export const scopes = scopesWith(permissionsOf.account);

/** What scopes and permissions have in common: the rights of a token. (R-TOKEN-1) */
export function scopedPermissions(
  permissions: Permissions,
  granted: readonly string[],
): Permissions {
  const has = new Set(granted);
  return Object.fromEntries(
    permissionSubjects.flatMap((subject) => {
      if (closedToTokens.has(subject)) return [];
      const actions = (permissions[subject] ?? []).filter((action) =>
        has.has(scopeOf(subject, action)),
      );
      return actions.length > 0 ? [[subject, actions]] : [];
    }),
  );
}

/**
 * Whether access tokens reach a call. By default those with permissions of subjects that are not closed;
 * what needs no permission, and calls that say so, they do not. (R-TOKEN-2)
 */
export function isOpenToTokens({ access, tokens }: Pick<Endpoint, 'access' | 'tokens'>): boolean {
  if (tokens !== undefined) return tokens;
  return typeof access !== 'string' && access.some(([subject]) => !closedToTokens.has(subject));
}
