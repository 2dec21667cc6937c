import type { UserManager } from 'oidc-client-ts';
import { getConfig } from '#contract/endpoints/session.ts';
import type { PublicConfig } from '#contract/session.ts';
import { request } from '../platform/api.ts';
import { endingMs, revoke } from '../platform/revoke.ts';
import { storeClaim } from './claim.ts';

/** Where the identity provider returns to: registered there besides the staff's address. */
const callbackPath = '/me/callback';
const tokenKey = 'access_token';

let loading: Promise<PublicConfig> | undefined;

/** The institute's settings, read once by a page. @throws ApiError */
export function loadConfig(): Promise<PublicConfig> {
  loading ??= request(getConfig, { anonymous: true });
  loading.catch(() => (loading = undefined));
  return loading;
}

export const isSignedIn = (): boolean => sessionStorage.getItem(tokenKey) !== null;

/**
 * The client of the identity provider. It is loaded when somebody signs in or out, or a token ends:
 * who is signed in does not wait for it. The token is that of the staff pages of the same tab, so
 * that who is both signs in once.
 */
async function createManager(): Promise<UserManager> {
  const [{ UserManager, WebStorageStateStore }, { sign_in }] = await Promise.all([
    import('oidc-client-ts'),
    loadConfig(),
  ]);
  return new UserManager({
    authority: sign_in.authority,
    client_id: sign_in.client_id,
    redirect_uri: new URL(callbackPath, location.origin).href,
    scope: sign_in.scope,
    response_type: 'code',
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
    loadUserInfo: false,
    requestTimeoutInSeconds: endingMs / 1000,
  });
}

/** Leaves for the sign-in of the institute. @param returnTo the page to come back to. */
export async function signIn(returnTo: '/me' | '/q'): Promise<void> {
  await (await createManager()).signinRedirect({ state: returnTo });
}

let finishing: Promise<'/me' | '/q'> | undefined;

/** The return from the sign-in, once. @returns the page that it began at. */
export const finishSignIn = (): Promise<'/me' | '/q'> => (finishing ??= exchange());

async function exchange(): Promise<'/me' | '/q'> {
  const user = await (await createManager()).signinCallback();
  if (!user) throw new Error('The sign-in has no answer.');
  sessionStorage.setItem(tokenKey, user.access_token);
  sessionStorage.setItem('email', user.profile.email ?? user.profile.preferred_username ?? '');
  return user.state === '/q' ? '/q' : '/me';
}

/** A new token in the place of one that has ended; false when the provider refuses. */
export async function renew(): Promise<boolean> {
  const manager = await createManager();
  const before = await manager.getUser();
  const user = before?.refresh_token ? await manager.signinSilent().catch(() => null) : null;
  if (!user) {
    forget();
    return false;
  }
  sessionStorage.setItem(tokenKey, user.access_token);
  return true;
}

/** Ends the sign-in here, also without the network, and, where the provider supports it, there. */
export async function signOut(): Promise<void> {
  forget();
  storeClaim(null);
  // Before anything that waits for the network.
  const stored = takeTokens();
  const manager = await createManager().catch(() => null);
  const user = stored ? (await import('oidc-client-ts')).User.fromStorageString(stored) : null;
  // Not awaited: it goes on while the page leaves.
  if (manager && user) revoke(manager, user).catch(() => {});
  const metadata = await manager?.metadataService.getMetadata().catch(() => null);
  if (!manager || !metadata?.end_session_endpoint) {
    location.replace('/me');
    return;
  }
  await manager.signoutRedirect({
    post_logout_redirect_uri: new URL('/me', location.origin).href,
    ...(user?.id_token !== undefined && { id_token_hint: user.id_token }),
  });
}

/** Removes what the provider's client stored. @returns the user with the tokens, as it was stored. */
function takeTokens(): string | null {
  const keys = Object.keys(sessionStorage).filter((name) => name.startsWith('oidc.'));
  const user = keys.find((name) => name.startsWith('oidc.user:'));
  const stored = user ? sessionStorage.getItem(user) : null;
  keys.forEach((key) => sessionStorage.removeItem(key));
  return stored;
}

/** Removes everything of the user from this browser, also what its staff pages stored. */
function forget(): void {
  for (const key of [tokenKey, 'email', 'details', 'today']) sessionStorage.removeItem(key);
  for (const key of ['role', 'permissions']) localStorage.removeItem(key);
}
