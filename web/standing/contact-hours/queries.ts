import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getEvidence, listContactHours } from '#contract/standing/contact-hours.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { requestOfList, shapeOfList } from '#web/ui/list/request.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { contactHourResource } from './resource.ts';

export type Search = Record<string, string | undefined>;

/** The filters of the list in its address. */
const filterNames = ['semester', 'band', 'outlook', 'course', 'cohort'];

/** The page that the list shows, with its semester and bands: one request for both. */
export function useContactHours(search: Search) {
  const { query } = requestOfList(contactHourResource.calls, shapeOfList(search, filterNames));
  return useQuery({
    queryKey: resourceKey(contactHourResource, 'rows', query),
    queryFn: ({ signal }) => request(listContactHours, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The period of the evidence in its address. */
export interface PeriodOfPage {
  semester?: string | undefined;
  from_date?: string | undefined;
  to_date?: string | undefined;
}

/** The period alone, without empty values. */
export const periodOf = ({ semester, from_date, to_date }: PeriodOfPage): PeriodOfPage => ({
  semester: semester || undefined,
  from_date: from_date || undefined,
  to_date: to_date || undefined,
});

export const evidenceOf = (student: string, period: PeriodOfPage) =>
  queryOptions({
    queryKey: resourceKey(contactHourResource, 'evidence', student, periodOf(period)),
    queryFn: ({ signal }) =>
      request(getEvidence, { params: { student }, query: periodOf(period), signal }),
    placeholderData: keepPreviousData,
  });
