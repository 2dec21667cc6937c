import type { User, UserManager } from 'oidc-client-ts';
import { getConfig } from '#contract/session.endpoints.ts';
import type { PublicConfig } from '#contract/session.ts';
import { request } from '../platform/api.ts';
import { endAtProvider, endingMs, revoke, type LeavingUser } from '../platform/at-provider.ts';
import { announceLogout } from '../platform/logout-channel.ts';
import { rememberSignIn } from '../platform/logouts.ts';
import { forgetOpened } from '../platform/recent.ts';
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
  rememberSignIn();
  return user.state === '/q' ? '/q' : '/me';
}

type Renewal = 'renewed' | 'refused' | 'loggedOut';
let renewing: Promise<Renewal> | undefined;

/** A new token in the place of one that has ended; calls at once share it. */
export const renew = (): Promise<Renewal> =>
  (renewing ??= requestToken().finally(() => (renewing = undefined)));

async function requestToken(): Promise<Renewal> {
  const manager = await createManager();
  const before = await manager.getUser();
  const user = before?.refresh_token ? await manager.signinSilent().catch(() => null) : null;
  // The answer came after the logout: it must not sign in again.
  if (!isSignedIn()) {
    await manager.removeUser();
    await revoke(manager, user).catch(console.error);
    return 'loggedOut';
  }
  if (!user) {
    leaveHere();
    return 'refused';
  }
  sessionStorage.setItem(tokenKey, user.access_token);
  return 'renewed';
}

/** Ends the sign-in here, also without the network, and, where the provider supports it, there. */
export async function signOut(): Promise<void> {
  // First: a network that does not answer signs out all the same.
  const user = leaveHere();
  storeClaim(null);
  announceLogout();
  const returnTo = new URL('/me', location.origin).href;
  await createManager()
    .then((manager) => endAtProvider(manager, user, returnTo))
    .catch(console.error);
}

/** Ends the sign-in of this tab after a logout in another one. */
export function leaveElsewhere(): void {
  const user = leaveHere();
  storeClaim(null);
  if (user)
    createManager()
      .then((manager) => revoke(manager, user))
      .catch(console.error);
}

/** Dispatched on the window when the sign-in of this tab has ended. */
const leftEvent = 'attendance:left';

/** Calls back when the sign-in of this tab has ended. @returns a function that ends it. */
export function onLeft(callback: () => void): () => void {
  window.addEventListener(leftEvent, callback);
  return () => window.removeEventListener(leftEvent, callback);
}

/**
 * Removes everything of the user from this browser, also what its staff pages stored.
 * @returns what ends the sign-in at the provider.
 */
function leaveHere(): LeavingUser | null {
  let user: LeavingUser | null = null;
  for (const key of Object.keys(sessionStorage).filter((name) => name.startsWith('oidc.'))) {
    if (key.startsWith('oidc.user:'))
      user = JSON.parse(sessionStorage.getItem(key) ?? 'null') as User | null;
    sessionStorage.removeItem(key);
  }
  for (const key of [tokenKey, 'email', 'details', 'today', 'logouts'])
    sessionStorage.removeItem(key);
  for (const key of ['role', 'permissions']) localStorage.removeItem(key);
  forgetOpened();
  window.dispatchEvent(new Event(leftEvent));
  return user;
}
