import { hasLoggedOutSince, rememberLogout } from './logouts.ts';

const channelName = 'attendance-logout';

/** Notifies other tabs of this browser of a logout: a browser has one user at a time. */
export function announceLogout(): void {
  rememberLogout();
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('logged out');
  channel.close();
}

/**
 * Calls back when another tab of the browser logs out.
 * @returns a function that ends it.
 */
export function onLogoutAnnounced(leave: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', leave);
  // A page in the back/forward cache receives nothing until it is shown again.
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (persisted && hasLoggedOutSince()) leave();
  };
  window.addEventListener('pageshow', shown);
  return () => {
    window.removeEventListener('pageshow', shown);
    channel.close();
  };
}
