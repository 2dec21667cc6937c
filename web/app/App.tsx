import '@fontsource-variable/inter/wght.css';
import './global.css';
import './mantine.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import type { PublicConfig } from '../../contract/session.ts';
import { LoadError } from '../ui/LoadError.tsx';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { api } from './api.ts';
import type { Storage } from './offline/storage.ts';
import { SessionProvider, useSession } from './SessionProvider.tsx';
import { StorageProvider } from './StorageProvider.tsx';
import { cssVariables, theme } from './theme.ts';

export function App({ queries, storage }: { queries: QueryClient; storage: Storage | null }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <StorageProvider value={storage}>
          <Start />
        </StorageProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Start() {
  const config = useQuery({
    queryKey: ['config'],
    queryFn: () => api.get<PublicConfig>('config/', { anonymous: true }),
    staleTime: Infinity,
    // What was kept is shown at once, and asked for anew.
    refetchOnMount: 'always',
    meta: { kept: true },
  });
  if (config.isPending) return <PleaseWait />;
  if (!config.data) return <LoadError error={config.error} retry={() => void config.refetch()} />;
  return (
    <SessionProvider config={config.data} configAt={config.dataUpdatedAt}>
      <Screen />
    </SessionProvider>
  );
}

const Pages = lazy(() => import('./Pages.tsx').then((it) => ({ default: it.Pages })));
const SignInPage = lazy(() => import('./areas/sign-in.ts').then((it) => ({ default: it.SignInPage })));
const RefusedPage = lazy(() => import('./areas/sign-in.ts').then((it) => ({ default: it.RefusedPage })));

/** What is shown without sign-in as well. */
const openPages = ['/privacy-policy'];

/**
 * Signed-out visitors see only the login screen, which loads nothing of the pages behind it; the address they came
 * for stays, and opens afterwards.
 */
function Screen() {
  const { state, config } = useSession();
  useEffect(() => {
    if (state.is !== 'signed-in') document.title = config.title;
  }, [state.is, config.title]);
  const open = openPages.includes(location.pathname);
  return (
    <Suspense fallback={<PleaseWait />}>
      {state.is === 'starting' ? (
        <PleaseWait />
      ) : state.is === 'signed-in' || open ? (
        <Pages />
      ) : state.is === 'refused' ? (
        <RefusedPage email={state.email} refusal={state.refusal} />
      ) : (
        <SignInPage problem={state.problem} />
      )}
    </Suspense>
  );
}
