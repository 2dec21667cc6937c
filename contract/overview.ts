import { z } from 'zod';
import { followUpCounts } from './follow-up.ts';

/** Whole percent; null where nothing counts. */
const percent = z.number().nullable();

/** How today is going: each number is what the page behind it shows (R-OVERVIEW-1). */
export const overview = z.object({
  date: z.string(),
  /** Classes with students that take place today. */
  rolls: z.object({
    planned: z.number(),
    /** Those that have started. */
    begun: z.number(),
    /** Those with a mark. */
    taken: z.number(),
  }),
  /** The rates of today's classes that have started, and of their usual weekday and hours. */
  rate: z.object({
    today: percent,
    usual: percent,
    /** Percentage points with one decimal; null without both rates. */
    difference: z.number().nullable(),
    /** The dates of `usual`. */
    from_date: z.string(),
    to_date: z.string(),
    /** The filter `weekday_hour` of the report that shows both; empty before the first hour. */
    weekday_hours: z.array(z.number()),
  }),
  /** Rolls of the last 14 days that were not taken or not finished (R-ROLL-16). */
  open_rolls: z.number(),
  /** Computed entries that wait for a decision; null without rules. */
  red_list: z.number().nullable(),
  follow_ups: followUpCounts,
  /** Requests for leaves that wait for a decision; null where students do not sign in. */
  leave_requests: z.number().nullable(),
});
export type Overview = z.output<typeof overview>;
