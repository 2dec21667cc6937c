import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

interface Props {
  isPending: boolean;
  reopen: (reason: string) => void;
  close: () => void;
}

/** Asks for the reason when a roll is reopened after its days for editing. */
export default function ReopenDialog({ isPending, reopen, close }: Props) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  return (
    <Dialog opened onClose={close} title="Reopen the roll" centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (reason.trim()) reopen(reason.trim());
        }}
      >
        <TextInput
          label="Reason"
          description="The days for changing this roll have passed. The history names who reopened it, and why."
          data-autofocus
          maxLength={limits.reasonLength}
          value={reason}
          error={tried && !reason.trim() && messages.required}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Reopen
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
