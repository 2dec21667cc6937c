import { Button, Group, Text, Title } from '@mantine/core';
import { IconPencil, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { Cohort } from '../../../contract/cohort.ts';
import { messages } from '../../../contract/messages.ts';
import { api } from '../../app/api.ts';
import { useMay } from '../../app/SessionProvider.tsx';
import { BackButton } from '../../ui/BackButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PleaseWait } from '../../ui/PleaseWait.tsx';
import { sectionKey } from '../../ui/section.ts';
import { WeekGrid } from '../timetable/WeekGrid.tsx';
import { cohortSection } from './section.tsx';

/** A cohort's name, year and classes, as a week (spec §2, cohort schedule viewer). */
export function CohortViewPage() {
  const { id }: { id?: string } = useSearch({ strict: false });
  const may = useMay();
  const cohort = useQuery({
    queryKey: sectionKey(cohortSection, 'one', id),
    queryFn: ({ signal }) => api.get<Cohort>(`attendance/cohort/${encodeURIComponent(id ?? '')}/`, { signal }),
  });
  if (cohort.isPending) return <PleaseWait />;
  if (cohort.isError) return <LoadError title={messages.cohortFailed} error={cohort.error} retry={() => void cohort.refetch()} />;
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
          {may('Enroll Student', 'add') && (
            <Button
              leftSection={<IconUserPlus size={16} aria-hidden="true" />}
              renderRoot={(props) => <Link {...props} to="/enroll-by-cohort/add" search={{ cohort: id }} />}
            >
              Enroll students
            </Button>
          )}
          {may('Cohort', 'edit') && (
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
