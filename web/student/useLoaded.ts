import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { renew } from './session.ts';

interface Loaded<Data> {
  data: Data | undefined;
  error: ApiError | undefined;
  reload: () => void;
}

const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(0, {});

/** Sends a call, and once more with a new token where the old one has ended. @throws ApiError */
export async function withToken<Data>(send: () => Promise<Data>): Promise<Data> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw asApiError(error);
    const renewal = await renew().catch(() => 'refused');
    if (renewal === 'renewed') return send();
    // The page starts again with the sign-in; after a logout it shows that already.
    if (renewal === 'refused') location.reload();
    throw error;
  }
}

/** How often a page that is looked at reads again, in milliseconds. */
const againMs = 60_000;

/** Data of a page, loaded when `load` changes, and again each minute and when somebody comes back to the page. */
export function useLoaded<Data>(load: () => Promise<Data>): Loaded<Data> {
  const [state, setState] = useState<{ data?: Data; error?: ApiError }>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    let ended = false;
    let loading = false;
    const read = (fail: (error: ApiError) => void) => {
      loading = true;
      withToken(load)
        .then(
          (data) => {
            if (!ended) setState({ data });
          },
          (error: unknown) => {
            if (!ended) fail(asApiError(error));
          },
        )
        .finally(() => (loading = false));
    };
    read((error) => setState((before) => ({ ...before, error })));
    // What was decided meanwhile. A phone that wakes up may have no network yet: what is shown stays.
    const again = () => {
      if (document.visibilityState === 'visible' && !loading) read(() => {});
    };
    document.addEventListener('visibilitychange', again);
    window.addEventListener('focus', again);
    const timer = setInterval(again, againMs);
    return () => {
      clearInterval(timer);
      ended = true;
      document.removeEventListener('visibilitychange', again);
      window.removeEventListener('focus', again);
    };
  }, [load, round]);
  const reload = useCallback(() => setRound((number) => number + 1), []);
  return { data: state.data, error: state.error, reload };
}
