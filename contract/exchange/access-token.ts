import { z } from 'zod';
import { cleanText, idParam, listQuery } from '../fields.ts';
import { accessTokenLimits, accessTokenStates } from './access-token-terms.ts';
import { scopes } from './scopes.ts';

/** A token as administrators see it; never the token itself. */
export const accessToken = z.object({
  id: z.number(),
  name: z.string(),
  /** Whose rights it has at most. */
  user: z.object({ id: z.number(), name: z.string(), email: z.string() }),
  /** Permissions as `Students:read`. */
  scopes: z.array(z.string()),
  state: z.enum(accessTokenStates),
  /** ISO 8601 UTC. */
  created_at: z.string(),
  expires_at: z.string(),
  /** Within five minutes; null when never. */
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type AccessToken = z.output<typeof accessToken>;

export const accessTokensQuery = z.strictObject({ limit: listQuery.limit, page: listQuery.page });
export const accessTokens = z.object({ results: z.array(accessToken), total: z.number() });

export const newAccessToken = z.strictObject({
  name: cleanText(accessTokenLimits.name, { as: 'line' }),
  scopes: z
    .array(z.enum(scopes, 'must be permissions that tokens can have'), 'must be a list')
    .min(1, 'choose at least one')
    .max(scopes.length, `must be at most ${scopes.length}`)
    .refine((given) => new Set(given).size === given.length, 'must not contain one twice'),
  /** Days from now. */
  expires_in_days: z
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(accessTokenLimits.maxDays, `must be at most ${accessTokenLimits.maxDays}`)
    .default(accessTokenLimits.days),
});

/** The token is in this answer alone. */
export const createdAccessToken = accessToken.extend({ token: z.string() });

export const accessTokenParams = z.object({ id: idParam });
