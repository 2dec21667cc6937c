import type { QueryClient } from '@tanstack/react-query';
import { ErrorResponse, UserManager, WebStorageStateStore, type User } from 'oidc-client-ts';
import type { PublicConfig, UserDetails } from '../../contract/session.ts';
import { api } from './api.ts';

/** Opens and closes the session with the identity provider; one code for Entra ID and any other (design §1). */
export function createUserManager(signIn: PublicConfig['sign_in']): UserManager {
  return new UserManager({
    authority: signIn.authority,
    client_id: signIn.client_id,
    redirect_uri: signIn.redirect_uri,
    scope: signIn.scope,
    response_type: 'code',
    prompt: 'select_account',
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    // Done by hand (renewToken): two renewals at once would use the same refresh token twice, which ends the sign-in.
    automaticSilentRenew: false,
    loadUserInfo: false,
    // Access tokens are checked without a call to the provider: revoking one would change nothing.
    revokeTokenTypes: ['refresh_token'],
    popupWindowFeatures: { width: 480, height: 680 },
  });
}

/** The token and the e-mail where the specification wants them (spec §7). */
export function keepToken(user: User): void {
  sessionStorage.setItem('access_token', user.access_token);
  const { email, preferred_username } = user.profile;
  sessionStorage.setItem('email', email ?? preferred_username ?? '');
}

export async function loadUser(): Promise<UserDetails> {
  const details = await api.get<UserDetails>('user/details/');
  localStorage.setItem('role', details.user_role[0] ?? 'teacher');
  localStorage.setItem('permissions', JSON.stringify(details.permissions));
  sessionStorage.setItem('details', JSON.stringify(details));
  return details;
}

/** Who was signed in in this tab before it was loaded anew; null when nobody was. */
export function keptUser(): UserDetails | null {
  try {
    const details = JSON.parse(sessionStorage.getItem('details') ?? 'null') as UserDetails | null;
    return details && details.email === sessionStorage.getItem('email')?.toLowerCase() ? details : null;
  } catch {
    return null;
  }
}

/** What was kept of the screens is for whoever it was shown to. */
export function forgetOthers(queries: QueryClient, email: string): void {
  if ((localStorage.getItem('kept_for') ?? email) !== email) {
    queries.removeQueries({ predicate: ({ meta, queryKey }) => Boolean(meta?.kept) && queryKey[0] !== 'config' });
  }
  localStorage.setItem('kept_for', email);
}

type Renewal = 'renewed' | 'refused' | 'unreachable';
const underWay = new WeakMap<UserManager, Promise<Renewal>>();

/** Asks the provider for a new token in the background; who asks meanwhile is told the same. */
export function renewToken(manager: UserManager): Promise<Renewal> {
  const renewal = underWay.get(manager) ?? askForToken(manager).finally(() => underWay.delete(manager));
  underWay.set(manager, renewal);
  return renewal;
}

async function askForToken(manager: UserManager): Promise<Renewal> {
  const user = await manager.getUser();
  if (!user?.refresh_token) return 'refused';
  try {
    const fresh = await manager.signinSilent();
    if (fresh) keepToken(fresh);
    return fresh ? 'renewed' : 'refused';
  } catch (error) {
    return error instanceof ErrorResponse ? 'refused' : 'unreachable';
  }
}

const freshMs = 600_000;

/** A configuration that was kept names the day on which it came: today is reckoned from it. */
export function upToDate(config: PublicConfig, at: number): PublicConfig {
  const age = Date.now() - at;
  if (age < freshMs) return config;
  const now = new Date(Date.parse(config.now) + age);
  return { ...config, today: new Intl.DateTimeFormat('en-CA', { timeZone: config.time_zone }).format(now) };
}

export function forgetSession(): void {
  for (const key of ['access_token', 'email', 'details']) sessionStorage.removeItem(key);
  for (const key of ['role', 'permissions']) localStorage.removeItem(key);
}
