import { Notifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect } from 'react';
import { Dialogs } from '#web/ui/Dialogs.tsx';
import { hideToastsOnEscape } from '#web/ui/toasts.ts';
import { useDrawn } from '#web/ui/useDrawn.ts';

/** In the code of rolls, which has the reader. Without the network a page goes without it. */
const CardsElsewhere = lazy(() =>
  import('../areas/roll.ts')
    .then((area) => ({ default: area.CardsElsewhere }))
    .catch(() => ({ default: () => null })),
);

/** Toasts and dialogs, which every page may show, and the cards that a page does not take. */
export function Overlays() {
  const drawn = useDrawn();
  useEffect(hideToastsOnEscape, []);
  return (
    <>
      {drawn && <Notifications position="top-center" limit={12} zIndex={500} />}
      <Dialogs />
      {drawn && (
        <Suspense fallback={null}>
          <CardsElsewhere />
        </Suspense>
      )}
    </>
  );
}
