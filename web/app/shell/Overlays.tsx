import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { Dialogs } from '#web/ui/Dialogs.tsx';
import { hideToastsOnEscape } from '#web/ui/toasts.ts';
import { useDrawn } from '#web/ui/useDrawn.ts';

/** Toasts and dialogs, which every page may show. */
export function Overlays() {
  const drawn = useDrawn();
  useEffect(hideToastsOnEscape, []);
  return (
    <>
      {drawn && <Notifications position="top-center" limit={12} zIndex={500} />}
      <Dialogs />
    </>
  );
}
