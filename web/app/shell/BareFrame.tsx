import type { ReactNode } from 'react';
import { Overlays } from './Overlays.tsx';

/** The frame of a page in a window of its own: nothing of the application is beside it or behind it. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <Overlays />
      <main>
        <div id="page" tabIndex={-1}>
          {children}
        </div>
      </main>
    </>
  );
}
