import { Button, Group, Menu, Text } from '@mantine/core';
import { IconDownload, IconFileDiff, IconFilePlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { exportPayRun, payRunEndpoints } from '#contract/pay/pay-runs.endpoints.ts';
import { payRunFileName, type PayRun } from '#contract/pay/pay-run.ts';
import { request, requestFile } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { download } from '#web/ui/export/file.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { closingQuery } from '../portal/closing.ts';
import { ClosedUntil } from '../portal/ClosedUntil.tsx';
import { payRunColumns, payRunName, payRunResource } from './resource.tsx';

const options = (run: PayRun) => <RunOptions run={run} />;

/** Files for the payroll system with their entries, to create and compare (R-PAY-10). */
export function PayRunsPage() {
  const { time_zone } = useSession().config;
  const can = useCan();
  const columns = useMemo(() => payRunColumns(time_zone), [time_zone]);
  return (
    <ResourceList
      resource={payRunResource}
      columns={columns}
      defaultSort="-id"
      nameOf={payRunName}
      onlyShown
      rowOptions={options}
      actions={can('Payrolls', 'edit') && <MakeRun />}
    >
      <Text c="dimmed" size="sm">
        A run exports the completed check-ins of closed days, each once. What is changed after its
        run comes as a correction in the next one.
      </Text>
      <ClosedUntil proposed={null} />
    </ResourceList>
  );
}

/** Downloads the file of a run. */
function useRunFile() {
  const { busy, run: start } = useDownload();
  const save = (run: PayRun, format: 'csv' | 'xlsx') =>
    start(async () => {
      const file = await requestFile(exportPayRun, { params: { id: run.id }, query: { format } });
      download(file, payRunFileName(run, format));
    });
  return { busy, save };
}

function MakeRun() {
  const queries = useQueryClient();
  const { save, busy } = useRunFile();
  const reason = useId();
  const closing = useQuery(closingQuery);
  const closed = closing.data?.closed_until ?? null;
  async function open(until: string) {
    const latest = await request(payRunEndpoints.list, { query: { limit: 1 } });
    const { openRunForm } = await import('./run-dialog.tsx');
    openRunForm({
      closed: until,
      after: latest.results[0]?.to_date ?? null,
      made: (run) => {
        void queries.invalidateQueries({ queryKey: resourceKey(payRunResource) });
        void queries.invalidateQueries({ queryKey: ['resource', 'payroll-logs'] });
        void save(run, 'csv');
      },
    });
  }
  return (
    <Group gap="xs">
      {closing.data?.closed_until === null && (
        <Text id={reason} size="sm" c="dimmed">
          Close pay until a date first.
        </Text>
      )}
      <Button
        leftSection={<IconFilePlus size={16} aria-hidden="true" />}
        loading={busy}
        disabled={closed === null}
        aria-describedby={reason}
        onClick={() => closed !== null && void open(closed)}
      >
        Make pay run …
      </Button>
    </Group>
  );
}

function RunOptions({ run }: { run: PayRun }) {
  const { save } = useRunFile();
  const showChanges = async () => {
    const { openChanges } = await import('./changes-dialog.tsx');
    openChanges(run);
  };
  return (
    <>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Menu.Item
          key={format}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() => void save(run, format)}
        >
          {format === 'csv' ? 'Download CSV' : 'Download Excel'}
        </Menu.Item>
      ))}
      <Menu.Item
        leftSection={<IconFileDiff size={16} aria-hidden="true" />}
        onClick={() => void showChanges()}
      >
        What changed since
      </Menu.Item>
    </>
  );
}
