import type { UserDetails } from '#contract/session.ts';

/** The user who was signed in in this tab before it was reloaded, or null. */
export function storedUser(): UserDetails | null {
  try {
    const details = JSON.parse(sessionStorage.getItem('details') ?? 'null') as UserDetails | null;
    return details && details.email === sessionStorage.getItem('email')?.toLowerCase()
      ? details
      : null;
  } catch {
    return null;
  }
}
