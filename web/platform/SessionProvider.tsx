import { useQueryClient } from '@tanstack/react-query';
import type { UserManager } from 'oidc-client-ts';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { mayFilterBy } from '#contract/filter-access.ts';
import { can, type Action, type PermissionSubject } from '#contract/permissions.ts';
import type { PublicConfig, UserDetails } from '#contract/session.ts';
import { ApiError } from './api.ts';
import { endAtProvider } from './at-provider.ts';
import { instituteClock } from './institute-clock.ts';
import { announceLogout } from './logout-channel.ts';
import { signOutTab, onLoggedOutElsewhere } from './logout-elsewhere.ts';
import { hasLoggedOutSince, rememberSignIn } from './logouts.ts';
import { deletePersistedQueries } from './offline/persisted-queries.ts';
import {
  createUserManager,
  removeOtherUsers,
  clearSession,
  storeToken,
  loadUser,
  renewToken,
} from './session.ts';
import { storedUser } from './stored-user.ts';
import { useStorage } from './StorageProvider.tsx';

type State =
  | { is: 'starting' }
  | { is: 'signed-out'; problem?: unknown }
  /** Signed in with the provider, but unknown here, or the server is unreachable. */
  | { is: 'refused'; email: string; error: ApiError }
  | { is: 'signed-in'; user: UserDetails };

interface Session {
  state: State;
  config: PublicConfig;
  /** The current instant by the institute's clock, whatever the browser's clock. */
  now: () => Date;
  /** Opens the popup; throws its error. */
  signIn: () => Promise<void>;
  logout: () => Promise<void>;
  retry: () => void;
}

const SessionContext = createContext<Session | null>(null);

/** How soon the user is requested again while the server cannot be reached, in milliseconds. */
const retryMs = 4000;
/** A new token that is refused at once would be refused again. */
const recentRenewalMs = 10_000;

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
  const [state, setState] = useState<State>(
    known ? { is: 'signed-in', user: known } : { is: 'starting' },
  );
  const manager = useMemo<UserManager>(() => createUserManager(given.sign_in), [given.sign_in]);
  const queries = useQueryClient();
  const storage = useStorage();
  const clock = useMemo(() => instituteClock(given, configAt), [given, configAt]);
  const today = useSyncExternalStore(clock.subscribe, clock.today);
  // A cached configuration, and a page that stays open, name the day on which it came.
  const config = useMemo(() => ({ ...given, today }), [given, today]);
  /** Incremented with each attempt to request the user again. */
  const [unsure, setUnsure] = useState(0);

  const enter = useCallback(async () => {
    let error = await load();
    // A token that expired while the provider could not be reached.
    if (error?.status === 401 && (await renewToken(manager)) !== 'refused') error = await load();
    if (!error) return;
    const stored = error.isRetryable ? storedUser() : null;
    if (stored) {
      setState((before) =>
        before.is === 'signed-in' ? before : { is: 'signed-in', user: stored },
      );
      setUnsure((times) => times + 1);
      return;
    }
    console.error('Signing in failed:', error.message);
    if (error.status === 401) setState({ is: 'signed-out', problem: error });
    else setState({ is: 'refused', email: sessionStorage.getItem('email') ?? '', error });

    async function load(): Promise<ApiError | null> {
      try {
        const user = await loadUser();
        removeOtherUsers(queries, user.email);
        setState({ is: 'signed-in', user });
        return null;
      } catch (error) {
        return error instanceof ApiError ? error : new ApiError(0, {});
      }
    }
  }, [manager, queries]);

  const leave = useCallback(
    async (problem?: unknown) => {
      setUnsure(0);
      clearSession();
      queries.clear();
      setState({ is: 'signed-out', problem });
      // Before the page may be left for the provider's.
      if (storage) await deletePersistedQueries(storage).catch(console.error);
    },
    [queries, storage],
  );

  // For the requests of this window's next load, before it knows the date.
  useEffect(() => sessionStorage.setItem('today', today), [today]);

  useEffect(() => onLoggedOutElsewhere(manager, leave), [manager, leave]);

  useEffect(() => {
    if (unsure === 0) return;
    const timer = setTimeout(() => void enter(), retryMs);
    return () => clearTimeout(timer);
  }, [unsure, enter]);

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
    manager.getUser().then(async (user) => {
      if (!user) return setState({ is: 'signed-out' });
      if (hasLoggedOutSince()) return signOutTab(manager, user, leave);
      storeToken(user);
      if (user.expired && (await renewToken(manager)) === 'refused')
        return setState({ is: 'signed-out' });
      if (!known) await enter();
    }, console.error);
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
  }, [manager, known, enter, leave]);

  const session = useMemo<Session>(
    () => ({
      state,
      config,
      now: clock.now,
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
    [state, config, clock, manager, enter, leave],
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
