import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { ApiError } from '../http/api-error.ts';

/** What a verified access token says of its bearer. */
export interface Claims {
  email: string;
  name: string;
  roles: string[];
}

/** Checks signature, issuer, audience and expiry of an access token. */
export type Verifier = (token: string) => Promise<Claims>;

const unauthorized = (detail: string) => new ApiError(401, { detail }, { 'www-authenticate': 'Bearer' });

/**
 * @param keys the issuer's public keys when they are ours; else they are found through its discovery document.
 */
export function createVerifier(options: { issuer: string; audience: string; keys?: JSONWebKeySet }): Verifier {
  const { issuer, audience } = options;
  let keySet: JWTVerifyGetKey | null = options.keys ? createLocalJWKSet(options.keys) : null;
  return async (token) => {
    keySet ??= await discoverKeys(issuer);
    try {
      const { payload } = await jwtVerify(token, keySet, {
        issuer,
        audience,
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        requiredClaims: ['exp'],
        clockTolerance: 5,
      });
      return claimsOf(payload);
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
  return { email: email.toLowerCase(), name: typeof payload.name === 'string' ? payload.name : email, roles };
}

function asApiError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (error instanceof errors.JWTExpired) return unauthorized('Your sign-in has expired; log in again.');
  if (error instanceof errors.JWKSTimeout || error instanceof TypeError) return providerDown();
  if (error instanceof errors.JOSEError) return unauthorized('This sign-in is not valid here; log in again.');
  return error;
}
