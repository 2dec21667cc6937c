import { Menu } from '@mantine/core';
import { IconArrowsExchange, IconUserMinus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { leaveCohort } from '#contract/enrolment/enrolment.endpoints.ts';
import type { CohortAssignment } from '#contract/enrolment/enrolment.ts';
import { messages } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { asError } from '#web/platform/as-error.ts';
import { confirm } from '#web/ui/confirm.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { fullName } from '#contract/person-name.ts';
import { toast } from '#web/ui/toasts.ts';
import { assignmentColumns, byCohort, cohortFilters } from './resources.tsx';

const nameOf = ({ student, cohort }: CohortAssignment) => `${fullName(student)} in ${cohort.name}`;

/** Current members of cohorts. */
export function EnrolByCohortPage() {
  const can = useCan();
  return (
    <ResourceList
      resource={byCohort}
      columns={assignmentColumns}
      defaultSort=""
      filters={cohortFilters}
      nameOf={nameOf}
      onlyShown
      rowOptions={can('Enroll Student', 'edit') ? options : undefined}
    />
  );
}

const options = (row: CohortAssignment) => <Options row={row} />;

function Options({ row }: { row: CohortAssignment }) {
  const queries = useQueryClient();
  async function leave() {
    const sure = await confirm({
      title: `Remove ${fullName(row.student)} from ${row.cohort.name}?`,
      text: 'The classes that the cohort opened end today; rolls and rates before stay as they are.',
      yes: 'Remove',
      no: 'Cancel',
      danger: true,
    });
    if (!sure) return;
    try {
      await request(leaveCohort, { params: { id: row.id } });
      toast('success', messages.studentRemovedFromClass);
      await queries.invalidateQueries({ queryKey: ['resource'] });
    } catch (error) {
      toast('error', `${messages.removingFailed} ${asError(error).message}`);
    }
  }
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowsExchange size={16} aria-hidden="true" />}
        renderRoot={(props) => (
          <Link
            {...props}
            to="/cohort-transfer/add"
            search={{ cohort: String(row.cohort.id), student: String(row.student.id) }}
          />
        )}
      >
        Transfer
      </Menu.Item>
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<IconUserMinus size={16} aria-hidden="true" />}
        onClick={() => void leave()}
      >
        Remove
      </Menu.Item>
    </>
  );
}
