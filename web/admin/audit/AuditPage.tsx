import { Button, Menu, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { whatText } from '#contract/admin/audit-about.ts';
import { exportAudit } from '#contract/admin/audit.endpoints.ts';
import type { AuditLine } from '#contract/admin/audit.ts';
import { requestFile } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { download, fileName } from '#web/ui/export/file.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { namesOf } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { useListState } from '#web/ui/list/useListState.ts';
import { auditColumns, auditFilters, auditResource } from './resource.tsx';

const filterNames = auditFilters.flatMap(namesOf);
const nameOf = (line: AuditLine) => `${whatText(line)} by ${line.actor}`;

/** The audit log: sign-ins, exports, deletions, rejected requests, changes of marks and pay. Read-only. */
export function AuditPage() {
  const { time_zone } = useSession().config;
  const columns = useMemo(() => auditColumns(time_zone), [time_zone]);
  return (
    <ResourceList
      resource={auditResource}
      columns={columns}
      defaultSort="-at"
      filters={auditFilters}
      nameOf={nameOf}
      onlyShown
      actions={<WholeLog />}
    >
      <Text c="dimmed" mb="xs">
        Sign-ins, refusals, exports, imports, deletions and changes, also of marks and pay. The log
        cannot be changed.
      </Text>
    </ResourceList>
  );
}

/** Exports all lines of the query; the server creates the file. */
function WholeLog() {
  const [{ search, filters }] = useListState(filterNames);
  const { today } = useSession().config;
  const { busy, run } = useDownload();
  const save = (format: 'csv' | 'xlsx') =>
    void run(async () => {
      const query = { ...filters, search: search.trim() || undefined, format };
      download(
        await requestFile(exportAudit, { query }),
        fileName({ title: 'Audit log', today }, format),
      );
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
        >
          Whole log
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
        <Menu.Item onClick={() => save('xlsx')}>Excel</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
