import { SegmentedControl, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { rollCallKinds, type RollCallKind } from '#contract/attendance/building-counts.ts';
import { startRollCall } from '#contract/attendance/building.endpoints.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { DialogForm } from '#web/ui/form/DialogForm.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { toast } from '#web/ui/toasts.ts';
import { kindTitles } from './kind-titles.ts';

/** Asks what the roll call is for, and starts it. */
export function openStartRollCall(done: () => void): void {
  const id = modals.open({
    title: 'Start roll call',
    children: <StartRollCall done={done} close={() => modals.close(id)} />,
  });
}

function StartRollCall({ done, close }: { done: () => void; close: () => void }) {
  const [kind, setKind] = useState<RollCallKind>('drill');
  return (
    <DialogForm
      initial={{ note: '' }}
      check={() => ({})}
      yes="Start roll call"
      send={async ({ note }) => {
        try {
          await request(startRollCall, { body: { kind, note } });
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 409)) throw error;
          // Somebody else was first: the page below shows theirs.
          toast('error', error.message);
        }
        close();
        done();
      }}
      cancel={close}
    >
      <Text size="sm">
        Everybody who is here now goes on the list. All who may see this page tick on it at once.
      </Text>
      <SegmentedControl
        aria-label="Kind"
        fullWidth
        value={kind}
        onChange={setKind}
        data={rollCallKinds.map((value) => ({ value, label: kindTitles[value] }))}
      />
      <TextField name="note" label="Note" optional />
    </DialogForm>
  );
}
