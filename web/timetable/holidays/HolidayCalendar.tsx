import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { holidayEndpoints } from '#contract/timetable/holidays.endpoints.ts';
import type { Holiday } from '#contract/timetable/holiday.ts';
import { limits } from '#contract/limits.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { MonthCalendar, type DayEvent } from '#web/ui/MonthCalendar.tsx';
import { spanOf } from '#web/ui/month-span.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { holidayResource } from './resource.ts';

/** The holidays of a month, day by day. */
export function HolidayCalendar() {
  const { today } = useSession().config;
  const [shown, setShown] = useState(today);
  const { from, to } = spanOf(shown);
  const found = useQuery({
    queryKey: resourceKey(holidayResource, 'month', from),
    queryFn: ({ signal }) =>
      request(holidayEndpoints.list, {
        query: { start_date: from, end_date: to, limit: limits.holidayRows },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const events = useMemo(
    () => (found.data?.results ?? []).flatMap((holiday) => daysOf(holiday, from, to)),
    [found.data, from, to],
  );
  return (
    <section
      className="at-card"
      aria-label="Calendar of holidays"
      style={{ padding: '0.75rem', overflowX: 'auto' }}
    >
      {found.isError && <LoadError error={found.error} retry={() => void found.refetch()} />}
      <MonthCalendar shown={shown} onShow={setShown} events={events} />
    </section>
  );
}

function daysOf({ name, date_from, date_to }: Holiday, from: string, to: string): DayEvent[] {
  const first = dayjs(date_from > from ? date_from : from);
  const count = dayjs(date_to < to ? date_to : to).diff(first, 'day') + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => ({
    date: first.add(at, 'day').format('YYYY-MM-DD'),
    title: name,
    tone: 'holiday',
  }));
}
