import { queryOptions } from '@tanstack/react-query';
import { getRollEvents, getRollHistory } from '#contract/attendance/attendance.endpoints.ts';
import { request } from '#web/platform/api.ts';
import type { ClassOnDate } from '#web/school/roll.ts';
import { stepsOf } from './steps.ts';

/** Whether the user may reopen a roll that was closed at an instant. */
export const mayReopenQuery = ({ id, date }: ClassOnDate, closedAt: string | null) =>
  queryOptions({
    queryKey: ['may-reopen', id, date, closedAt],
    queryFn: async ({ signal }) =>
      (await request(getRollEvents, { query: { class_schedule: id, date }, signal })).may_reopen,
  });

/** The history of a roll, oldest first. */
export const rollHistoryQuery = ({ id, date }: ClassOnDate) =>
  queryOptions({
    queryKey: ['roll-history', id, date],
    async queryFn({ signal }) {
      const query = { class_schedule: id, date };
      const [{ results: changes }, { results: events }] = await Promise.all([
        request(getRollHistory, { query, signal }),
        request(getRollEvents, { query, signal }),
      ]);
      return { changes, steps: stepsOf(changes, events) };
    },
  });
