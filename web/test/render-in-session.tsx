import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import type { PublicConfig } from '#contract/session.ts';
import { SessionProvider } from '../platform/SessionProvider.tsx';
import { Library } from './render-with-library.tsx';

/** The institute's settings as the server sends them; the demo provider is never called. */
const config: PublicConfig = {
  title: 'Test Institute',
  time_zone: 'Australia/Sydney',
  locale: 'en-AU',
  currency: 'AUD',
  now: '2026-03-01T22:15:00Z',
  today: '2026-03-02',
  development: false,
  demo_sign_in: true,
  local_inbox: false,
  support_url: null,
  mail_domain: null,
  reader_gap_ms: 35,
  check_in_before_minutes: 30,
  limits: {},
  keep_on_device: false,
  sign_in: {
    authority: `${location.origin}/idp`,
    client_id: 'attendance',
    scope: 'openid',
    redirect_uri: `${location.origin}/auth`,
  },
};

/** Renders a component that reads the settings of the institute. */
export const renderInSession = (children: ReactNode, settings: Partial<PublicConfig> = {}) => {
  const queries = new QueryClient();
  const session = { config: { ...config, ...settings }, configAt: Date.now(), user: null };
  return render(children, {
    wrapper: ({ children: rendered }) => (
      <Library>
        <QueryClientProvider client={queries}>
          <SessionProvider {...session}>{rendered}</SessionProvider>
        </QueryClientProvider>
      </Library>
    ),
  });
};
