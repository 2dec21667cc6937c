import { errors, jwtVerify, type JSONWebKeySet } from 'jose';
import { ApiError } from '../http/api-error.ts';
import {
  ClaimError,
  defaultEmailClaims,
  readClaims,
  type ClaimRules,
  type Claims,
} from './claims.ts';
import { localKeys, providerDown, remoteKeys } from './provider-keys.ts';

/**
 * Verifies signature, issuer, audience, expiry and kind of an access token. @throws ApiError 401,
 * or 503 when keys are unavailable.
 */
export type Verifier = (token: string) => Promise<Claims>;

export interface VerifierOptions extends Partial<ClaimRules> {
  issuer: string;
  audience: string;
  /** Our own public keys; otherwise they are found through the issuer's discovery document. */
  keys?: JSONWebKeySet;
  /** Milliseconds of a monotonic clock. */
  monotonic?: () => number;
}

/** Maximum cached tokens per process; each is valid for up to an hour. */
const maxVerified = 5000;

const unauthorized = (detail: string) =>
  new ApiError(401, { detail }, { 'www-authenticate': 'Bearer' });

/**
 * Caches verified tokens while the provider's keys do not change: the signature of the same bytes
 * remains valid, expiry is checked each time, and keys are never older than `maxAgeMs`.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const {
    issuer,
    audience,
    emailClaims = defaultEmailClaims(issuer),
    requiredScope = null,
  } = options;
  const keys = options.keys ? localKeys(options.keys) : remoteKeys(issuer, options.monotonic);
  const verified = new Map<string, { claims: Claims; version: object }>();
  return async (token) => {
    const version = await keys.version();
    const known = verified.get(token);
    if (known && known.version === version && Date.now() < known.claims.expiresAt)
      return known.claims;
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
  if (error instanceof errors.JWTExpired)
    return unauthorized('Your sign-in has expired; log in again.');
  // The keys could not be fetched: the token may be valid, and the user stays signed in.
  const noKeys = error instanceof errors.JWKSTimeout || error instanceof TypeError;
  if (noKeys || (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC'))
    return providerDown();
  if (error instanceof errors.JOSEError)
    return unauthorized('This sign-in is not valid here; log in again.');
  return error;
}
