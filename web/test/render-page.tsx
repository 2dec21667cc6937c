import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useRouterState,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PublicConfig } from '#contract/session.ts';
import type { Permissions } from '#contract/permissions.ts';
import { plainSearch } from '../platform/plain-search.ts';
import { Dialogs } from '../ui/Dialogs.tsx';
import { renderInSession } from './render-in-session.tsx';

/** Shows the address of the page, for assertions. */
function Address() {
  const href = useRouterState({ select: ({ location }) => decodeURIComponent(location.href) });
  return <output aria-label="Address">{href}</output>;
}

/**
 * Renders a component as a page: in the library's provider, with the institute's settings, a
 * signed-in user, dialogs, toasts and an address; other addresses show nothing.
 */
export async function renderPage(
  page: ReactNode,
  {
    address = '/page',
    permissions = {},
    config = {},
    teacher = null,
  }: {
    address?: string;
    permissions?: Permissions;
    config?: Partial<PublicConfig>;
    /** The signed-in user's own teacher. */
    teacher?: number | null;
  } = {},
) {
  const root = createRootRoute({
    component: () => (
      <>
        <Address />
        <Outlet />
        <Dialogs />
        <Notifications />
      </>
    ),
  });
  const [path = '/page'] = address.split('?');
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path, component: () => page }),
      createRoute({ getParentRoute: () => root, path: '$' }),
    ]),
    history: createMemoryHistory({ initialEntries: ['/before', address] }),
    ...plainSearch,
  });
  const screen = await renderInSession(
    <RouterProvider router={router} />,
    config,
    permissions,
    teacher,
  );
  return { screen, address: screen.getByLabelText('Address') };
}
