import { sql } from 'kysely';
import type { BlockedSignIn } from '#contract/admin/blocked-sign-in.ts';
import {
  blockedSignInEndpoints,
  dismissBlockedSignIn,
  releaseBlockedSignIn,
} from '#contract/admin/sign-in-blocks.endpoints.ts';
import { can } from '#contract/permissions.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { forbidden, notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { createReader, type ListDefinition } from '#server/platform/resource/list.ts';
import { registerReads } from '#server/platform/resource/routes.ts';
import { contains } from '#server/platform/resource/search.ts';
import { lockBlocked, rebind, removeBlocked, type Blocked } from '#server/school/users.ts';

const list: ListDefinition = {
  table: 'blocked_sign_in',
  archivable: false,
  joins: () => sql`
    join app_user u on u.id = x.user_id
    join sign_in_binding b on b.user_id = x.user_id and b.issuer = x.issuer`,
  columns: () => sql`
    x.id, u.email, x.name, x.subject, x.issuer, x.role, x.attempts, x.first_at, x.last_at,
    b.bound_at, b.subject as bound_subject`,
  search: (word) => contains(word, { texts: ['x.name', 'x.subject'], addresses: ['u.email'] }),
  sortKeys: { last_at: [sql`x.last_at`], email: [sql`u.email`], attempts: [sql`x.attempts`] },
};

const notBlocked = () => notFound('This blocked sign-in');

/**
 * Accounts that were refused because their address belongs to another one: an administrator releases
 * or dismisses them.
 */
export function blockedSignInRoutes(api: Api, { database, clock, config }: AppContext): void {
  const reader = createReader<BlockedSignIn>(database, list, clock.today);
  registerReads(api, blockedSignInEndpoints, reader, { today: clock.today });

  implement(api, releaseBlockedSignIn, async ({ params: { id }, user }) => {
    const email = await inTransaction(database, async (trx) => {
      const blocked = await lockBlocked(trx, id, user.id);
      if (!blocked) throw notBlocked();
      assertMayRelease(user, blocked, config.accountEmails);
      await rebind(trx, blocked);
      await removeBlocked(trx, id);
      return blocked.email;
    });
    return { message: `${email} can sign in with the released account` };
  });

  implement(api, dismissBlockedSignIn, async ({ params: { id } }, reply) => {
    if (!(await removeBlocked(database, id))) throw notBlocked();
    return reply.code(204).send(null);
  });
}

/**
 * An account gets the permissions of the address: only users who have them may release it,
 * and never to themselves.
 */
function assertMayRelease(
  user: CurrentUser,
  { email, is_account, is_own, paid }: Blocked,
  accountEmails: string[],
): void {
  if (email === user.email) throw forbidden('Your own address is released by somebody else.');
  if (is_own)
    throw forbidden('Your own account is released by somebody else, whatever its address.');
  const needsAccount = is_account || accountEmails.includes(email) || paid;
  if (needsAccount && !can(user.permissions, 'Timesheet Admin Portal', 'edit')) {
    throw forbidden(`${email} can see pay: it is released by somebody with the role account.`);
  }
}
