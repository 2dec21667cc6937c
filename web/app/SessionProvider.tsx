import { useQueryClient } from '@tanstack/react-query';
import type { OidcMetadata, UserManager } from 'oidc-client-ts';
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { may, type Action, type Resource } from '../../contract/permissions.ts';
import type { PublicConfig, UserDetails } from '../../contract/session.ts';
import { Refusal } from './api.ts';
import { forgetQueries } from './offline/kept-queries.ts';
import { createUserManager, forgetOthers, forgetSession, keepToken, keptUser, loadUser, renewToken, upToDate } from './session.ts';
import { useStorage } from './StorageProvider.tsx';

type State =
  | { is: 'starting' }
  | { is: 'signed-out'; problem?: unknown }
  /** Signed in with the provider, but not known (or not reachable) here. */
  | { is: 'refused'; email: string; refusal: Refusal }
  | { is: 'signed-in'; user: UserDetails };

interface Session {
  state: State;
  config: PublicConfig;
  /** The institute's present instant, whatever the browser's clock says. */
  now: () => Date;
  /** Opens the popup; throws what went wrong. */
  signIn: () => Promise<void>;
  logout: () => Promise<void>;
  retry: () => void;
}

const SessionContext = createContext<Session | null>(null);

/** How soon who is signed in is asked for again while the server cannot be reached, in milliseconds. */
const againMs = 4000;
/** A new token that is refused at once will not be accepted the next time either. */
const renewedLatelyMs = 10_000;

interface SessionProviderProps {
  config: PublicConfig;
  /** When the configuration came, by the browser's clock: it may be one that was kept. */
  configAt: number;
  children: ReactNode;
}

/**
 * Who is signed in, kept in step with the identity provider's client. Without the network whoever was signed in stays so:
 * the server decides about everything they do, once it can be reached.
 */
export function SessionProvider({ config: given, configAt, children }: SessionProviderProps) {
  const [state, setState] = useState<State>({ is: 'starting' });
  const manager = useMemo<UserManager>(() => createUserManager(given.sign_in), [given.sign_in]);
  const queries = useQueryClient();
  const storage = useStorage();
  // How far the browser's clock is behind.
  const behindMs = Date.parse(given.now) - configAt;
  const config = useMemo(() => upToDate(given, configAt), [given, configAt]);
  /** Grows while the server is asked again who is signed in. */
  const [unsure, setUnsure] = useState(0);

  const enter = useCallback(async () => {
    let refusal = await load();
    // A token that ended while nobody could be asked for another.
    if (refusal?.status === 401 && (await renewToken(manager)) !== 'refused') refusal = await load();
    if (!refusal) return;
    const kept = refusal.passing ? keptUser() : null;
    if (kept) {
      setState((before) => (before.is === 'signed-in' ? before : { is: 'signed-in', user: kept }));
      setUnsure((times) => times + 1);
      return;
    }
    console.error('Signing in failed:', refusal.message);
    if (refusal.status === 401) setState({ is: 'signed-out', problem: refusal });
    else setState({ is: 'refused', email: sessionStorage.getItem('email') ?? '', refusal });

    async function load(): Promise<Refusal | null> {
      try {
        const user = await loadUser();
        forgetOthers(queries, user.email);
        setState({ is: 'signed-in', user });
        return null;
      } catch (error) {
        return error instanceof Refusal ? error : new Refusal(0, {});
      }
    }
  }, [manager, queries]);

  const leave = useCallback(
    async (problem?: unknown) => {
      setUnsure(0);
      forgetSession();
      queries.clear();
      setState({ is: 'signed-out', problem });
      // Before the page may be left for the provider's.
      if (storage) await forgetQueries(storage).catch(console.error);
    },
    [queries, storage],
  );

  useEffect(() => {
    if (unsure === 0) return;
    const timer = setTimeout(() => void enter(), againMs);
    return () => clearTimeout(timer);
  }, [unsure, enter]);

  useEffect(() => {
    let ended = false;
    let renewing = false;
    let renewedAt = -Infinity;
    /** A token that has ended is renewed, however long the network is away; only a refusal ends the sign-in. */
    async function renewOrLeave() {
      if (renewing) return;
      renewing = true;
      try {
        for (;;) {
          if (ended) return;
          const lately = performance.now() - renewedAt < renewedLatelyMs;
          const got = lately ? 'refused' : await renewToken(manager);
          if (got === 'renewed') {
            renewedAt = performance.now();
            return;
          }
          if (got === 'refused') {
            console.error('The sign-in was lost: please log in again.');
            manager.removeUser().catch(console.error);
            return await leave(new Refusal(401, { detail: 'Your sign-in has ended. Log in again to go on.' }));
          }
          await new Promise((resolve) => setTimeout(resolve, againMs));
        }
      } finally {
        renewing = false;
      }
    }
    manager.getUser().then(async (user) => {
      if (!user) return setState({ is: 'signed-out' });
      keepToken(user);
      if (user.expired && (await renewToken(manager)) === 'refused') return setState({ is: 'signed-out' });
      await enter();
    }, console.error);
    const lost = () => void renewOrLeave();
    manager.events.addUserLoaded(keepToken);
    const ending = () => void renewToken(manager);
    manager.events.addAccessTokenExpiring(ending);
    manager.events.addAccessTokenExpired(lost);
    window.addEventListener('attendance:sign-in-lost', lost);
    return () => {
      ended = true;
      manager.events.removeUserLoaded(keepToken);
      manager.events.removeAccessTokenExpiring(ending);
      manager.events.removeAccessTokenExpired(lost);
      window.removeEventListener('attendance:sign-in-lost', lost);
    };
  }, [manager, enter, leave]);

  const session = useMemo<Session>(
    () => ({
      state,
      config,
      now: () => new Date(Date.now() + behindMs),
      async signIn() {
        keepToken(await manager.signinPopup({ popupAbortOnClose: true }));
        await enter();
      },
      async logout() {
        const provider: Partial<OidcMetadata> = await manager.metadataService.getMetadata().catch(() => ({}));
        const { revocation_endpoint: revokes, end_session_endpoint: ends } = provider;
        // Without the network the provider's page would be the browser's own page of that.
        const reachable = ends !== undefined && (await isReachable(manager));
        if (revokes) await manager.revokeTokens().catch(console.error);
        // Before anything is drawn or opened: whoever interrupts the way out is signed out all the same.
        const user = await manager.getUser();
        await manager.removeUser();
        await leave();
        const hint = { post_logout_redirect_uri: location.origin, id_token_hint: user?.id_token };
        if (reachable) await manager.signoutRedirect(hint).catch(console.error);
      },
      retry() {
        setState({ is: 'starting' });
        void enter();
      },
    }),
    [state, config, behindMs, manager, enter, leave],
  );

  return <SessionContext value={session}>{children}</SessionContext>;
}

const isReachable = (manager: UserManager): Promise<boolean> =>
  fetch(manager.settings.metadataUrl, { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

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
export function useMay(): (resource: Resource, action: Action) => boolean {
  const { permissions } = useUser();
  return useCallback((resource, action) => may(permissions, resource, action), [permissions]);
}
