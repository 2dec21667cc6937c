export const accessTokenLimits = {
  /** Characters of a name. */
  name: 60,
  /** Tokens in use of one user. */
  perUser: 20,
  /** Days until a token ends. */
  days: 90,
  maxDays: 365,
} as const;

/** `active` can be used, as far as its user has the permissions. */
export const accessTokenStates = ['active', 'expired', 'revoked'] as const;
export type AccessTokenState = (typeof accessTokenStates)[number];
