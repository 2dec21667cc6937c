import type { cohortEndpoints } from '#contract/enrolment/cohorts.endpoints.ts';
import { Menu } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Cohort } from '#contract/enrolment/cohort.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { yearChoices } from '#web/ui/form/options.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { classPicker, cohortColumns, cohortResource } from '#web/school/cohorts.tsx';

const nameOf = ({ name }: Cohort) => name;

const schedulesOption = ({ id }: Cohort) => (
  <Menu.Item
    leftSection={<IconEye size={16} aria-hidden="true" />}
    renderRoot={(props) => <Link {...props} to="/cohort/view" search={{ id: String(id) }} />}
  >
    Schedules
  </Menu.Item>
);

export function CohortsPage() {
  const { today } = useSession().config;
  const filters = useMemo<FilterOf<typeof cohortEndpoints.list>[]>(
    () => [
      { kind: 'select', name: 'year', title: 'Year', choices: yearChoices(today) },
      { kind: 'picker', name: 'class_schedule', title: 'Schedule', source: classPicker },
    ],
    [today],
  );
  return (
    <ResourceList
      resource={cohortResource}
      columns={cohortColumns}
      defaultSort="name"
      filters={filters}
      nameOf={nameOf}
      rowOptions={schedulesOption}
    />
  );
}
