import { Menu } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { undoTransfer } from '#contract/enrolment/enrolment.endpoints.ts';
import type { Transfer } from '#contract/enrolment/enrolment.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { asError } from '#web/platform/as-error.ts';
import { confirm } from '#web/ui/confirm.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { fullName } from '#contract/person-name.ts';
import { toast } from '#web/ui/toasts.ts';
import { cohortFilters, transferColumns, transfers } from './resources.tsx';

const nameOf = ({ student, to_cohort }: Transfer) => `${fullName(student)} to ${to_cohort.name}`;

/** Transfers between cohorts; a transfer can be undone while no attendance depends on it. */
export function CohortTransfersPage() {
  const can = useCan();
  const { time_zone } = useSession().config;
  const columns = useMemo(() => transferColumns(time_zone), [time_zone]);
  return (
    <ResourceList
      resource={transfers}
      columns={columns}
      defaultSort=""
      filters={cohortFilters}
      nameOf={nameOf}
      onlyShown
      rowOptions={can('Enroll Student', 'edit') ? options : undefined}
    />
  );
}

const options = (row: Transfer) => (row.undone_at ? null : <Undo row={row} />);

function Undo({ row }: { row: Transfer }) {
  const queries = useQueryClient();
  async function undo() {
    const sure = await confirm({
      title: 'Undo this transfer?',
      text: `${fullName(row.student)} goes back to ${row.from_cohort.name}. The transfer is reversed.`,
      yes: 'Undo',
      no: 'Cancel',
    });
    if (!sure) return;
    try {
      await request(undoTransfer, { params: { id: row.id } });
      toast('success', 'Transfer undone');
      await queries.invalidateQueries({ queryKey: ['resource'] });
    } catch (error) {
      toast('error', asError(error).message);
    }
  }
  return (
    <Menu.Item
      leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
      onClick={() => void undo()}
    >
      Undo
    </Menu.Item>
  );
}
