import type { User, UserManager } from 'oidc-client-ts';

/** Timeout of the provider's revocation and end-session calls, in milliseconds. */
export const endingMs = 10_000;

/**
 * Ends the refresh token. Access tokens are checked without a call to the provider: revoking one
 * would change nothing.
 */
export async function revoke(manager: UserManager, user: User | null): Promise<void> {
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
