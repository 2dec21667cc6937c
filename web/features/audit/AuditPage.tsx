import { Button, Menu, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { AuditLine } from '../../../contract/audit.ts';
import { api } from '../../app/api.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { download, fileName } from '../../ui/export/file.ts';
import { useDownload } from '../../ui/export/useDownload.ts';
import { namesOf } from '../../ui/list/filter.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { useListState } from '../../ui/list/useListState.ts';
import { auditColumns, auditFilters, auditSection } from './section.tsx';

const filterNames = auditFilters.flatMap(namesOf);
const nameOf = ({ what, actor }: AuditLine) => `${what} by ${actor}`;

/** Who signed in, exported, deleted, was refused, changed marks and pay; nobody changes it. */
export function AuditPage() {
  const { time_zone } = useSession().config;
  const columns = useMemo(() => auditColumns(time_zone), [time_zone]);
  return (
    <ResourceList section={auditSection} columns={columns} usualOrder="-at" filters={auditFilters} nameOf={nameOf} onlyShown actions={<WholeLog />}>
      <Text c="dimmed" mb="xs">
        Sign-ins, refusals, exports, imports, deletes and changes, also of marks and pay. Nobody can change it.
      </Text>
    </ResourceList>
  );
}

/** Everything that is asked for, however long, as a file that the server makes. */
function WholeLog() {
  const [{ search, filters }] = useListState(filterNames);
  const { today } = useSession().config;
  const { busy, run } = useDownload();
  const save = (format: 'csv' | 'xlsx') =>
    void run(async () => {
      const asked = { ...filters, search: search.trim() || undefined, format };
      download(await api.blob('attendance/audit-export/', asked), fileName({ title: 'Audit log', today }, format));
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={busy} leftSection={<IconDownload size={16} aria-hidden="true" />}>
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
