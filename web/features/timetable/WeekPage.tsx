import { Group, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { List } from '../../../contract/fields.ts';
import { messages, noneFound } from '../../../contract/messages.ts';
import type { ClassSchedule } from '../../../contract/timetable.ts';
import { api } from '../../app/api.ts';
import { useMay } from '../../app/SessionProvider.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useListState } from '../../ui/list/useListState.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { Picker } from '../../ui/Picker.tsx';
import { PleaseWait } from '../../ui/PleaseWait.tsx';
import { sectionKey } from '../../ui/section.ts';
import { weekFilters } from './filters.ts';
import { timetableSection } from './section.tsx';
import { WeekGrid } from './WeekGrid.tsx';
import classes from './WeekPage.module.css';

/** More blocks than this cannot be read side by side. */
const mostBlocks = 150;

/** The week of a teacher, a room or a cohort; small institutes see all of it. */
export function WeekPage({ actions }: { actions: ReactNode }) {
  const may = useMay();
  const filters = useMemo(() => weekFilters(may), [may]);
  const names = useMemo(() => filters.map(({ name }) => name), [filters]);
  const [state, change] = useListState(names);
  const found = useQuery({
    queryKey: sectionKey(timetableSection, 'week', state.filters),
    queryFn: ({ signal }) => api.get<List<ClassSchedule>>('attendance/classschedule/', { query: { ...state.filters, limit: mostBlocks }, signal }),
    placeholderData: keepPreviousData,
  });
  const { results = [], total = 0 } = found.data ?? {};
  return (
    <>
      <Group justify="space-between" my="xs">
        <Title order={1} size="h3">
          {timetableSection.title}
        </Title>
        <Group gap="xs">{actions}</Group>
      </Group>
      <div className={classes.filters}>
        {filters.map(({ name, title, source }) => (
          <Picker
            key={name}
            label={title}
            placeholder="All"
            source={source}
            failure={messages.optionsFailed}
            value={Number(state.filters[name]) || null}
            onChange={(id) => change({ [name]: id ?? undefined })}
          />
        ))}
      </div>
      {found.isError && !found.data && <LoadError title={messages.loadSchedulesFailed} error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <PleaseWait />}
      {found.data && total === 0 && <EmptyState title={noneFound(timetableSection.title)} />}
      {total > mostBlocks ? (
        <EmptyState title={`${total} classes a week: choose a ${names.join(', ').replace(/, (\w+)$/, ' or $1')}`} />
      ) : (
        results.length > 0 && <WeekGrid classes={results} />
      )}
    </>
  );
}
