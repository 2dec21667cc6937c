import '@fontsource-variable/inter/wght.css';
import './global.css';
import './mantine.css';
import '../ui/plain.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { UserDetails } from '#contract/session.ts';
import { setInstitutePicture } from '#web/ui/institute-picture.ts';
import { useClockJumps } from '../platform/useClockJumps.ts';
import { setNamesOfWeeks } from '../platform/week-names.ts';
import { setFormats } from '../ui/format.ts';
import { LoadError } from '../ui/LoadError.tsx';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { pagesCode, signInCode } from './code.ts';
import { configQuery } from '../platform/config.ts';
import type { Storage } from '../platform/offline/storage.ts';
import { SessionProvider, useSession } from '../platform/SessionProvider.tsx';
import { StorageProvider } from '../platform/StorageProvider.tsx';
import { cssVariables, theme } from './theme.ts';

interface AppProps {
  queries: QueryClient;
  /** Null when the browser stores nothing. */
  storage: Storage | null;
  /** The user, if known already. */
  user: UserDetails | null;
}

export function App({ queries, storage, user }: AppProps) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <StorageProvider value={storage}>
          <Start user={user} />
        </StorageProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** A response that arrived while the page was prepared is not requested again. */
const staleTimeMs = 5000;

function Start({ user }: Pick<AppProps, 'user'>) {
  // A cached response is shown at once, and refetched; afterwards it stays fresh.
  const config = useQuery({
    ...configQuery,
    staleTime: staleTimeMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { refetch } = config;
  useClockJumps(useCallback(() => void refetch(), [refetch]));
  if (config.isPending) return <PleaseWait />;
  if (!config.data) return <LoadError error={config.error} retry={() => void config.refetch()} />;
  setFormats(config.data);
  setNamesOfWeeks(config.data.week_names);
  setInstitutePicture(config.data);
  return (
    <SessionProvider config={config.data} configAt={config.dataUpdatedAt} user={user}>
      <Screen />
    </SessionProvider>
  );
}

/** Public pages. */
const openPages = ['/privacy-policy'];

/**
 * Signed-out visitors see only the login screen, which loads nothing of the pages behind it; the requested
 * address stays, and opens afterwards.
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
  if (state.is === 'refused') return <RefusedPage email={state.email} error={state.error} />;
  return <SignInPage problem={state.is === 'signed-out' ? state.problem : undefined} />;
}
