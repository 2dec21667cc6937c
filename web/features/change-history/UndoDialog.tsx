import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { BulkOperation } from '#contract/bulk-operation.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { LaterChanges } from './LaterChanges.tsx';
import { changesText, rowsText, titleOf } from './text.ts';
import { UndoOutcome } from './UndoOutcome.tsx';
import { useUndo } from './useUndo.ts';

/** What undoing a change, or it and all later ones, would do, before it is done; then what it did. */
export function UndoDialog({ operation, close }: { operation: BulkOperation; close: () => void }) {
  const [isWithLater, setWithLater] = useState(false);
  const { later, preview, undo } = useUndo(operation.id, isWithLater, close);
  const done = undo.data ?? null;
  const planned = preview.data;
  const count = planned?.parts.length ?? 0;
  return (
    <Dialog opened onClose={close} title={`Undo ${titleOf(operation)}`} size="lg">
      <Stack>
        {!done && later.isError && (
          <LoadError error={later.error} retry={() => void later.refetch()} />
        )}
        {!done && later.data && later.data.total > 0 && (
          <LaterChanges later={later.data} isWithLater={isWithLater} change={setWithLater} />
        )}
        {!done && preview.isPending && <PleaseWait />}
        {!done && preview.isError && (
          <LoadError error={preview.error} retry={() => void preview.refetch()} />
        )}
        {done ? (
          <UndoOutcome of={done} isDone />
        ) : (
          planned && (
            <UndoOutcome
              of={planned}
              isDone={false}
              hasLater={!isWithLater && (later.data?.total ?? 0) > 0}
            />
          )
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {done ? 'Close' : 'Cancel'}
          </Button>
          {!done && (
            <Button
              disabled={!planned?.undone}
              loading={undo.isPending}
              onClick={() => planned && undo.mutate(planned)}
            >
              {!planned?.undone
                ? 'Undo'
                : `Undo ${count > 1 ? changesText(count) : rowsText(planned.undone)}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
