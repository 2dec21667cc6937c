import { limits } from '#contract/limits.ts';

/** What holidays the dashboard lists: those that have not ended on a date. */
export const holidaysFrom = (today: string) => ({
  start_date: today,
  limit: limits.holidayRows,
});
