import type { JWTPayload, JWTHeaderParameters } from 'jose';
import { z } from 'zod';
import { identifierError } from '#contract/identifier.ts';

/** The user that a verified access token identifies. */
export interface Claims {
  /** Issuer and subject: the account that an address is bound to at the first sign-in. */
  issuer: string;
  subject: string;
  /** Lower case, without surrounding spaces. */
  email: string;
  name: string;
  roles: string[];
  /** Identifies the session, if the provider sends it (`sid`, `auth_time`); otherwise the token. */
  session: string;
  /** End of the token, epoch milliseconds. */
  expiresAt: number;
}

/** How to recognise access tokens for us, and the claim of the user's address. */
export interface ClaimRules {
  /** Claims that may hold the e-mail address; the first present one is used. */
  emailClaims: readonly string[];
  /** Scope that a token must carry (`scope` or `scp`); null for none. */
  requiredScope: string | null;
}

/** A rejected token, with a message for the caller. */
export class ClaimError extends Error {}

const microsoftHosts =
  /(^|\.)(login\.microsoftonline\.(com|us)|login\.partner\.microsoftonline\.cn|login\.windows\.net|sts\.windows\.net)$/;

export const isMicrosoft = (issuer: string): boolean =>
  URL.canParse(issuer) && microsoftHosts.test(new URL(issuer).hostname);

/**
 * The default claims of an issuer. Microsoft's `email` is editable by users, so the sign-in name is
 * used there; with other issuers `preferred_username` is editable, and only `email` is used.
 */
export const defaultEmailClaims = (issuer: string): readonly string[] =>
  isMicrosoft(issuer) ? ['preferred_username', 'upn'] : ['email'];

/** `api://…/Attendance.Use` → `Attendance.Use`: our scope in the sign-in's scopes; null without one. */
export function ownScope(scope: string): string | null {
  const own = scope.split(/\s+/).find((part) => /^[a-z][a-z0-9+.-]*:\/\/.+\/[^/]+$/i.test(part));
  return own?.split('/').at(-1) ?? null;
}

/** Claims of ID, refresh and logout tokens, which access tokens do not have. */
const foreignClaims = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events'];
/** OpenID Connect Core, section 2: `sub`. */
const maxSubjectLength = 255;
/** `typ` of access tokens: in the header by RFC 9068, in the payload with Keycloak. */
const headerTypes = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
const payloadTypes = new Set(['bearer', 'jwt', 'at+jwt']);

const wrongTokenKind = () =>
  new ClaimError('This is not an access token for this application; log in again.');

/**
 * @throws ClaimError for a token of another kind, of another application, or without a verified
 * e-mail address.
 */
export function readClaims(
  payload: JWTPayload,
  header: JWTHeaderParameters,
  { emailClaims, requiredScope }: ClaimRules,
): Claims {
  if (header.typ !== undefined && !headerTypes.has(header.typ.toLowerCase()))
    throw wrongTokenKind();
  if (
    payload.typ !== undefined &&
    !(typeof payload.typ === 'string' && payloadTypes.has(payload.typ.toLowerCase()))
  )
    throw wrongTokenKind();
  if (foreignClaims.some((name) => payload[name] !== undefined)) throw wrongTokenKind();
  if (requiredScope !== null && !scopesOf(payload).includes(requiredScope)) throw wrongTokenKind();
  if (payload.token_use !== undefined && payload.token_use !== 'access') throw wrongTokenKind();
  if (payload.email_verified !== undefined && !/^(true|1)$/i.test(textOf(payload.email_verified))) {
    throw new ClaimError(
      'Your sign-in service has not verified your e-mail address yet. Confirm it there, then log in again.',
    );
  }
  const named = emailClaims.map((name) => payload[name]).find((claim) => textOf(claim) !== '');
  const email = textOf(named).toLowerCase();
  // The Kelvin sign (U+212A) has k as its lower case, and a no-break space is trimmed: a foreign
  // address must not become one of ours, nor look like one.
  if (
    !isAddress.test(email) ||
    nonAscii(email) !== nonAscii(String(named)) ||
    identifierError(email, 'key') !== null
  )
    throw new ClaimError('The token names no e-mail address.');
  const subject = String(payload.sub);
  if (textOf(payload.sub) === '' || subject.length > maxSubjectLength)
    throw new ClaimError('The token names no account.');
  const roles = Array.isArray(payload.roles)
    ? payload.roles.filter((role) => typeof role === 'string')
    : [];
  const session =
    [payload.sid, payload.auth_time, payload.iat, payload.jti].map(textOf).find(Boolean) ??
    'unknown';
  const { iss: issuer, exp } = payload;
  if (issuer === undefined || exp === undefined)
    throw new ClaimError('The token names no issuer or no end.');
  return {
    issuer,
    subject,
    email,
    name: displayName.safeParse(textOf(payload.name)).data ?? email,
    roles,
    session: session.slice(0, 100),
    expiresAt: exp * 1000,
  };
}

/** Wider than what forms accept: the provider decides its accounts' names. */
const isAddress = /^[^\s@\p{Cc}]{1,100}@[^\s@\p{Cc}]{1,100}$/u;

/** A claim as trimmed text; empty for objects and for text that PostgreSQL cannot store. */
function textOf(claim: unknown): string {
  if (typeof claim !== 'string' && typeof claim !== 'number' && typeof claim !== 'boolean')
    return '';
  const text = String(claim).trim();
  return /\p{Cc}/u.test(text) || !text.isWellFormed() ? '' : text;
}

const nonAscii = (text: string): number => text.match(/[^\0-\x7f]/gu)?.length ?? 0;

const displayName = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => identifierError(text, 'name') === null);

function scopesOf(payload: JWTPayload): string[] {
  return [payload.scope, payload.scp].flatMap((given) =>
    Array.isArray(given) ? given : typeof given === 'string' ? given.split(' ') : [],
  );
}

interface ScopeSettings {
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_AUDIENCE?: string | undefined;
  OIDC_SCOPE: string;
  OIDC_REQUIRED_SCOPE?: string | undefined;
}

/**
 * With one audience for client and API, ID tokens would pass as access tokens: a required scope
 * excludes them.
 */
export function requiredScopeOf({
  OIDC_CLIENT_ID,
  OIDC_AUDIENCE,
  OIDC_SCOPE,
  OIDC_REQUIRED_SCOPE,
}: ScopeSettings): string | null {
  if (OIDC_REQUIRED_SCOPE) return OIDC_REQUIRED_SCOPE === 'none' ? null : OIDC_REQUIRED_SCOPE;
  return ownScope(OIDC_SCOPE) ?? (OIDC_AUDIENCE === OIDC_CLIENT_ID ? 'openid' : null);
}
