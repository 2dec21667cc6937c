import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { ApiError } from '../http/api-error.ts';

/** What a verified access token says of its bearer. */
export interface Claims {
  email: string;
  name: string;
  roles: string[];
  /** The same for all tokens of one sign-in, where the provider says so (`sid`, `auth_time`); else each token's own. */
  session: string;
}

/** Checks signature, issuer, audience and expiry of an access token. */
export type Verifier = (token: string) => Promise<Claims>;

/**
 * The very same token is not computed again for some seconds: the signature of the same bytes cannot have changed,
 * its end is looked at each time, and a key that the issuer withdrew counts no longer than this.
 */
const verifiedMs = 30_000;
const mostVerified = 5000;
interface Verified {
  claims: Claims;
  /** Milliseconds of the time that only runs on, whatever is done to the clock. */
  until: number;
  /** Epoch milliseconds: the token's own end. */
  expires: number;
}

const unauthorized = (detail: string) => new ApiError(401, { detail }, { 'www-authenticate': 'Bearer' });

/**
 * @param keys the issuer's public keys when they are ours; else they are found through its discovery document.
 */
export function createVerifier(options: { issuer: string; audience: string; keys?: JSONWebKeySet }): Verifier {
  const { issuer, audience } = options;
  let keySet: JWTVerifyGetKey | null = options.keys ? createLocalJWKSet(options.keys) : null;
  const verified = new Map<string, Verified>();
  return async (token) => {
    const known = verified.get(token);
    if (known && performance.now() < known.until && Date.now() < known.expires) return known.claims;
    verified.delete(token);
    keySet ??= await discoverKeys(issuer);
    try {
      const { payload } = await jwtVerify(token, keySet, {
        issuer,
        audience,
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        requiredClaims: ['exp'],
        clockTolerance: 5,
      });
      const claims = claimsOf(payload);
      if (verified.size >= mostVerified) verified.clear();
      verified.set(token, { claims, until: performance.now() + verifiedMs, expires: payload.exp! * 1000 });
      return claims;
    } catch (error) {
      throw asApiError(error);
    }
  };
}

async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const address = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(5000) });
    const found = (await answer.json()) as { jwks_uri: string };
    return createRemoteJWKSet(new URL(found.jwks_uri));
  } catch {
    throw providerDown();
  }
}

const providerDown = () => new ApiError(503, { detail: 'The sign-in service cannot be reached at the moment; try again.' }, { 'retry-after': '2' });

function claimsOf(payload: JWTPayload): Claims {
  const email = [payload.email, payload.preferred_username, payload.upn].find((value) => typeof value === 'string' && value.includes('@'));
  if (typeof email !== 'string') throw unauthorized('The token names no e-mail address.');
  const roles = Array.isArray(payload.roles) ? payload.roles.filter((role) => typeof role === 'string') : [];
  const said = [payload.sid, payload.auth_time, payload.iat, payload.jti].find((value) => typeof value === 'string' || typeof value === 'number');
  const session = String(said ?? 'unknown').slice(0, 100);
  return { email: email.toLowerCase(), name: typeof payload.name === 'string' ? payload.name : email, roles, session };
}

function asApiError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (error instanceof errors.JWTExpired) return unauthorized('Your sign-in has expired; log in again.');
  // The keys could not be fetched: that is no word on the token, and nobody is signed out for it.
  const noKeys = error instanceof errors.JWKSTimeout || error instanceof TypeError;
  if (noKeys || (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')) return providerDown();
  if (error instanceof errors.JOSEError) return unauthorized('This sign-in is not valid here; log in again.');
  return error;
}
