import '@fontsource-variable/inter/wght.css';
import './global.css';
import './mantine.css';
import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { PublicConfig } from '../../contract/session.ts';
import { LoadError } from '../ui/LoadError.tsx';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { api, Refusal } from './api.ts';
import { router } from './router.tsx';
import { SessionProvider } from './SessionProvider.tsx';
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
  mutationCache: new MutationCache(),
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
      <RouterProvider router={router} />
    </SessionProvider>
  );
}
