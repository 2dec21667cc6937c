import type { User, UserManager } from 'oidc-client-ts';

/** Timeout of the provider's revocation and end-session calls, in milliseconds. */
export const endingMs = 10_000;

/** What is needed of a user who signs out. */
export type LeavingUser = Partial<Pick<User, 'refresh_token' | 'id_token'>>;

/**
 * Ends the refresh token. Access tokens are checked without a call to the provider: revoking one
 * would change nothing.
 */
export async function revoke(manager: UserManager, user: LeavingUser | null): Promise<void> {
  const { revocation_endpoint: address } = await manager.metadataService.getMetadata();
  if (!address || !user?.refresh_token) return;
  const body = new URLSearchParams({
    token: user.refresh_token,
    token_type_hint: 'refresh_token',
    client_id: manager.settings.client_id,
  });
  await fetch(address, {
    method: 'POST',
    body,
    keepalive: true,
    signal: AbortSignal.timeout(endingMs),
  });
}

/**
 * Revokes the refresh token and ends the provider's session after a sign-out here, if the provider
 * supports it.
 * @param returnTo the page to come back to.
 */
export async function endAtProvider(
  manager: UserManager,
  user: LeavingUser | null,
  returnTo: string = location.origin,
): Promise<void> {
  // Not awaited: it continues while the page navigates to the provider.
  revoke(manager, user).catch(console.error);
  const { end_session_endpoint: ends } = await manager.metadataService.getMetadata();
  // Without the network the provider's page would be the browser's own page of that.
  if (!ends || !(await isReachable(manager))) return;
  // Another user signed in while the provider did not answer.
  if (await manager.getUser()) return;
  await manager.signoutRedirect({
    post_logout_redirect_uri: returnTo,
    ...(user?.id_token !== undefined && { id_token_hint: user.id_token }),
  });
}

const isReachable = (manager: UserManager): Promise<boolean> =>
  fetch(manager.settings.metadataUrl, {
    cache: 'no-store',
    signal: AbortSignal.timeout(endingMs),
  }).then(
    () => true,
    () => false,
  );
