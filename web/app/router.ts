import { createRouter } from '@tanstack/react-router';
import { PleaseWait } from '../ui/PleaseWait.tsx';
import { plainSearch } from '#web/platform/plain-search.ts';
import type { PageContext } from './page-data.ts';
import { PageError } from './PageError.tsx';
import { routeTree } from './routes.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>;
  }
}

/**
 * The pages by address. Code and data of a link are requested when it is hovered over, touched or
 * focused.
 */
export const createPages = (context: PageContext) =>
  createRouter({
    routeTree,
    context,
    ...plainSearch,
    defaultPreload: 'intent',
    // Queries decide how fresh data is.
    defaultPreloadStaleTime: 0,
    defaultGcTime: 0,
    defaultErrorComponent: PageError,
    defaultPendingComponent: PleaseWait,
    // The pending page has its own delay.
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  });
