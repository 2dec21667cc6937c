import type { User, UserManager } from 'oidc-client-ts';
import { ApiError } from './api.ts';
import { hasLoggedOutSince, rememberLogout } from './logouts.ts';
import { revoke } from './revoke.ts';

const channelName = 'attendance-logout';

/**
 * Dispatched on the window before it signs out because of another tab; preventing its default
 * delays that, if data would be lost.
 */
export const leavingEvent = 'attendance:leaving';

/** How soon a tab that could not sign out at once tries again, in milliseconds. */
const againMs = 1000;

/** Notifies other tabs of this browser of a logout: a browser has one user at a time. */
export function announceLogout(): void {
  rememberLogout();
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('logged out');
  channel.close();
}

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
  const channel = new BroadcastChannel(channelName);
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
  // A page in the back/forward cache receives nothing until it is shown again.
  const shown = ({ persisted }: PageTransitionEvent) =>
    void (persisted && hasLoggedOutSince() && go());
  window.addEventListener('pageshow', shown);
  channel.addEventListener('message', () => void go());
  return () => {
    clearTimeout(timer);
    window.removeEventListener('pageshow', shown);
    channel.close();
  };
}
