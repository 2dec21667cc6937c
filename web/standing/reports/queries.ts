import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import {
  listReport,
  listReportRolls,
  listSavedReports,
} from '#contract/standing/reports.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { request } from '#web/platform/api.ts';
import { shapeOfList, requestOfList } from '#web/ui/list/request.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { reportResource, reportRollResource, savedReportResource } from './resource.ts';
import type { ReportSearch } from './search.ts';

/** The page of the report that the list shows, with its dates and totals: one request for both. */
export function useReport(search: ReportSearch, filterNames: string[]) {
  const { query } = requestOfList(reportResource.calls, shapeOfList(search, filterNames));
  return useQuery({
    queryKey: resourceKey(reportResource, 'rows', query),
    queryFn: ({ signal }) => request(listReport, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The dates of the rolls that the list shows, and how many marks they have: the same request. */
export function useRollFacts(search: ReportSearch, filterNames: string[]) {
  const { query } = requestOfList(reportRollResource.calls, shapeOfList(search, filterNames));
  return useQuery({
    queryKey: resourceKey(reportRollResource, 'rows', query),
    queryFn: ({ signal }) => request(listReportRolls, { query, signal }),
    placeholderData: keepPreviousData,
    select: ({ from_date: from, to_date: to, total, marks }) => ({ from, to, total, marks }),
  }).data;
}

/** All weeks, or all weekdays and hours, in order: what a chart draws. */
export function useWholeReport(search: ReportSearch, filterNames: string[]) {
  const { query } = requestOfList(
    reportResource.calls,
    { ...shapeOfList(search, filterNames), search: '', page: 1, ordering: '' },
    limits.pickerRows,
  );
  return useQuery({
    queryKey: resourceKey(reportResource, 'whole', query),
    queryFn: ({ signal }) => request(listReport, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Own and shared reports for the menu. */
export const savedReportsQuery = queryOptions({
  queryKey: resourceKey(savedReportResource, 'menu'),
  queryFn: ({ signal }) => request(listSavedReports, { query: { limit: 50 }, signal }),
});
