import { Outlet, useMatches, type StaticDataRouteOption } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { may, type Action, type Resource } from '../../contract/permissions.ts';
import { MarkQueueProvider } from '../features/attendance/queue/MarkQueueProvider.tsx';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { AccessDeniedPage } from './AccessDeniedPage.tsx';
import { useSession } from './SessionProvider.tsx';
import { Shell } from './shell/Shell.tsx';

/** What the page at the address is, and the right that it needs. */
function readMatch(matches: { search: object; staticData: StaticDataRouteOption }[]): {
  resource?: Resource | Resource[];
  title?: string;
  action: Action;
} {
  const { search = {}, staticData = {} } = matches.at(-1) ?? {};
  const { resource, title, form, action } = staticData;
  return { resource, title, action: action ?? (form ? ('edit' in search ? 'edit' : 'add') : 'read') };
}

/** Every page in its shell, or the word that it is not for the role; an open page alone while nobody is signed in. */
export function Root() {
  const { state, config } = useSession();
  const { resource = [], title, action } = useMatches({ select: readMatch, structuralSharing: true });

  useEffect(() => {
    document.title = title ? `${title} · ${config.title}` : config.title;
  }, [title, config.title]);

  const page = (
    <Suspense fallback={<PleaseWait />}>
      <Outlet />
    </Suspense>
  );
  if (state.is !== 'signed-in') return page;
  const needed = [resource].flat();
  const allowed = needed.length === 0 || needed.some((it) => may(state.user.permissions, it, action));
  return (
    <MarkQueueProvider key={state.user.email}>
      <Shell>{allowed ? page : <AccessDeniedPage />}</Shell>
    </MarkQueueProvider>
  );
}
