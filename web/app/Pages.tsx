import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { installWorker } from './offline/new-version.ts';
import { router } from './router.tsx';

/** The application behind the sign-in, by address. */
export function Pages() {
  useEffect(() => {
    // A new version takes over between two pages.
    const betweenPages = (go: () => void) => {
      const stop = router.subscribe('onResolved', ({ pathChanged }) => {
        if (!pathChanged) return;
        stop();
        go();
      });
    };
    installWorker(betweenPages).catch(console.error);
  }, []);
  return <RouterProvider router={router} />;
}
