import { queryOptions } from '@tanstack/react-query';
import type { ClashKind } from '#contract/clash.ts';
import {
  getRoomHours,
  listTimetableClashes,
} from '#contract/timetable/timetable-health.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { clashResource } from './resources.ts';
import type { HealthPeriod } from './search.ts';

/** Clashes of each kind that the overview lists. */
export const firstClashes = 5;

/** The first clashes of a kind, and how many there are. */
export const clashesOfKind = (kind: ClashKind, period: HealthPeriod) =>
  queryOptions({
    queryKey: resourceKey(clashResource, 'first', kind, period),
    queryFn: ({ signal }) =>
      request(listTimetableClashes, {
        query: { ...period, kind, limit: firstClashes },
        signal,
      }),
  });

/** The checked period; closed rooms are found fastest. */
export const checkedPeriod = (period: HealthPeriod) =>
  queryOptions({
    queryKey: resourceKey(clashResource, 'period', period),
    queryFn: ({ signal }) =>
      request(listTimetableClashes, { query: { ...period, kind: 'closed', limit: 1 }, signal }),
    select: (found) => found.period,
  });

export const roomHoursQuery = (
  period: HealthPeriod,
  opening: { open_from: string | undefined; open_to: string | undefined },
) =>
  queryOptions({
    queryKey: resourceKey(clashResource, 'hours', period, opening),
    queryFn: ({ signal }) => request(getRoomHours, { query: { ...period, ...opening }, signal }),
  });
