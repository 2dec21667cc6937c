import { ModalsProvider } from '@mantine/modals';
import { useEffect } from 'react';
import { dialogsMounted } from './dialog-queue.ts';
import { useDrawn } from './useDrawn.ts';

/** The place of the dialogs, made once the page has been painted. */
export function Dialogs() {
  return (
    useDrawn() && (
      <ModalsProvider>
        <Mounted />
      </ModalsProvider>
    )
  );
}

function Mounted() {
  useEffect(dialogsMounted, []);
  return null;
}
