import { sql } from 'kysely';
import { z } from 'zod';
import { blockedSignIns, releasedSignIn, type BlockedSignIn } from '../../../contract/blocked-sign-in.ts';
import { idParam } from '../../../contract/fields.ts';
import { may } from '../../../contract/permissions.ts';
import type { Api, Parts } from '../../parts.ts';
import { inTransaction } from '../../platform/database/faults.ts';
import { forbidden, notFound } from '../../platform/http/api-error.ts';
import type { Who } from '../../platform/http/guard.ts';
import { readingOf, searchable, type Listing } from '../../platform/resource/listing.ts';
import { mountReads } from '../../platform/resource/mount.ts';
import { lockBlocked, rebind, removeBlocked, type Blocked } from './queries.ts';

const listing: Listing = {
  table: 'blocked_sign_in',
  neverArchived: true,
  joins: () => sql`
    join app_user u on u.id = x.user_id
    join sign_in_binding b on b.user_id = x.user_id and b.issuer = x.issuer`,
  columns: () => sql`
    x.id, u.email, x.name, x.subject, x.issuer, x.role, x.attempts, x.first_at, x.last_at, b.bound_at, b.subject as bound_subject`,
  search: (word) => sql`${searchable('u.email', 'x.name', 'x.subject')} like ${word}`,
  orders: { last_at: [sql`x.last_at`], email: [sql`u.email`], attempts: [sql`x.attempts`] },
};

const params = z.object({ id: idParam });
const notBlocked = () => notFound('This blocked sign-in');

/** Accounts that were refused because their address belongs to another: an administrator looks, and releases or dismisses. */
export function blockedSignInRoutes(api: Api, { database, clock, config }: Parts): void {
  const reading = readingOf<BlockedSignIn>(database, listing, clock.today);
  mountReads(api, blockedSignIns, reading, { database, today: clock.today });

  const release = { params, response: { 200: releasedSignIn } };
  api.post('/sign-in-blocks/:id/release', { schema: release }, async ({ params: { id }, who }) => {
    const email = await inTransaction(database, async (trx) => {
      const blocked = await lockBlocked(trx, id, who.id);
      if (!blocked) throw notBlocked();
      assertMayRelease(who, blocked, config.accountEmails);
      await rebind(trx, blocked);
      await removeBlocked(trx, id);
      return blocked.email;
    });
    return { message: `${email} can sign in with the released account` };
  });

  api.delete('/sign-in-blocks/:id', { schema: { params, response: { 204: z.null() } } }, async ({ params: { id } }, reply) => {
    if (!(await removeBlocked(database, id))) throw notBlocked();
    return reply.code(204).send(null);
  });
}

/** An account gets what the address may do: only somebody who may do that already gives it away, and never to themselves. */
function assertMayRelease(user: Who, { email, is_account, is_own, paid }: Blocked, accountEmails: string[]): void {
  if (email === user.email) throw forbidden('Your own address is released by somebody else.');
  if (is_own) throw forbidden('Your own account is released by somebody else, whatever its address.');
  const needsAccount = is_account || accountEmails.includes(email) || paid;
  if (needsAccount && !may(user.permissions, 'Timesheet Admin Portal', 'edit')) {
    throw forbidden(`${email} can see pay: it is released by somebody with the role account.`);
  }
}
