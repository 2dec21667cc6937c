import { ModalsProvider } from '@mantine/modals';
import { useEffect } from 'react';
import { dialogsMounted } from './dialog-queue.ts';
import { useDrawn } from './useDrawn.ts';

/** The container of dialogs, rendered after the first paint. */
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
