import { queryOptions } from '@tanstack/react-query';
import {
  getSeatingPlan,
  getSeatingPlanHistory,
} from '#contract/attendance/seating-plans.endpoints.ts';
import { request } from '#web/platform/api.ts';
import type { ClassOnDate } from '#web/school/roll.ts';

/** A class on a date, and one of its rooms; by default the first one. */
export interface PlanOf extends ClassOnDate {
  room?: number | undefined;
}

/**
 * All that is known of the seating plans of a class. A device stores them for a day: what is named otherwise here is
 * of a release without `elsewhere`.
 */
export const plansKey = (id: number) => ['seating-plans', id] as const;

export const seatingPlanQuery = ({ id, date, room }: PlanOf) =>
  queryOptions({
    queryKey: [...plansKey(id), date, room ?? null],
    queryFn: ({ signal }) =>
      request(getSeatingPlan, {
        query: { class_schedule: id, date, classroom: room },
        signal,
      }),
    // Ids of students and places without names: it is shown with the roll that the device stores.
    meta: { kept: true },
  });

export const planHistoryQuery = (id: number, room: number) =>
  queryOptions({
    queryKey: [...plansKey(id), 'history', room],
    queryFn: ({ signal }) =>
      request(getSeatingPlanHistory, {
        query: { class_schedule: id, classroom: room },
        signal,
      }),
    staleTime: 0,
  });
