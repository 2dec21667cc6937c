import { Button } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useCan } from '#web/platform/SessionProvider.tsx';

const ExportDialog = lazy(() =>
  import('./ExportDialog.tsx').then((it) => ({ default: it.ExportDialog })),
);

/** Opens the export dialog, for users who may export. */
export function ExportButton() {
  const can = useCan();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!can('Timetables', 'export')) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMailForward size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Export
      </Button>
      <Suspense>{open && <ExportDialog close={close} />}</Suspense>
    </>
  );
}
