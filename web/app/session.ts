import { UserManager, WebStorageStateStore, type User } from 'oidc-client-ts';
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
    automaticSilentRenew: true,
    loadUserInfo: false,
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
  return details;
}

export function forgetSession(): void {
  for (const key of ['access_token', 'email']) sessionStorage.removeItem(key);
  for (const key of ['role', 'permissions']) localStorage.removeItem(key);
}
