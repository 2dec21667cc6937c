import type { User, UserManager } from 'oidc-client-ts';
import { ApiError } from './api.ts';
import { revoke } from './at-provider.ts';
import { onLogoutAnnounced } from './logout-channel.ts';

/**
 * Dispatched on the window before it signs out because of another tab; preventing its default
 * delays that, if data would be lost.
 */
export const leavingEvent = 'attendance:leaving';

/** How soon a tab that could not sign out at once tries again, in milliseconds. */
const againMs = 1000;

type Leave = (problem?: unknown) => Promise<void>;

/** Signs this tab out because another one did, and ends its refresh token. */
export async function signOutTab(manager: UserManager, user: User, leave: Leave): Promise<void> {
  await manager.removeUser();
  await leave(new ApiError(401, { detail: 'You logged out in another tab.' }));
  await revoke(manager, user).catch(console.error);
}

/**
 * Signs this tab out when another tab of the browser logs out, and ends its refresh token. A tab
 * with marks that are stored nowhere else goes once they have been sent.
 */
export function onLoggedOutElsewhere(manager: UserManager, leave: Leave): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function go(): Promise<void> {
    const user = await manager.getUser();
    if (!user) return;
    if (!window.dispatchEvent(new Event(leavingEvent, { cancelable: true }))) {
      timer = setTimeout(() => void go(), againMs);
      return;
    }
    await signOutTab(manager, user, leave);
  }
  const end = onLogoutAnnounced(() => void go());
  return () => {
    clearTimeout(timer);
    end();
  };
}
