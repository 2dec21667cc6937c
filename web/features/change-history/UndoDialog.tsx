import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BulkOperation, UndoResult } from '#contract/bulk-operation.ts';
import { recordName } from '#contract/bulk-operation-terms.ts';
import { previewBulkUndo, undoBulkOperation } from '#contract/endpoints/bulk-operations.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { withClashesConfirmed } from '#web/ui/clashes/question.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { toast } from '#web/ui/toasts.ts';
import { countsText, rowsText, titleOf } from './text.ts';

/** What undoing a change would do, before it is done; then what it did. */
export function UndoDialog({ operation, close }: { operation: BulkOperation; close: () => void }) {
  const { id } = operation;
  const queries = useQueryClient();
  const preview = useQuery({
    queryKey: ['undo-preview', id],
    queryFn: ({ signal }) => request(previewBulkUndo, { params: { id }, body: {}, signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const undo = useMutation({
    mutationFn: () =>
      withClashesConfirmed((confirmed) =>
        request(undoBulkOperation, { params: { id }, body: confirmed }),
      ),
    async onSuccess(result) {
      // Not confirmed that classes clash then.
      if (!result) return;
      await queries.invalidateQueries({ queryKey: ['resource'] });
      await queries.invalidateQueries({ queryKey: ['import-runs'] });
      if (result.rows.length > 0) return;
      toast('success', `${rowsText(result.undone)} undone`);
      close();
    },
    onError: (error) => toast('error', asError(error).message),
  });
  const done = undo.data ?? null;
  return (
    <Dialog opened onClose={close} title={`Undo ${titleOf(operation)}`} size="lg">
      <Stack>
        {preview.isPending && <PleaseWait />}
        {preview.isError && (
          <LoadError error={preview.error} retry={() => void preview.refetch()} />
        )}
        {done ? (
          <Outcome of={done} isDone />
        ) : (
          preview.data && <Outcome of={preview.data} isDone={false} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {done ? 'Close' : 'Cancel'}
          </Button>
          {!done && (
            <Button
              disabled={!preview.data || preview.data.undone === 0}
              loading={undo.isPending}
              onClick={() => undo.mutate()}
            >
              {preview.data?.undone ? `Undo ${rowsText(preview.data.undone)}` : 'Undo'}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function Outcome({
  of: { undone, refused, counts, rows },
  isDone,
}: {
  of: UndoResult;
  isDone: boolean;
}) {
  return (
    <>
      <Alert
        variant="outline"
        color={rows.length ? 'yellow' : 'green'}
        role="status"
        title={isDone ? `${rowsText(undone)} undone` : `${rowsText(undone)} can be undone`}
      >
        {undone > 0 && `${isDone ? 'Now' : 'Then'}: ${countsText(counts)}. `}
        {refused > 0 && `${rowsText(refused)} ${isDone ? 'stayed' : 'would stay'} as they are.`}
      </Alert>
      {rows.length > 0 && !isDone && (
        <Text size="sm">What was used since stays: undo later changes first.</Text>
      )}
      {rows.length > 0 && (
        <section
          className="at-scroll"
          tabIndex={0}
          aria-label="Not undone"
          style={{ maxHeight: '45vh' }}
        >
          <table className="at-table">
            <thead>
              <tr>
                <th>Name</th>
                <th>Why it is not undone</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ table, key, label, reason, partly }) => (
                <tr key={`${table} ${key}`}>
                  <td>{label ?? `${recordName(table, 1)} ${key}`}</td>
                  <td>
                    {partly && 'In part: '}
                    {reason}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {refused > rows.filter(({ partly }) => !partly).length && (
        <Text size="sm" c="dimmed">
          The first {rows.length}; all of them are in the CSV file afterwards.
        </Text>
      )}
    </>
  );
}
