import { Menu } from '@mantine/core';
import { IconPencil, IconShare, IconShareOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { changeSavedReport } from '#contract/standing/reports.endpoints.ts';
import type { SavedReport } from '#contract/standing/saved-reports.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { prompt } from '#web/ui/prompt.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { toast } from '#web/ui/toasts.ts';
import { savedReportResource } from './resource.ts';
import { searchOfAddress } from './search.ts';

const columns: Column<SavedReport>[] = [
  {
    id: 'name',
    title: 'Name',
    text: (row) => row.name,
    cell: (row) => (
      <AnchorLink size="sm" to="/reports" search={searchOfAddress(row.address)}>
        {row.name}
      </AnchorLink>
    ),
    ordering: 'name',
  },
  { id: 'by', title: 'Saved by', text: (row) => row.by, ordering: 'by' },
  {
    id: 'is_shared',
    title: 'Seen by',
    text: (row) => (row.is_shared ? 'Everybody who reads reports' : 'Only me'),
  },
];
const nameOf = (row: SavedReport) => row.name;
const isOwn = (row: SavedReport, action: 'edit' | 'delete') => action === 'delete' && row.is_own;

/** Own and shared reports: to open, rename, share and delete (R-REPORT-4). */
export function SavedReportsPage() {
  const queries = useQueryClient();

  async function change(id: number, body: { name?: string; is_shared?: boolean }) {
    try {
      await request(changeSavedReport, { params: { id }, body });
    } catch (error) {
      toast('error', asError(error).message);
    }
    await queries.invalidateQueries({ queryKey: resourceKey(savedReportResource) });
  }
  async function rename({ id, name: initial }: SavedReport) {
    const name = await prompt({
      title: 'Rename',
      text: `The new name of “${initial}”.`,
      label: 'Name',
      max: 100,
      yes: 'Rename',
      initial,
    });
    if (name !== null) await change(id, { name: name.replaceAll(/\s+/g, ' ') });
  }

  const options = (row: SavedReport) => (
    <OwnOptions
      row={row}
      onRename={() => void rename(row)}
      onShare={() => void change(row.id, { is_shared: !row.is_shared })}
    />
  );

  return (
    <ResourceList
      resource={savedReportResource}
      columns={columns}
      defaultSort="name"
      nameOf={nameOf}
      canChange={isOwn}
      rowOptions={options}
    />
  );
}

interface OwnOptionsProps {
  row: SavedReport;
  onRename: () => void;
  onShare: () => void;
}

function OwnOptions({ row, onRename, onShare }: OwnOptionsProps) {
  if (!row.is_own) return <Menu.Label>Saved by {row.by}</Menu.Label>;
  const Icon = row.is_shared ? IconShareOff : IconShare;
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={onRename}>
        Rename
      </Menu.Item>
      <Menu.Item leftSection={<Icon size={16} aria-hidden="true" />} onClick={onShare}>
        {row.is_shared ? 'Stop sharing' : 'Share with everybody who reads reports'}
      </Menu.Item>
    </>
  );
}
