import { Select } from '#web/ui/Select.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import { messages, noneFound } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useMayFilter } from '#web/platform/SessionProvider.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListError } from '#web/ui/list/ListError.tsx';
import { isPicker, namesOf } from '#web/ui/list/filter.ts';
import { useListState } from '#web/ui/list/useListState.ts';
import { PageActions, type PageAction } from '#web/ui/PageActions.tsx';
import { Picker } from '#web/ui/Picker.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { weekFilter, weekFilters } from './filters.ts';
import { timetableResource } from './resource.tsx';
import { WeekGrid } from './WeekGrid.tsx';
import classes from './UsualWeekPage.module.css';

/** More blocks than this are unreadable side by side. */
const maxBlocks = 150;

/** The usual week of a teacher, a room or a cohort, without dates; small institutes see all classes. */
export function UsualWeekPage({ actions }: { actions: PageAction[] }) {
  const can = useCan();
  const mayFilter = useMayFilter();
  const filters = useMemo(() => weekFilters(can, mayFilter), [can, mayFilter]);
  const pickers = filters.filter(isPicker);
  const names = pickers.map(({ name }) => name);
  const [state, change] = useListState([...filters, weekFilter].flatMap(namesOf));
  const found = useQuery({
    queryKey: resourceKey(timetableResource, 'week', state.filters),
    queryFn: ({ signal }) =>
      request(classScheduleEndpoints.list, {
        query: { ...state.filters, limit: maxBlocks },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const { results = [], total = 0 } = found.data ?? {};
  return (
    <>
      <PageHead title="Usual week">
        <PageActions actions={actions} />
      </PageHead>
      <div className={classes.filters}>
        {pickers.map(({ name, title, source }) => (
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
        <Select
          label={weekFilter.title}
          placeholder="All"
          clearable
          data={weekFilter.choices}
          value={state.filters.week ?? null}
          onChange={(week) => change({ week: week ?? undefined })}
        />
      </div>
      {found.isError && !found.data && (
        <ListError
          title={messages.loadSchedulesFailed}
          error={found.error}
          retry={() => void found.refetch()}
          filters={state.filters}
          change={change}
        />
      )}
      {found.isPending && <PleaseWait />}
      {found.data && total === 0 && <EmptyState title={noneFound(timetableResource.title)} />}
      {total > maxBlocks ? (
        <EmptyState
          title={`${total} classes a week: choose a ${names.join(', ').replace(/, (\w+)$/, ' or $1')}`}
        />
      ) : (
        results.length > 0 && <WeekGrid classes={results} />
      )}
    </>
  );
}
