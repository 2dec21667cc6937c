import type { UserManager } from 'oidc-client-ts';
import { createContext, useCallback, useContext, useEffect, useMemo, type ReactNode } from 'react';
import { mayFilterBy } from '#contract/filter-access.ts';
import { can, type Action, type PermissionSubject } from '#contract/permissions.ts';
import type { PublicConfig, UserDetails } from '#contract/session.ts';
import { endAtProvider } from './at-provider.ts';
import { announceLogout } from './logout-channel.ts';
import { onLoggedOutElsewhere } from './logout-elsewhere.ts';
import { rememberSignIn } from './logouts.ts';
import { createUserManager, storeToken } from './session.ts';
import { useInstituteDay } from './useInstituteDay.ts';
import { useSignInState, type SignInState } from './useSignInState.ts';
import { useStoredSignIn } from './useStoredSignIn.ts';
import { useTokenRenewal } from './useTokenRenewal.ts';

interface Session {
  state: SignInState;
  config: PublicConfig;
  /** The current instant by the institute's clock, whatever the browser's clock. */
  now: () => Date;
  /** Opens the popup; throws its error. */
  signIn: () => Promise<void>;
  logout: () => Promise<void>;
  retry: () => void;
}

const SessionContext = createContext<Session | null>(null);

interface SessionProviderProps {
  config: PublicConfig;
  /** When the configuration came, by the browser's clock: it may be a cached one. */
  configAt: number;
  /** The user of the stored token, if the server has confirmed it. */
  user: UserDetails | null;
  children: ReactNode;
}

/**
 * Provides the signed-in user, in step with the identity provider's client. Without the network the
 * user stays signed in: the server decides about their requests once it can be reached.
 */
export function SessionProvider({
  config: given,
  configAt,
  user: known,
  children,
}: SessionProviderProps) {
  const manager = useMemo<UserManager>(() => createUserManager(given.sign_in), [given.sign_in]);
  const { config, now } = useInstituteDay(given, configAt);
  const { state, setState, enter, leave } = useSignInState(manager, known);
  useEffect(() => onLoggedOutElsewhere(manager, leave), [manager, leave]);
  useStoredSignIn(manager, { isKnown: known !== null, enter, leave, setState });
  useTokenRenewal(manager, leave);

  const session = useMemo<Session>(
    () => ({
      state,
      config,
      now,
      async signIn() {
        storeToken(await manager.signinPopup({ popupAbortOnClose: true }));
        rememberSignIn();
        await enter();
      },
      async logout() {
        const user = await manager.getUser();
        // First: an interrupted logout, or a network that does not answer, signs out all the same.
        await manager.removeUser();
        await leave();
        announceLogout();
        await endAtProvider(manager, user).catch(console.error);
      },
      retry() {
        setState({ is: 'starting' });
        void enter();
      },
    }),
    [state, config, now, manager, setState, enter, leave],
  );

  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside SessionProvider');
  return session;
}

/** The signed-in user; only below the shell. */
export function useUser(): UserDetails {
  const { state } = useSession();
  if (state.is !== 'signed-in') throw new Error('useUser while signed out');
  return state.user;
}

/** Mirrors the server's rule; the server decides. */
export function useCan(): (subject: PermissionSubject, action: Action) => boolean {
  const { permissions } = useUser();
  return useCallback((subject, action) => can(permissions, subject, action), [permissions]);
}

/** Whether the user's calls may have a filter. */
export function useMayFilter(): (name: string) => boolean {
  const { permissions } = useUser();
  return useCallback((name) => mayFilterBy(permissions, name), [permissions]);
}
