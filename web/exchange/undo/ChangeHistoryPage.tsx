import { Menu, Text } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { BulkOperation } from '#contract/exchange/bulk-operation.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { moment } from '#web/ui/format.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { operationColumns, operationFilters, operationResource } from './resource.tsx';
import { titleOf } from './text.ts';

/** Imports, bulk changes, enrolments and transfers, to be looked at and undone (R-UNDO-1). */
export function ChangeHistoryPage() {
  const { time_zone } = useSession().config;
  const navigate = useNavigate();
  const columns = useMemo(() => operationColumns(time_zone), [time_zone]);
  return (
    <ResourceList
      resource={operationResource}
      columns={columns}
      defaultSort="-at"
      filters={operationFilters}
      nameOf={(row) => `${titleOf(row)}, ${moment(row.done_at, time_zone)}`}
      onlyShown
      rowOptions={options}
      onOpen={({ id }) => void navigate({ to: '/change-history/view', search: { id: String(id) } })}
      whenEmpty="Uploads, imports, archiving, enrolments and transfers will be listed here."
    >
      <Text c="dimmed" mb="xs">
        Uploads, imports, bulk edits, archiving, enrolments and transfers. Open one to see each row
        as it was and became, and to undo it. Deleting is final, and not listed.
      </Text>
    </ResourceList>
  );
}

const options = ({ id }: BulkOperation) => (
  <Menu.Item
    leftSection={<IconListDetails size={16} aria-hidden="true" />}
    renderRoot={(props) => (
      <Link {...props} to="/change-history/view" search={{ id: String(id) }} />
    )}
  >
    Show rows
  </Menu.Item>
);
