import { accessTokenLimits } from '#contract/exchange/access-token-terms.ts';
import type { AccessToken } from '#contract/exchange/access-token.ts';
import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '#contract/exchange/access-tokens.endpoints.ts';
import { scopesWith } from '#contract/exchange/scopes.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { required } from '#server/platform/required.ts';
import { tokensTopic } from './identify.ts';
import { findToken, listTokens, lockAndCount } from './queries.ts';
import { hashOf, newAccessToken } from './secret.ts';

/** Access tokens of programs (R-TOKEN-1): administrators make their own and see and revoke all. */
export function accessTokenRoutes(api: Api, context: AppContext): void {
  const { database, clock, live } = context;
  const now = () => clock.now().toString();

  async function read(id: number, from: Database = database): Promise<AccessToken> {
    const token = await findToken(from, id, now());
    if (!token) throw notFound('This access token');
    return token;
  }

  implement(api, listAccessTokens, ({ query }) => listTokens(database, now(), query));

  implement(api, createAccessToken, async (request, reply) => {
    const { body, user } = request;
    const { name, scopes, expires_in_days } = body;
    const own = new Set(scopesWith(user.permissions));
    const foreign = scopes.filter((scope) => !own.has(scope));
    if (foreign.length > 0)
      throw validationError('scopes', `are not yours to give: ${foreign.join(', ')}`);
    const token = newAccessToken();
    const account = required(user.account, 'The account of who is signed in');
    const made = await inTransaction(database, async (trx) => {
      if ((await lockAndCount(trx, user.id, now())) >= accessTokenLimits.perUser)
        throw new ApiError(409, {
          detail: `You have ${accessTokenLimits.perUser} access tokens in use. Revoke one first.`,
        });
      const { id } = await trx
        .insertInto('access_token')
        .values({
          name,
          hash: Buffer.from(hashOf(token), 'hex'),
          scopes,
          user_id: user.id,
          ...account,
          created_at: now(),
          expires_at: clock
            .now()
            .add({ hours: 24 * expires_in_days })
            .toString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return read(id, trx);
    });
    request.auditAbout = { access_token: made.id };
    reply.header('cache-control', 'no-store');
    return reply.code(201).send({ ...made, token });
  });

  implement(api, revokeAccessToken, async ({ params: { id }, user }) => {
    await read(id);
    await database
      .updateTable('access_token')
      .set({ revoked_at: now(), revoked_by: user.id })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    live.publish(tokensTopic, null);
    return read(id);
  });
}
