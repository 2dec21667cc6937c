import { Group, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { findTime } from '#contract/timetable/find-time.endpoints.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { BackButton } from '#web/ui/BackButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { longDate } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { UndoBand } from '../meetings/UndoBand.tsx';
import { timetableResource } from '../class-schedules/resource.tsx';
import { FindTimeBar } from './FindTimeBar.tsx';
import classes from './FindTime.module.css';
import { Proposals } from './Proposals.tsx';
import { queryOf, type FindTimeSearch } from './search.ts';

/** Possible times and rooms for a class (R-FIND-1). */
export function FindTimePage() {
  const search: FindTimeSearch = useSearch({ from: '/timetable/find-time' });
  const navigate = useNavigate({ from: '/timetable/find-time' });
  const query = queryOf(search);
  const found = useQuery({
    // Read again after a class was changed.
    queryKey: resourceKey(timetableResource, 'find-time', JSON.stringify(query)),
    queryFn: ({ signal }) => request(findTime, { query: query ?? {}, signal }),
    enabled: query !== null,
    placeholderData: keepPreviousData,
  });
  const go = (next: FindTimeSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false });
  return (
    <div className={classes.page}>
      <Group justify="space-between" mt="xs">
        <Title order={1} size="h3">
          Find a time
        </Title>
        <BackButton />
      </Group>
      {/* Another class has other fields of its own. */}
      <FindTimeBar key={search.id ?? 'new'} search={search} go={go} />
      {search.id && <UndoBand place={{ id: Number(search.id) }} />}
      {query === null ? (
        <EmptyState title="Choose a class, or a semester for a new one" />
      ) : (
        <Found found={found} search={search} />
      )}
    </div>
  );
}

function Found({
  found: { data, isPending, isError, error, refetch },
  search,
}: {
  found: ReturnType<typeof useQuery<Awaited<ReturnType<typeof request<typeof findTime>>>>>;
  search: FindTimeSearch;
}) {
  if (isError && search.on && error instanceof ApiError && error.status === 404)
    return <EmptyState title={`The class is not held on ${longDate(search.on)}`} />;
  if (isError) return <LoadError error={error} retry={() => void refetch()} />;
  if (isPending) return <PleaseWait />;
  if (data.results.length === 0)
    return <EmptyState title="No time fits between these hours on these days" />;
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {data.students === 1 ? '1 student' : `${data.students} students`}, every half hour of{' '}
        {search.on ? 'seven days' : 'the semester’s weeks'}; times without a clash first.
      </Text>
      <Proposals found={data} search={search} />
    </>
  );
}
