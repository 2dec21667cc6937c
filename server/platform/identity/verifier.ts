import { errors, jwtVerify, type JSONWebKeySet } from 'jose';
import { ApiError } from '../http/api-error.ts';
import { ClaimError, defaultEmailClaims, readClaims, type ClaimRules, type Claims } from './claims.ts';
import { localKeys, providerDown, remoteKeys } from './provider-keys.ts';

/** Checks signature, issuer, audience, expiry and kind of an access token. @throws ApiError 401 or, for now, 503. */
export type Verifier = (token: string) => Promise<Claims>;

export interface VerifierOptions extends Partial<ClaimRules> {
  issuer: string;
  audience: string;
  /** The issuer's public keys when they are ours; else they are found through its discovery document. */
  keys?: JSONWebKeySet;
  /** Milliseconds of a clock that is never set back. */
  monotonic?: () => number;
}

/** Tokens of one process at a time; each is a person's for up to an hour. */
const maxVerified = 5000;

const unauthorized = (detail: string) => new ApiError(401, { detail }, { 'www-authenticate': 'Bearer' });

/**
 * The very same token is not verified again while the provider's keys are the same load: the signature of the same bytes
 * cannot have changed, its end is checked each time, and the keys are never older than `maxAgeMs`.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const { issuer, audience, emailClaims = defaultEmailClaims(issuer), requiredScope = null } = options;
  const keys = options.keys ? localKeys(options.keys) : remoteKeys(issuer, options.monotonic);
  const verified = new Map<string, { claims: Claims; version: object }>();
  return async (token) => {
    const version = await keys.version();
    const known = verified.get(token);
    if (known && known.version === version && Date.now() < known.claims.expiresAt) return known.claims;
    verified.delete(token);
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys.find, {
        issuer,
        audience,
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        requiredClaims: ['exp', 'sub'],
        clockTolerance: 5,
      });
      const claims = readClaims(payload, protectedHeader, { emailClaims, requiredScope });
      if (verified.size >= maxVerified) verified.clear();
      verified.set(token, { claims, version });
      return claims;
    } catch (error) {
      throw asApiError(error);
    }
  };
}

function asApiError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (error instanceof ClaimError) return unauthorized(error.message);
  if (error instanceof errors.JWTExpired) return unauthorized('Your sign-in has expired; log in again.');
  // The keys could not be fetched: that says nothing about the token, and the user stays signed in.
  const noKeys = error instanceof errors.JWKSTimeout || error instanceof TypeError;
  if (noKeys || (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')) return providerDown();
  if (error instanceof errors.JOSEError) return unauthorized('This sign-in is not valid here; log in again.');
  return error;
}
