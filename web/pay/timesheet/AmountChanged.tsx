import { Button, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ChangeList } from './ChangeList.tsx';

/** A button beside a changed amount that shows who changed it, when, from what to what, and why. */
export function AmountChanged({ id, name }: { id: number; name: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setOpened(true)}>
        Changed<VisuallyHidden component="span">: {name}</VisuallyHidden>
      </Button>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={`Changes of ${name}`}
        centered
      >
        <ChangeList id={id} />
      </Dialog>
    </>
  );
}
