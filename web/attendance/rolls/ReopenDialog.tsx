import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { absences } from './reopen-text.ts';

interface Props {
  /** How many absences the closing wrote that are as it wrote them. */
  written: number;
  /** The days for editing have passed. */
  needsReason: boolean;
  isPending: boolean;
  reopen: (choice: { reason: string | null; take_back: boolean }) => void;
  close: () => void;
}

/**
 * Asks whether the absences of the closing are taken back, which stay otherwise; after the days for editing
 * for the reason, too (R-ROLL-11).
 */
export default function ReopenDialog({ written, needsReason, isPending, reopen, close }: Props) {
  const [reason, setReason] = useState('');
  const [takesBack, setTakesBack] = useState(false);
  const [tried, setTried] = useState(false);
  return (
    <Dialog opened onClose={close} title="Reopen the roll" centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          const given = reason.trim();
          if (given || !needsReason) reopen({ reason: given || null, take_back: takesBack });
        }}
      >
        <Stack gap="md">
          {written > 0 && (
            <Checkbox
              label={`Take back the ${absences(written)} that closing wrote`}
              description="These students become not taken again. Marks that were changed since stay."
              checked={takesBack}
              onChange={(event) => setTakesBack(event.currentTarget.checked)}
            />
          )}
          {needsReason && (
            <TextInput
              label="Reason"
              description="The days for changing this roll have passed. The history names who reopened it, and why."
              data-autofocus
              maxLength={limits.reasonLength}
              value={reason}
              error={tried && !reason.trim() && messages.required}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Stack>
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} data-autofocus={needsReason ? undefined : true}>
            Reopen
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
