import type { UserManager } from 'oidc-client-ts';
import { useEffect, type Dispatch } from 'react';
import { signOutTab } from './logout-elsewhere.ts';
import { hasLoggedOutSince } from './logouts.ts';
import { renewToken, storeToken } from './session.ts';
import type { SignInState } from './useSignInState.ts';

interface SignIn {
  /** The server has confirmed the user of the stored token already. */
  isKnown: boolean;
  enter: () => Promise<void>;
  leave: (problem?: unknown) => Promise<void>;
  setState: Dispatch<SignInState>;
}

/** Continues the sign-in that the provider's client has stored in this browser. */
export function useStoredSignIn(
  manager: UserManager,
  { isKnown, enter, leave, setState }: SignIn,
): void {
  useEffect(() => {
    manager.getUser().then(async (user) => {
      if (!user) return setState({ is: 'signed-out' });
      if (hasLoggedOutSince()) return signOutTab(manager, user, leave);
      storeToken(user);
      if (user.expired && (await renewToken(manager)) === 'refused')
        return setState({ is: 'signed-out' });
      if (!isKnown) await enter();
    }, console.error);
  }, [manager, isKnown, enter, leave, setState]);
}
