import { ModalsProvider, useModals } from '@mantine/modals';
import { useEffect } from 'react';
import { dialogsMounted } from './dialog-queue.ts';
import { useFocusReturn } from './focus-return.ts';
import { useDrawn } from './useDrawn.ts';

/** The focus is given back by `Mounted`. */
const modalProps = { returnFocus: false };

/** The container of dialogs, rendered after the first paint. */
export function Dialogs() {
  return (
    useDrawn() && (
      <ModalsProvider modalProps={modalProps}>
        <Mounted />
      </ModalsProvider>
    )
  );
}

function Mounted() {
  const { modals } = useModals();
  useEffect(dialogsMounted, []);
  useFocusReturn(modals.length > 0);
  return null;
}
