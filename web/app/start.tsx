import type { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import type { UserDetails } from '#contract/session.ts';
import { App } from './App.tsx';
import { AppError } from './AppError.tsx';
import { pagesCode } from './code.ts';
import { configQuery } from '../platform/config.ts';
import { deletePersistedQueries, persistQueries } from '../platform/offline/persisted-queries.ts';
import { openStorage } from '../platform/offline/storage.ts';
import { createQueries } from '../platform/queries.ts';
import { removeOtherUsers, loadUser } from '../platform/session.ts';
import { guardUnaimedPresses } from '../ui/unaimed-press.ts';

/**
 * Maximum delay of the first render while data is loading, in milliseconds; until then the static
 * markup shows that it waits.
 */
const maxMs = 1500;

/**
 * Restores the browser's cache and renders the application; for a signed-in user at once with the
 * page.
 */
export async function startApp(place: HTMLElement): Promise<void> {
  guardUnaimedPresses();
  const queries = createQueries();
  const storage = await openStorage();
  if (storage) await persistQueries(queries, storage).catch(console.error);
  const user = sessionStorage.getItem('access_token') === null ? null : await prepare(queries);
  // A cached response may have caused the failure: it would fail again.
  const reload = async () => {
    queries.clear();
    if (storage) await deletePersistedQueries(storage).catch(console.error);
    location.reload();
  };
  createRoot(place).render(
    <StrictMode>
      <ErrorBoundary
        fallbackRender={({ error }) => <AppError error={error} onReload={() => void reload()} />}
      >
        <App queries={queries} storage={storage} user={user} />
      </ErrorBoundary>
    </StrictMode>,
  );
}

/**
 * Loads the data of the first page in parallel: one complete render takes half as long as a waiting
 * page and a second render.
 * @returns the user; null when the server does not answer in time, or rejects the token.
 */
async function prepare(queries: QueryClient): Promise<UserDetails | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, maxMs, null));
  const all = Promise.all([
    loadUser(),
    queries.fetchQuery({ ...configQuery, staleTime: 0 }),
    queries.fetchQuery(pagesCode),
  ]).then(
    ([user]) => {
      removeOtherUsers(queries, user.email);
      return user;
    },
    // The application requests it again and shows the error.
    () => null,
  );
  return Promise.race([all, timeout]);
}
