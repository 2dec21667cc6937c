import '@fontsource-variable/inter/wght.css';
import './global.css';
import './mantine.css';
import '../ui/plain.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LoadError } from '../ui/LoadError.tsx';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { pagesCode, signInCode } from './code.ts';
import { configQuery } from './config.ts';
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
  // What was kept is shown at once, and requested again.
  const config = useQuery({ ...configQuery, refetchOnMount: 'always' });
  if (config.isPending) return <PleaseWait />;
  if (!config.data) return <LoadError error={config.error} retry={() => void config.refetch()} />;
  return (
    <SessionProvider config={config.data} configAt={config.dataUpdatedAt}>
      <Screen />
    </SessionProvider>
  );
}

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
  const inside = state.is === 'signed-in' || openPages.includes(location.pathname);
  const outside = !inside && state.is !== 'starting';
  const pages = useQuery({ ...pagesCode, enabled: inside });
  const signIn = useQuery({ ...signInCode, enabled: outside });

  const { error, refetch } = inside ? pages : signIn;
  if (error) return <LoadError error={error} retry={() => void refetch()} />;
  if (inside && pages.data) return <pages.data />;
  if (!outside || !signIn.data) return <PleaseWait />;
  const { SignInPage, RefusedPage } = signIn.data;
  if (state.is === 'refused') return <RefusedPage email={state.email} refusal={state.refusal} />;
  return <SignInPage problem={state.is === 'signed-out' ? state.problem : undefined} />;
}
