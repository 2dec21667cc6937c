import { asSent } from '#contract/card-number.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react';
import type { Permissions } from '#contract/permissions.ts';
import { defaultWeekdays } from '#contract/weekdays.ts';
import type { PublicConfig, UserDetails } from '#contract/session.ts';
import { SessionProvider } from '../platform/SessionProvider.tsx';
import { Library } from './render-with-library.tsx';

/** The institute's settings as the server sends them; the demo provider is never called. */
const config: PublicConfig = {
  title: 'Test Institute',
  logo: null,
  time_zone: 'Australia/Sydney',
  locale: 'en-AU',
  currency: 'AUD',
  weekdays: [...defaultWeekdays],
  week_names: '',
  now: '2026-03-01T22:15:00Z',
  today: '2026-03-02',
  development: false,
  demo_sign_in: true,
  student_sign_in: false,
  local_inbox: false,
  teachers_see_building: false,
  support_url: null,
  mail_domain: null,
  reader_gap_ms: 35,
  check_in_before_minutes: 30,
  ...asSent,
  limits: {},
  tracing: false,
  keep_on_device: false,
  sign_in: {
    authority: `${location.origin}/idp`,
    client_id: 'attendance',
    scope: 'openid',
    redirect_uri: `${location.origin}/auth`,
  },
};

/** Stores a sign-in as the identity provider's client does. */
function storeSignIn({ authority, client_id }: PublicConfig['sign_in']): void {
  const signIn = {
    access_token: 'token',
    token_type: 'Bearer',
    profile: { sub: '1', email: 'ada@school.example' },
    expires_at: Math.floor(Date.now() / 1000) + 3600,
  };
  sessionStorage.setItem('access_token', signIn.access_token);
  sessionStorage.setItem(`oidc.user:${authority}:${client_id}`, JSON.stringify(signIn));
}

const user = (permissions: Permissions, teacher_id: number | null): UserDetails => ({
  id: 1,
  email: 'ada@school.example',
  name: 'Ada Admin',
  user_role: ['admin'],
  teacher_id,
  permissions,
});

/**
 * Renders a component that reads the settings of the institute.
 * @param permissions of the signed-in user; signed out without them. @param teacher who the user is.
 */
export const renderInSession = (
  children: ReactNode,
  settings: Partial<PublicConfig> = {},
  permissions?: Permissions,
  teacher: number | null = null,
) => {
  if (permissions) storeSignIn(config.sign_in);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const session = {
    config: { ...config, ...settings },
    configAt: Date.now(),
    user: permissions ? user(permissions, teacher) : null,
  };
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
