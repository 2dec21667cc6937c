import type { QueryClient } from '@tanstack/react-query';
import { ErrorResponse, UserManager, WebStorageStateStore, type User } from 'oidc-client-ts';
import { getUserDetails } from '#contract/session.endpoints.ts';
import type { PublicConfig, UserDetails } from '#contract/session.ts';
import { request } from './api.ts';
import { revoke } from './at-provider.ts';
import { forgetOpened } from './recent.ts';

/**
 * Opens and closes the session with the identity provider; one code for Entra ID and any other
 * (R-SIGN-IN-1).
 */
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
    // Renewed by renewToken: concurrent renewals would use a refresh token twice, which ends the
    // sign-in.
    automaticSilentRenew: false,
    loadUserInfo: false,
    popupWindowFeatures: { width: 480, height: 680 },
  });
}

/** The token and the e-mail in session storage (R-SIGN-IN-2). */
export function storeToken(user: User): void {
  sessionStorage.setItem('access_token', user.access_token);
  const { email, preferred_username } = user.profile;
  sessionStorage.setItem('email', email ?? preferred_username ?? '');
}

let loading: Promise<UserDetails> | undefined;

/** Loads the user of the stored token; concurrent requests are shared. @throws ApiError */
export function loadUser(): Promise<UserDetails> {
  loading ??= readUser().finally(() => (loading = undefined));
  return loading;
}

async function readUser(): Promise<UserDetails> {
  const details = await request(getUserDetails);
  // Providers may name the e-mail in the access token alone, which the server reads.
  if (!sessionStorage.getItem('email')) sessionStorage.setItem('email', details.email);
  localStorage.setItem('role', details.user_role[0] ?? 'teacher');
  localStorage.setItem('permissions', JSON.stringify(details.permissions));
  sessionStorage.setItem('details', JSON.stringify(details));
  return details;
}

/** Cached screens belong to the user they were shown to. */
export function removeOtherUsers(queries: QueryClient, email: string): void {
  if ((localStorage.getItem('kept_for') ?? email) !== email) {
    queries.removeQueries({
      predicate: ({ meta, queryKey }) => Boolean(meta?.kept) && queryKey[0] !== 'config',
    });
  }
  localStorage.setItem('kept_for', email);
}

type Renewal = 'renewed' | 'refused' | 'unreachable' | 'loggedOut';
const pendingRenewals = new WeakMap<UserManager, Promise<Renewal>>();

/**
 * Requests a new token from the provider in the background; concurrent callers share the answer.
 */
export function renewToken(manager: UserManager): Promise<Renewal> {
  const renewal =
    pendingRenewals.get(manager) ??
    requestToken(manager).finally(() => pendingRenewals.delete(manager));
  pendingRenewals.set(manager, renewal);
  return renewal;
}

async function requestToken(manager: UserManager): Promise<Renewal> {
  const user = await manager.getUser();
  if (!user?.refresh_token) return 'refused';
  try {
    const fresh = await manager.signinSilent();
    // The answer came after the logout: it must not sign in again.
    if (sessionStorage.getItem('access_token') === null) {
      await manager.removeUser();
      await revoke(manager, fresh).catch(console.error);
      return 'loggedOut';
    }
    if (fresh) storeToken(fresh);
    return fresh ? 'renewed' : 'refused';
  } catch (error) {
    return error instanceof ErrorResponse ? 'refused' : 'unreachable';
  }
}

export function clearSession(): void {
  for (const key of ['access_token', 'email', 'details', 'today', 'logouts'])
    sessionStorage.removeItem(key);
  for (const key of ['role', 'permissions']) localStorage.removeItem(key);
  forgetOpened();
}
