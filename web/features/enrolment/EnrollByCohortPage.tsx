import { Menu } from '@mantine/core';
import { IconArrowsExchange, IconUserMinus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CohortAssignment } from '../../../contract/enrolment.ts';
import { messages } from '../../../contract/messages.ts';
import { api } from '../../app/api.ts';
import { useMay } from '../../app/SessionProvider.tsx';
import { confirm } from '../../ui/confirm.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { fullName } from '../../ui/names.ts';
import { toast } from '../../ui/toasts.ts';
import { assignmentColumns, byCohort, cohortFilters } from './sections.tsx';

const nameOf = ({ student, cohort }: CohortAssignment) => `${fullName(student)} in ${cohort.name}`;

/** Who is in which cohort now. */
export function EnrollByCohortPage() {
  const may = useMay();
  return (
    <ResourceList
      section={byCohort}
      columns={assignmentColumns}
      usualOrder=""
      filters={cohortFilters}
      nameOf={nameOf}
      onlyShown
      rowOptions={may('Enroll Student', 'edit') ? options : undefined}
    />
  );
}

const options = (row: CohortAssignment) => <Options row={row} />;

function Options({ row }: { row: CohortAssignment }) {
  const queries = useQueryClient();
  async function leave() {
    const sure = await confirm({
      title: `Take ${fullName(row.student)} out of ${row.cohort.name}?`,
      text: 'The classes that the cohort opened end today; rolls and rates before stay as they are.',
      yes: 'Take out',
      no: 'Cancel',
      danger: true,
    });
    if (!sure) return;
    try {
      await api.delete(`attendance/studentcohortassignment/${row.id}/`);
      toast('success', messages.studentRemovedFromClass);
      await queries.invalidateQueries({ queryKey: ['section'] });
    } catch (error) {
      toast('error', `${messages.removingFailed} ${(error as Error).message}`);
    }
  }
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowsExchange size={16} aria-hidden="true" />}
        renderRoot={(props) => (
          <Link {...props} to="/cohort-transfer/add" search={{ cohort: String(row.cohort.id), student: String(row.student.id) }} />
        )}
      >
        Transfer
      </Menu.Item>
      <Menu.Item c="var(--mantine-color-error)" leftSection={<IconUserMinus size={16} aria-hidden="true" />} onClick={() => void leave()}>
        Take out
      </Menu.Item>
    </>
  );
}
