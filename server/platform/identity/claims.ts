import type { JWTPayload, JWTHeaderParameters } from 'jose';
import { z } from 'zod';

/** What a verified access token says about its bearer. */
export interface Claims {
  /** Provider and the account there: what an address is bound to at the first sign-in. */
  issuer: string;
  subject: string;
  /** Lower case, without surrounding spaces. */
  email: string;
  name: string;
  roles: string[];
  /** The same for all tokens of one sign-in, where the provider says so (`sid`, `auth_time`); else each token's own. */
  session: string;
  /** End of the token, epoch milliseconds. */
  expiresAt: number;
}

/** Which tokens of the issuer are access tokens for us, and which claim names the person. */
export interface ClaimRules {
  /** Claims that may hold the e-mail address, the first present one decides. */
  emailClaims: readonly string[];
  /** Scope that a token must carry (`scope` or `scp`); null for none. */
  requiredScope: string | null;
}

/** Why a token is not accepted, as the caller reads it. */
export class ClaimError extends Error {}

const microsoftHosts = /(^|\.)(login\.microsoftonline\.(com|us)|login\.partner\.microsoftonline\.cn|login\.windows\.net|sts\.windows\.net)$/;

export const isMicrosoft = (issuer: string): boolean => URL.canParse(issuer) && microsoftHosts.test(new URL(issuer).hostname);

/**
 * The claim of an issuer when the operator names none. Microsoft's `email` is whatever a user wrote into their profile, so
 * the sign-in name decides there; elsewhere `preferred_username` is a free choice, and only `email` counts.
 */
export const defaultEmailClaims = (issuer: string): readonly string[] => (isMicrosoft(issuer) ? ['preferred_username', 'upn'] : ['email']);

/** `api://…/Attendance.Use` → `Attendance.Use`: the scope of ours that the sign-in asks for; null when there is none. */
export function scopeOfOurs(scope: string): string | null {
  const own = scope.split(/\s+/).find((part) => /^[a-z][a-z0-9+.-]*:\/\/.+\/[^/]+$/i.test(part));
  return own?.split('/').at(-1) ?? null;
}

/** Claims of ID, refresh and logout tokens; no access token has them. */
const foreignClaims = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events'];
/** OpenID Connect Core, section 2: `sub`. */
const maxSubjectLength = 255;
/** `typ` of access tokens: in the header by RFC 9068, in the payload with Keycloak. */
const headerTypes = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
const payloadTypes = new Set(['bearer', 'jwt', 'at+jwt']);

const wrongKind = () => new ClaimError('This is not an access token for this application; log in again.');

/** @throws ClaimError for a token of another kind, of another application, or without a verified e-mail address. */
export function readClaims(payload: JWTPayload, header: JWTHeaderParameters, { emailClaims, requiredScope }: ClaimRules): Claims {
  if (header.typ !== undefined && !headerTypes.has(header.typ.toLowerCase())) throw wrongKind();
  if (payload.typ !== undefined && !(typeof payload.typ === 'string' && payloadTypes.has(payload.typ.toLowerCase()))) throw wrongKind();
  if (foreignClaims.some((name) => payload[name] !== undefined)) throw wrongKind();
  if (requiredScope !== null && !scopesOf(payload).includes(requiredScope)) throw wrongKind();
  if (payload.token_use !== undefined && payload.token_use !== 'access') throw wrongKind();
  if (payload.email_verified !== undefined && !/^(true|1)$/i.test(textOf(payload.email_verified))) {
    throw new ClaimError('Your sign-in service has not verified your e-mail address yet. Confirm it there, then log in again.');
  }
  const named = emailClaims.map((claim) => textOf(payload[claim])).find(Boolean) ?? '';
  const email = named.toLowerCase();
  // The Kelvin sign (U+212A) is a k in lower case: an address of somebody else's must not become one of ours.
  if (!isAddress.test(email) || nonAscii(email) !== nonAscii(named)) throw new ClaimError('The token names no e-mail address.');
  const subject = String(payload.sub);
  if (textOf(payload.sub) === '' || subject.length > maxSubjectLength) throw new ClaimError('The token names no account.');
  const roles = Array.isArray(payload.roles) ? payload.roles.filter((role) => typeof role === 'string') : [];
  const session = [payload.sid, payload.auth_time, payload.iat, payload.jti].map(textOf).find(Boolean) ?? 'unknown';
  return {
    issuer: payload.iss!,
    subject,
    email,
    name: displayName.safeParse(textOf(payload.name)).data ?? email,
    roles,
    session: session.slice(0, 100),
    expiresAt: payload.exp! * 1000,
  };
}

/** Wider than what forms accept: the provider says how its accounts are called. */
const isAddress = /^[^\s@\p{Cc}]{1,100}@[^\s@\p{Cc}]{1,100}$/u;

/** A claim as text, trimmed; empty for what is neither text, number nor boolean, and for text that no database stores. */
function textOf(claim: unknown): string {
  if (typeof claim !== 'string' && typeof claim !== 'number' && typeof claim !== 'boolean') return '';
  const text = String(claim).trim();
  return /\p{Cc}/u.test(text) || !text.isWellFormed() ? '' : text;
}

const nonAscii = (text: string): number => text.match(/[^\0-\x7f]/gu)?.length ?? 0;

const displayName = z.string().min(1).max(200);

function scopesOf(payload: JWTPayload): string[] {
  return [payload.scope, payload.scp].flatMap((given) => (Array.isArray(given) ? given : typeof given === 'string' ? given.split(' ') : []));
}
