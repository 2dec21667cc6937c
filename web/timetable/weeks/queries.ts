import { queryOptions } from '@tanstack/react-query';
import { getWeek } from '#contract/timetable/weeks.endpoints.ts';
import { request } from '#web/platform/api.ts';
import type { WeekFilters } from './search.ts';

export const weekQuery = (monday: string, filters: WeekFilters) =>
  queryOptions({
    queryKey: ['week', monday, filters],
    queryFn: ({ signal }) => request(getWeek, { query: { date: monday, ...filters }, signal }),
  });
