import { sql, type RawBuilder } from 'kysely';
import { attended, missing } from './status.ts';
import { dateOf, type Day } from '#server/platform/database/day.ts';
import { isOver, scheduledMinutes } from './meetings.ts';
import { onLeave } from './leave.ts';
import type { RateCounts, RateTerms } from '#contract/rates.ts';

/** Whether a class has any mark on a day: its roll was begun (`roll-state.ts` says how far it is). */
export const rollBegun = (classSchedule: RawBuilder<unknown>, day: Day): RawBuilder<boolean> =>
  sql`exists (
    select from attendance begun
    where begun.class_schedule_id = ${classSchedule} and begun.date = ${dateOf(day)})`;

/**
 * Whether a class is shown and counted on a day: an archived one only where its roll was begun, which stays
 * on its day (R-MEETING-2).
 * @param alias of `class_schedule`.
 */
export const staysOn = (day: Day, alias = 'c'): RawBuilder<boolean> => sql`(
  ${sql.ref(`${alias}.archived_at`)} is null or ${rollBegun(sql.ref(`${alias}.id`), day)})`;

/**
 * Whether the roll of meeting `g` is expected of the institute (R-ROLL-16): not of before its first
 * day here, unless somebody has a mark in it.
 * @param begins_on that day; null: all rolls are.
 */
export const rollExpected = (begins_on: string | null): RawBuilder<boolean> =>
  begins_on === null
    ? sql`true`
    : sql`(g.date >= ${begins_on}::date or ${rollBegun(sql`g.class_schedule_id`, sql`g.date`)})`;

/**
 * Whether meeting `g` is over and its roll not closed.
 * @param now local date and time of the institute.
 */
export const stillOpen = (now: string): RawBuilder<boolean> =>
  sql`(g.closed_at is null and ${isOver(now)})`;

/**
 * Whether the roll of meeting `g` was begun, and is not closed although its class is over: students
 * without a mark were left out (R-ROLL-16).
 * @param now local date and time of the institute.
 */
export const leftUnfinished = (now: string): RawBuilder<boolean> =>
  sql`(${stillOpen(now)}
    and ${rollBegun(sql`g.class_schedule_id`, sql`g.date`)})`;

/** Whether student `s` is the user, who may not mark themselves (R-ROLL-15). */
export const isUser = (mail: string | null): RawBuilder<boolean> =>
  sql`coalesce(lower(s.student_mail) = ${mail}, false)`;

/** The numbers of marks `a` by status; students without a mark are N/A. */
export const markTotals = sql`
  count(*) filter (where ${attended()}) as total_present,
  count(*) filter (where ${missing()}) as total_absent`;

/** Joins the details of mark `a` as `d`. */
export const withDetails = sql`left join mark_detail d on d.class_schedule_id = a.class_schedule_id
  and d.date = a.date and d.student_id = a.student_id`;

/** Whether absence `a` is excused, by an entered reason or by a leave (R-ROLL-13). */
export const excused = sql<boolean>`(
  ${missing()} and (d.excuse is not null or ${onLeave(sql`a.student_id`, sql`a.date`)}))`;

/** The details of mark `a` with `d`: those that fit its status. */
export const detailColumns = sql`
  case when ${attended()} then d.late_minutes end as late_minutes,
  case when ${attended()} then d.left_early_minutes end as left_early_minutes,
  case when ${missing()} then d.arrived_at end as arrived_at,
  coalesce(${excused}, false) as excused`;

/** How many meetings of counted rows count, as `countedOf` of contract/rates.ts has it. */
export const countedMeetings = ({
  excused_counts,
}: Pick<RateTerms, 'excused_counts'>): RawBuilder<number> =>
  sql`(present + absent - ${excused_counts ? sql`0` : sql`excused`})`;

/**
 * The rate of counted rows with the columns of `RateCounts`, as a fraction: R-RATE-2, as `rateOf` of
 * contract/rates.ts has it.
 */
export const rateFraction = ({
  rate_by,
  late_counts_as,
  excused_counts,
}: RateTerms): { part: RawBuilder<number>; of: RawBuilder<number> } =>
  rate_by === 'minutes'
    ? {
        part: sql`attended_minutes`,
        of: sql`(scheduled_minutes - ${excused_counts ? sql`0` : sql`excused_minutes`})`,
      }
    : {
        part: sql`(present - late * ${1 - late_counts_as}::numeric)`,
        of: countedMeetings({ excused_counts }),
      };

/** The columns of `RateCounts`. */
export const countNames = [
  'present',
  'late',
  'absent',
  'excused',
  'scheduled_minutes',
  'excused_minutes',
  'attended_minutes',
] as const satisfies (keyof RateCounts)[];

/** Counts marks `a` with `d` of meetings `g`, as `RateCounts` of contract/rates.ts. */
export const rateCounts = sql`
  count(*) filter (where ${attended()}) as present,
  count(*) filter (where ${attended()} and d.late_minutes is not null) as late,
  count(*) filter (where ${missing()}) as absent,
  count(*) filter (where ${excused}) as excused,
  coalesce(sum(${scheduledMinutes}) filter (where a.status is not null), 0)::int as scheduled_minutes,
  coalesce(sum(${scheduledMinutes}) filter (where ${excused}), 0)::int as excused_minutes,
  coalesce(sum(greatest(0, ${scheduledMinutes} - coalesce(d.late_minutes, 0)
    - coalesce(d.left_early_minutes, 0))) filter (where ${attended()}), 0)::int
    as attended_minutes`;
