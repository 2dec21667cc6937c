import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { may } from '../../contract/permissions.ts';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { useSession } from './SessionProvider.tsx';

const SignInPage = lazy(() => import('../features/sign-in/SignInPage.tsx').then((it) => ({ default: it.SignInPage })));
const RefusedPage = lazy(() => import('../features/sign-in/RefusedPage.tsx').then((it) => ({ default: it.RefusedPage })));
const Shell = lazy(() => import('./shell/Shell.tsx').then((it) => ({ default: it.Shell })));
const AccessDeniedPage = lazy(() => import('./AccessDeniedPage.tsx').then((it) => ({ default: it.AccessDeniedPage })));

/** Signed-out visitors see only the login screen; the address they came for stays and opens afterwards. */
export function Root() {
  const { state, config } = useSession();
  const matches = useMatches();
  const { resource, open, title } = matches.at(-1)?.staticData ?? {};

  useEffect(() => {
    document.title = title ? `${title} · ${config.title}` : config.title;
  }, [title, config.title]);

  if (state.is === 'starting') return <PleaseWait />;
  if (state.is !== 'signed-in') {
    return (
      <Suspense fallback={<PleaseWait />}>
        {open ? (
          <Outlet />
        ) : state.is === 'refused' ? (
          <RefusedPage email={state.email} refusal={state.refusal} />
        ) : (
          <SignInPage problem={state.problem} />
        )}
      </Suspense>
    );
  }
  const allowed = !resource || may(state.user.permissions, resource, 'read');
  return (
    <Suspense fallback={<PleaseWait />}>
      <Shell>{allowed ? <Outlet /> : <AccessDeniedPage />}</Shell>
    </Suspense>
  );
}
