import { queryOptions } from '@tanstack/react-query';
import { getClassDays } from '#contract/timetable/calendar.endpoints.ts';
import { getOverview } from '#contract/attendance/overview.endpoints.ts';
import { holidayEndpoints } from '#contract/timetable/holidays.endpoints.ts';
import { teacherEndpoints } from '#contract/people/teachers.endpoints.ts';
import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { request } from '#web/platform/api.ts';
import { holidaysFrom } from './coming-holidays.ts';

export const classesOfDay = (date: string, teacher: number | undefined) =>
  queryOptions({
    queryKey: ['classes', date, teacher ?? 'all'],
    queryFn: ({ signal }) =>
      request(classScheduleEndpoints.list, {
        query: {
          date,
          teacher,
          include: 'changed',
          limit: limits.mostRows,
          ordering: 'start_time',
        },
        signal,
      }),
  });

/** How today is going. */
export const overviewOfToday = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => request(getOverview, { signal }),
});

/** The kinds of days of a period, and the nearest class days before and after it. */
export const classDays = (from: string, to: string, teacher?: number) =>
  queryOptions({
    queryKey: ['class-days', from, to, teacher ?? 'all'],
    queryFn: ({ signal }) => request(getClassDays, { query: { from, to, teacher }, signal }),
    // The first enrolment ends the setting up.
    staleTime: ({ state }) => (state.data?.is_set_up === false ? 0 : 60_000),
  });

export const comingHolidays = (today: string) =>
  queryOptions({
    queryKey: ['holidays', today],
    queryFn: ({ signal }) =>
      request(holidayEndpoints.list, {
        query: holidaysFrom(today),
        signal,
      }),
    staleTime: 60_000,
  });

export const teachersLike = (search: string) =>
  queryOptions({
    queryKey: ['teachers', search],
    queryFn: ({ signal }) =>
      request(teacherEndpoints.list, { query: { search, limit: limits.pageSize }, signal }),
    staleTime: 60_000,
  });

export const teacherById = (id: number) =>
  queryOptions({
    queryKey: ['teacher', id],
    queryFn: ({ signal }) => request(teacherEndpoints.list, { query: { id }, signal }),
    staleTime: 60_000,
  });
