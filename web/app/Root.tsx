import { Outlet, useMatches, type StaticDataRouteOption } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { can } from '#contract/permissions.ts';
import { MarkQueueProvider } from '#web/attendance/public/MarkQueueProvider.ts';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { AccessDeniedPage } from './AccessDeniedPage.tsx';
import { isAllowed } from './page-permissions.ts';
import { wrongDates } from '../platform/address-dates.ts';
import { WrongDatePage } from './WrongDatePage.tsx';
import { hasWaitingTicks } from '../platform/offline/waiting-ticks.ts';
import { useSession } from '../platform/SessionProvider.tsx';
import { BareFrame } from './shell/BareFrame.tsx';
import { Shell } from './shell/Shell.tsx';

/** The page at the address, and whether the address names a row to edit. */
function readMatch(matches: { search: object; staticData: StaticDataRouteOption }[]) {
  const { search = {}, staticData = {} } = matches.at(-1) ?? {};
  return { ...staticData, edits: 'edit' in search, wrong: wrongDates(search) };
}

/** Who is nothing but a student has pages of their own (R-ME-4). */
function ToOwnPages() {
  useEffect(() => location.replace('/me'), []);
  return <PleaseWait />;
}

/**
 * The page in its shell, or the message that access is denied; public pages without the shell while
 * signed out.
 */
export function Root() {
  const { state, config, now } = useSession();
  const user = state.is === 'signed-in' ? state.user.email : null;
  const { edits, wrong, ...match } = useMatches({ select: readMatch, structuralSharing: true });
  const { title } = match;

  useEffect(() => {
    document.title = title ? `${title} · ${config.title}` : config.title;
  }, [title, config.title]);

  useEffect(() => {
    if (user === null || !hasWaitingTicks()) return;
    void import('#web/attendance/public/resumeTicks.ts').then(({ resumeTicks }) =>
      resumeTicks(user, now),
    );
  }, [user, now]);

  const page = (
    <Suspense fallback={<PleaseWait />}>
      <Outlet />
    </Suspense>
  );
  if (state.is !== 'signed-in') return page;
  const { permissions, user_role } = state.user;
  if (user_role[0] === 'student') return <ToOwnPages />;
  const shown = wrong.length > 0 ? <WrongDatePage wrong={wrong} /> : page;
  const Frame = match.isBare ? BareFrame : Shell;
  const allowed = isAllowed(match, edits, (subject, action) => can(permissions, subject, action));
  return (
    <MarkQueueProvider key={state.user.email}>
      <Frame>{allowed ? shown : <AccessDeniedPage />}</Frame>
    </MarkQueueProvider>
  );
}
