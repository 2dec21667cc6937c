import { Menu } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Transfer } from '../../../contract/enrolment.ts';
import { api } from '../../app/api.ts';
import { useMay } from '../../app/SessionProvider.tsx';
import { confirm } from '../../ui/confirm.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { fullName } from '../../ui/names.ts';
import { toast } from '../../ui/toasts.ts';
import { cohortFilters, transferColumns, transfers } from './sections.tsx';

const nameOf = ({ student, to_cohort }: Transfer) => `${fullName(student)} to ${to_cohort.name}`;

/** Who moved from which cohort to which; undone as long as no attendance depends on it. */
export function CohortTransfersPage() {
  const may = useMay();
  return (
    <ResourceList
      section={transfers}
      columns={transferColumns}
      usualOrder=""
      filters={cohortFilters}
      nameOf={nameOf}
      onlyShown
      rowOptions={may('Enroll Student', 'edit') ? options : undefined}
    />
  );
}

const options = (row: Transfer) => (row.undone_at ? null : <Undo row={row} />);

function Undo({ row }: { row: Transfer }) {
  const queries = useQueryClient();
  async function undo() {
    const sure = await confirm({
      title: 'Undo this transfer?',
      text: `${fullName(row.student)} goes back to ${row.from_cohort.name}, as if the transfer had never been.`,
      yes: 'Undo',
      no: 'Cancel',
    });
    if (!sure) return;
    try {
      await api.post(`attendance/cohort-transfers/${row.id}/undo/`, {});
      toast('success', 'Transfer undone');
      await queries.invalidateQueries({ queryKey: ['section'] });
    } catch (error) {
      toast('error', (error as Error).message);
    }
  }
  return (
    <Menu.Item leftSection={<IconArrowBackUp size={16} aria-hidden="true" />} onClick={() => void undo()}>
      Undo
    </Menu.Item>
  );
}
