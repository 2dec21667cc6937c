import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { getFreeRooms } from '#contract/timetable/weeks.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { weekdays } from '#contract/weekdays.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { useLivePlan } from '#web/platform/useLivePlan.ts';
import { useNewDay } from '#web/platform/useNewDay.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { FreeRoomsBar } from './FreeRoomsBar.tsx';
import { RoomGrid } from './RoomGrid.tsx';
import type { FreeRoomsSearch } from './search.ts';
import classes from './FreeRooms.module.css';

/** The free times of rooms, on a date or in a usual week. */
export function FreeRoomsPage() {
  const search = useSearch({ from: '/free-rooms' });
  const navigate = useNavigate({ from: '/free-rooms' });
  const { today } = useSession().config;
  const canAdd = useCan()('Timetables', 'add');
  const date = search.date ?? today;
  const { day, semester, weeks, seats, features } = search;
  const wanted = { seats, features };
  const query =
    day === undefined ? { date, ...wanted } : { day_of_week: day, semester, weeks, ...wanted };
  useLivePlan(date, date, 'free-rooms');
  const found = useQuery({
    queryKey: ['free-rooms', query],
    queryFn: ({ signal }) => request(getFreeRooms, { query, signal }),
    placeholderData: keepPreviousData,
  });
  const go = (next: FreeRoomsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), resetScroll: false });
  useNewDay(search.date, (day) => go({ date: day }));
  const rooms = found.data?.rooms ?? [];
  const total = found.data?.total ?? 0;
  return (
    <div className={classes.page}>
      <PageHead title="Free rooms" />
      <FreeRoomsBar date={date} today={today} search={search} go={go} />
      {found.isError && !found.data && (
        <LoadError error={found.error} retry={() => void found.refetch()} />
      )}
      {found.isPending && <PleaseWait />}
      {found.data && rooms.length === 0 && (
        <EmptyState title={seats ? `No room has ${seats} seats` : messages.noDataFound} />
      )}
      {found.data && found.data.holidays.length > 0 && (
        <Text fw={600} role="status">
          Holiday: {found.data.holidays.join(', ')}
        </Text>
      )}
      {rooms.length > 0 && (
        <>
          <RoomGrid rooms={rooms} form={{ day: day ?? weekdayOf(date), semester, weeks }} />
          <Text size="sm" c="dimmed">
            {total > rooms.length ? `The first ${rooms.length} of ${total} rooms. ` : ''}
            {canAdd && 'What is free opens the form of a new class with room and time.'}
          </Text>
        </>
      )}
    </div>
  );
}

/** The weekday of a date. */
const weekdayOf = (date: string): string | null =>
  weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? null;
