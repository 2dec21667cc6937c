import type { UserManager } from 'oidc-client-ts';
import { useEffect } from 'react';
import { ApiError } from './api.ts';
import { renewToken } from './session.ts';

/** How soon a renewal is tried again while the provider cannot be reached, in milliseconds. */
const retryMs = 4000;
/** A new token that is refused at once would be refused again. */
const recentRenewalMs = 10_000;

/** Renews the token before and after it has ended. */
export function useTokenRenewal(
  manager: UserManager,
  leave: (problem?: unknown) => Promise<void>,
): void {
  useEffect(() => {
    let ended = false;
    let renewing = false;
    let renewedAt = -Infinity;
    /**
     * A token that has ended is renewed, however long the network is away; only a refusal ends the
     * sign-in.
     */
    async function renewOrLeave() {
      if (renewing) return;
      renewing = true;
      try {
        for (;;) {
          if (ended) return;
          const isRecentlyRenewed = performance.now() - renewedAt < recentRenewalMs;
          const got = isRecentlyRenewed ? 'refused' : await renewToken(manager);
          if (got === 'renewed') {
            renewedAt = performance.now();
            return;
          }
          if (got === 'loggedOut') return;
          if (got === 'refused') {
            console.error('The sign-in was lost: please log in again.');
            manager.removeUser().catch(console.error);
            return await leave(
              new ApiError(401, { detail: 'Your sign-in has ended. Log in again to go on.' }),
            );
          }
          await new Promise((resolve) => setTimeout(resolve, retryMs));
        }
      } finally {
        renewing = false;
      }
    }
    const lost = () => void renewOrLeave();
    const ending = () => void renewToken(manager);
    manager.events.addAccessTokenExpiring(ending);
    manager.events.addAccessTokenExpired(lost);
    window.addEventListener('attendance:sign-in-lost', lost);
    return () => {
      ended = true;
      manager.events.removeAccessTokenExpiring(ending);
      manager.events.removeAccessTokenExpired(lost);
      window.removeEventListener('attendance:sign-in-lost', lost);
    };
  }, [manager, leave]);
}
