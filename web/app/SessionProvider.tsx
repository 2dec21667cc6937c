import { useQueryClient } from '@tanstack/react-query';
import type { UserManager } from 'oidc-client-ts';
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { may, type Action, type Resource } from '../../contract/permissions.ts';
import type { PublicConfig, UserDetails } from '../../contract/session.ts';
import { Refusal } from './api.ts';
import { createUserManager, forgetSession, keepToken, loadUser } from './session.ts';

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

/** Who is signed in, kept in step with the identity provider's client. */
export function SessionProvider({ config, children }: { config: PublicConfig; children: ReactNode }) {
  const [state, setState] = useState<State>({ is: 'starting' });
  const manager = useMemo<UserManager>(() => createUserManager(config.sign_in), [config.sign_in]);
  const queries = useQueryClient();
  // How far the browser's clock is behind; the configuration has just come.
  const [behindMs] = useState(() => Date.parse(config.now) - Date.now());

  const enter = useCallback(async () => {
    try {
      setState({ is: 'signed-in', user: await loadUser() });
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(0, {});
      console.error('Signing in failed:', refusal.message);
      if (refusal.status === 401) setState({ is: 'signed-out', problem: refusal });
      else setState({ is: 'refused', email: sessionStorage.getItem('email') ?? '', refusal });
    }
  }, []);

  const leave = useCallback(
    (problem?: unknown) => {
      forgetSession();
      queries.clear();
      setState({ is: 'signed-out', problem });
    },
    [queries],
  );

  useEffect(() => {
    manager.getUser().then(async (user) => {
      if (!user || user.expired) return setState({ is: 'signed-out' });
      keepToken(user);
      await enter();
    }, console.error);
    const lost = () => {
      console.error('The sign-in was lost: please log in again.');
      manager.removeUser().catch(console.error);
      leave(new Refusal(401, { detail: 'Your sign-in has ended. Log in again to go on.' }));
    };
    manager.events.addUserLoaded(keepToken);
    manager.events.addAccessTokenExpired(lost);
    window.addEventListener('attendance:sign-in-lost', lost);
    return () => {
      manager.events.removeUserLoaded(keepToken);
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
        await manager.revokeTokens().catch(console.error);
        const ends = await manager.metadataService.getEndSessionEndpoint().catch(() => undefined);
        leave();
        if (ends) await manager.signoutRedirect({ post_logout_redirect_uri: location.origin }).catch(console.error);
        await manager.removeUser();
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
