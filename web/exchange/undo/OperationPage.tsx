import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { BulkOperation } from '#contract/exchange/bulk-operation.ts';
import {
  bulkOperationEndpoints,
  exportOperationRows,
} from '#contract/exchange/bulk-operations.endpoints.ts';
import { request, requestFile } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { download, fileName } from '#web/ui/export/file.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { moment } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { OperationRows } from './OperationRows.tsx';
import { operationResource } from './resource.tsx';
import { actOf, byActor, countsText, rowsText, stateTitles, titleOf } from './text.ts';
import { UndoDialog } from './UndoDialog.tsx';

/** One recorded change: its rows with old and new values, and undoing it (R-UNDO-2). */
export function OperationPage() {
  const { id, show } = useSearch({ from: '/change-history/view' });
  const operation = useQuery({
    queryKey: resourceKey(operationResource, 'one', id),
    queryFn: ({ signal }) =>
      request(bulkOperationEndpoints.get, { params: { id: id ?? '' }, signal }),
  });
  return (
    <>
      <PageHead title={operation.data ? titleOf(operation.data) : 'Recorded change'}>
        <BackButton />
      </PageHead>
      {operation.isPending && <PleaseWait />}
      {operation.isError && (
        <LoadError error={operation.error} retry={() => void operation.refetch()} />
      )}
      {operation.data && (
        <Shown key={operation.data.id} operation={operation.data} opensUndo={show === 'undo'} />
      )}
    </>
  );
}

/** @param opensUndo the link that led here promises the undo. */
function Shown({ operation, opensUndo }: { operation: BulkOperation; opensUndo: boolean }) {
  const { time_zone, today } = useSession().config;
  const { id, done_at, counts, state, undoes, undone_in, undone } = operation;
  const mayUndo = useCan()('Settings', 'edit') && state !== 'undone' && state !== 'expired';
  const [undoing, setUndoing] = useState(opensUndo && mayUndo);
  const { busy, run } = useDownload();
  const save = () =>
    void run(async () => {
      const file = await requestFile(exportOperationRows, { params: { id } });
      download(file, fileName({ title: `Changes-${id}`, today }, 'csv'));
    });
  return (
    <>
      <Text>
        {moment(done_at, time_zone)} {byActor(operation)}: {countsText(counts)}.
      </Text>
      {undoes !== null && (
        <Text>
          It undid{' '}
          <Anchor
            underline="always"
            renderRoot={(props) => (
              <Link {...props} to="/change-history/view" search={{ id: String(undoes) }} />
            )}
          >
            an earlier change
          </Anchor>
          .{mayUndo && !operation.brings_back && ' Bring back what it took with the button.'}
        </Text>
      )}
      {state !== 'done' && (
        <Alert variant="outline" color="gray" mt="xs" title={stateTitles[state]}>
          {state === 'expired'
            ? 'What the rows were is stored for 90 days, and of erased students no longer: this can not be undone.'
            : undone_in && (
                <>
                  {rowsText(undone)}, by {undone_in.by ?? 'the command line'} on{' '}
                  {moment(undone_in.at, time_zone)}.{' '}
                  {state === 'partly' && 'The other rows say below why they were not undone.'}
                </>
              )}
        </Alert>
      )}
      <Group my="sm">
        {mayUndo && (
          <Button
            leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
            onClick={() => setUndoing(true)}
          >
            {actOf(operation).verb}…
          </Button>
        )}
        {state !== 'expired' && (
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={save}
          >
            CSV
          </Button>
        )}
      </Group>
      {state !== 'expired' && <OperationRows id={id} isPartly={state === 'partly'} />}
      {undoing && <UndoDialog operation={operation} close={() => setUndoing(false)} />}
    </>
  );
}
