import { useQueryClient } from '@tanstack/react-query';
import type { UserManager } from 'oidc-client-ts';
import { useCallback, useEffect, useState } from 'react';
import type { UserDetails } from '#contract/session.ts';
import { ApiError } from './api.ts';
import { deleteList } from './offline/building-on-device.ts';
import { deletePersistedQueries } from './offline/persisted-queries.ts';
import { clearSession, loadUser, removeOtherUsers, renewToken } from './session.ts';
import { useStorage } from './StorageProvider.tsx';
import { storedUser } from './stored-user.ts';

export type SignInState =
  | { is: 'starting' }
  | { is: 'signed-out'; problem?: unknown }
  /** Signed in with the provider, but unknown here, or the server is unreachable. */
  | { is: 'refused'; email: string; error: ApiError }
  | { is: 'signed-in'; user: UserDetails };

/** How soon the user is requested again while the server cannot be reached, in milliseconds. */
const retryMs = 4000;
/**
 * Who is signed in. `enter` requests the user of the stored token, again and again while the server
 * cannot be reached; `leave` signs out here.
 */
export function useSignInState(manager: UserManager, known: UserDetails | null) {
  const [state, setState] = useState<SignInState>(
    known ? { is: 'signed-in', user: known } : { is: 'starting' },
  );
  const queries = useQueryClient();
  const storage = useStorage();
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
      await deleteList().catch(console.error);
    },
    [queries, storage],
  );

  useEffect(() => {
    if (unsure === 0) return;
    const timer = setTimeout(() => void enter(), retryMs);
    return () => clearTimeout(timer);
  }, [unsure, enter]);

  return { state, setState, enter, leave };
}
