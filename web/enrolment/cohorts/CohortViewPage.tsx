import { Button, Group, Text, Title } from '@mantine/core';
import { IconPencil, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { cohortEndpoints } from '#contract/enrolment/cohorts.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { WeekGrid } from '#web/timetable/public/WeekGrid.ts';
import { WeekButton } from '#web/timetable/public/WeekButton.ts';
import { cohortResource } from '#web/school/cohorts.tsx';

/** A cohort's name, year and classes, as a week. */
export function CohortViewPage() {
  const { id } = useSearch({ from: '/cohort/view' });
  const can = useCan();
  const cohort = useQuery({
    queryKey: resourceKey(cohortResource, 'one', id),
    queryFn: ({ signal }) => request(cohortEndpoints.get, { params: { id: id ?? '' }, signal }),
  });
  if (cohort.isPending) return <PleaseWait />;
  if (cohort.isError)
    return (
      <LoadError
        title={messages.cohortFailed}
        error={cohort.error}
        retry={() => void cohort.refetch()}
      />
    );
  const { name, year, schedules, number_of_students } = cohort.data;
  return (
    <>
      <Group justify="space-between" my="xs">
        <div>
          <Title order={1} size="h3">
            {name}
          </Title>
          <Text c="dimmed">
            {year} · {schedules.length} schedules · {number_of_students} students
          </Text>
        </div>
        <Group gap="xs">
          <BackButton />
          {id !== undefined && <WeekButton of={{ cohort: id }} />}
          {can('Enroll Student', 'add') && (
            <Button
              leftSection={<IconUserPlus size={16} aria-hidden="true" />}
              renderRoot={(props) => (
                <Link {...props} to="/enroll-by-cohort/add" search={{ cohort: id }} />
              )}
            >
              Enroll students
            </Button>
          )}
          {can('Cohort', 'edit') && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden="true" />}
              renderRoot={(props) => <Link {...props} to="/cohort/add" search={{ edit: id }} />}
            >
              Edit
            </Button>
          )}
        </Group>
      </Group>
      {schedules.length ? <WeekGrid classes={schedules} /> : <EmptyState title={messages.noData} />}
    </>
  );
}
