import { Button } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { partNotLoaded } from '#web/ui/not-loaded.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';

const ExportDialog = lazyPart(
  async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }),
  { onFail: ({ close }) => partNotLoaded(close) },
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
      {open && <ExportDialog close={close} />}
    </>
  );
}
