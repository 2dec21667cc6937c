import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, type ComponentType } from 'react';
import { whenIdle } from '../platform/when-idle.ts';
import { areas } from './areas.ts';
import { installWorker } from './offline/new-version.ts';
import { createPages } from './router.ts';

/**
 * The application behind the sign-in, by address; resolves once the page at this address can be
 * rendered.
 */
export async function preparePages(queries: QueryClient): Promise<ComponentType> {
  const router = createPages({ queries });
  await router.load();

  return function Pages() {
    useEffect(() => {
      // A new version is activated between two pages.
      const betweenPages = (go: () => void) => {
        const stop = router.subscribe('onResolved', ({ pathChanged }) => {
          if (!pathChanged) return;
          stop();
          go();
        });
      };
      installWorker(betweenPages).catch(console.error);
    }, []);
    // Staff go there several times a day, from whatever page they opened.
    useEffect(
      () => whenIdle(() => void (navigator.onLine && areas.roll().catch(console.error))),
      [],
    );
    return <RouterProvider router={router} />;
  };
}
