const name = 'logouts';

/**
 * Invalidates earlier sign-ins of this browser, also those of tabs that are suspended or restored
 * later.
 */
export const rememberLogout = (): void => localStorage.setItem(name, crypto.randomUUID());

/** Records the sign-in of this tab. */
export function rememberSignIn(): void {
  const latest = localStorage.getItem(name);
  if (latest === null) sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, latest);
}

/** Whether a user has logged out in this browser since this tab signed in. */
export const hasLoggedOutSince = (): boolean =>
  localStorage.getItem(name) !== sessionStorage.getItem(name);
