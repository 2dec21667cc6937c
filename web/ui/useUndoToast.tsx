import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { toast } from './toasts.ts';

/**
 * Reports that a bulk change was done, with a link to where it can be undone (R-UNDO-1).
 * @returns a function of the message and the change, as the server answered it.
 */
export function useUndoToast() {
  const mayUndo = useCan()('Settings', 'edit');
  const navigate = useNavigate();
  return useCallback(
    (message: string, operation: number | null | undefined, area: 'forms' | 'shell' = 'forms') => {
      if (!mayUndo || operation === null || operation === undefined)
        return toast('success', message, area);
      const open = () => {
        notifications.clean();
        void navigate({ to: '/change-history/view', search: { id: String(operation) } });
      };
      // Long enough to reach the link.
      toast(
        'success',
        <>
          {/[.!?…]$/.test(message) ? message : `${message}.`}{' '}
          <Anchor component="button" type="button" size="sm" underline="always" onClick={open}>
            Undo…
          </Anchor>
        </>,
        'forms',
      );
    },
    [mayUndo, navigate],
  );
}
