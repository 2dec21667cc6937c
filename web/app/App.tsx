import '@fontsource-variable/inter/wght.css';
import './global.css';
import './mantine.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import type { PublicConfig } from '../../contract/session.ts';
import { LoadError } from '../ui/LoadError.tsx';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { api, Refusal } from './api.ts';
import { SessionProvider, useSession } from './SessionProvider.tsx';
import { cssVariables, theme } from './theme.ts';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 5000,
      retry: (count, error) => error instanceof Refusal && error.passing && count < 3,
      retryDelay: (count) => Math.min(500 * 2 ** count, 4000),
    },
    mutations: { networkMode: 'always' },
  },
});

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <Start />
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Start() {
  const config = useQuery({ queryKey: ['config'], queryFn: () => api.get<PublicConfig>('config/', { anonymous: true }), staleTime: Infinity });
  if (config.isPending) return <PleaseWait />;
  if (config.isError) return <LoadError error={config.error} retry={() => void config.refetch()} />;
  return (
    <SessionProvider config={config.data}>
      <Screen />
    </SessionProvider>
  );
}

const Pages = lazy(() => import('./Pages.tsx').then((it) => ({ default: it.Pages })));
const SignInPage = lazy(() => import('../features/sign-in/SignInPage.tsx').then((it) => ({ default: it.SignInPage })));
const RefusedPage = lazy(() => import('../features/sign-in/RefusedPage.tsx').then((it) => ({ default: it.RefusedPage })));

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
