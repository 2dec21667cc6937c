import { z } from 'zod';
import { followUpCounts } from '../standing/follow-up.ts';

/** Whole percent; null where nothing counts. */
const percent = z.number().nullable();

/** How today is going: each number is what the page behind it shows (R-OVERVIEW-1). */
export const overview = z.object({
  date: z.string(),
  /** Classes with students that take place today. */
  rolls: z.object({
    planned: z.number(),
    /** The number of these classes that have started, or have a mark already. */
    begun: z.number(),
    /** Rolls in which no student is N/A, or whose roll is closed (R-ROLL-11). */
    taken: z.number(),
    /** Rolls with some marks. */
    in_progress: z.number(),
    /** Rolls of classes that have started, without a mark. */
    not_taken: z.number(),
  }),
  /** The rates of today's classes that have started, and of their usual weekday and hours. */
  rate: z.object({
    today: percent,
    /** How many marks `today` counts: of an unfinished roll those that it has. */
    marked: z.number(),
    usual: percent,
    /** Percentage points with one decimal; null without both rates. */
    difference: z.number().nullable(),
    /** The dates of `usual`. */
    from_date: z.string(),
    to_date: z.string(),
    /** The filter `weekday_hour` of the report that shows both; empty before the first hour. */
    weekday_hours: z.array(z.number()),
  }),
  /** Rolls of the last 14 days, and of today's ended classes, that are not taken or unfinished (R-ROLL-16). */
  open_rolls: z.object({
    not_taken: z.number(),
    in_progress: z.number(),
    from_date: z.string(),
    to_date: z.string(),
  }),
  /** Computed entries that wait for a decision; null without rules. */
  red_list: z.number().nullable(),
  follow_ups: followUpCounts,
  /** Leave requests that wait for a decision; null where students do not sign in. */
  leave_requests: z.number().nullable(),
});
export type Overview = z.output<typeof overview>;
