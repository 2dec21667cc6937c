import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { BulkOperation } from '#contract/exchange/bulk-operation.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { LaterChanges } from './LaterChanges.tsx';
import { preselected } from './preselected.ts';
import { actOf, changesText, rowsText } from './text.ts';
import classes from './UndoDialog.module.css';
import { UndoOutcome } from './UndoOutcome.tsx';
import { useUndo } from './useUndo.ts';

/** What undoing a change, or it and all that belongs to it, would do, before it is done; then what it did. */
export function UndoDialog({ operation, close }: { operation: BulkOperation; close: () => void }) {
  const [chosen, choose] = useState<boolean | null>(null);
  const act = actOf(operation);
  const { later, alone, all, undo } = useUndo(operation.id, act, close);
  const isWithLater =
    chosen ?? preselected(operation, { later: later.data, alone: alone.data, all: all.data });
  const preview = isWithLater ? all : alone;
  const done = undo.data ?? null;
  // Before it is known what is preselected nothing can be confirmed.
  const isSettled = isWithLater !== null || alone.isError || all.isError;
  const planned = isSettled ? preview.data : undefined;
  const count = planned?.parts.length ?? 0;
  return (
    <Dialog
      opened
      onClose={close}
      title={
        <span tabIndex={-1} data-autofocus className={classes.title}>
          {act.title}
        </span>
      }
      size="lg"
      classNames={{ content: classes.content, body: classes.body }}
    >
      <Stack className={classes.scroll} tabIndex={0} role="group" aria-label="What happens">
        {!done && later.isError && (
          <LoadError error={later.error} retry={() => void later.refetch()} />
        )}
        {!done && later.data && later.data.total > 0 && isSettled && (
          <LaterChanges
            later={later.data}
            act={act}
            isWithLater={isWithLater ?? false}
            change={choose}
            alone={alone.data}
            all={all.data}
          />
        )}
        {!done && preview.isError && (
          <LoadError error={preview.error} retry={() => void preview.refetch()} />
        )}
        {!done && !planned && !preview.isError && <PleaseWait />}
        {done ? (
          <UndoOutcome of={done} act={act} isDone />
        ) : (
          planned && (
            <UndoOutcome
              of={planned}
              act={act}
              isDone={false}
              without={isWithLater ? undefined : later.data}
            />
          )
        )}
      </Stack>
      <Group justify="flex-end" className={classes.footer}>
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
              ? act.verb
              : `${act.verb} ${count > 1 ? changesText(count) : rowsText(planned.undone)}`}
          </Button>
        )}
      </Group>
    </Dialog>
  );
}
