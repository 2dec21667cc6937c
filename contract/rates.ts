import type { SettingValues } from './settings.ts';

/**
 * A student's recorded meetings: those that took place during the enrolment and in which the student
 * has a mark (R-RATE-1). Late students are among the present, excused absences among the absent.
 */
export interface RateCounts {
  present: number;
  late: number;
  absent: number;
  excused: number;
  /** Minutes of the recorded meetings. */
  scheduled_minutes: number;
  /** The part of them in excused absences. */
  excused_minutes: number;
  /** Minutes attended, without lateness and leaving early. */
  attended_minutes: number;
}

/** The institute's settings of rates. */
export type RateTerms = Pick<SettingValues, 'rate_by' | 'late_counts_as' | 'excused_counts'>;

export const noCounts: RateCounts = {
  present: 0,
  late: 0,
  absent: 0,
  excused: 0,
  scheduled_minutes: 0,
  excused_minutes: 0,
  attended_minutes: 0,
};

const names = Object.keys(noCounts) as (keyof RateCounts)[];

/** Adds the counts of several classes, such as all of a subject. */
export function sumCounts(all: readonly RateCounts[]): RateCounts {
  const sum = { ...noCounts };
  for (const counts of all) for (const name of names) sum[name] += counts[name];
  return sum;
}

/** A fraction; thresholds compare it, not a rounded percentage. */
export interface Rate {
  part: number;
  of: number;
}

/** How many meetings count: the recorded ones but for excused absences, unless these count (R-RATE-2). */
export const countedOf = (
  { present, absent, excused }: Pick<RateCounts, 'present' | 'absent' | 'excused'>,
  { excused_counts }: Pick<RateTerms, 'excused_counts'>,
): number => present + absent - (excused_counts ? 0 : excused);

/** The attendance rate (R-RATE-2); null when no meeting counts. */
export function rateOf(
  counts: RateCounts,
  { rate_by, late_counts_as, excused_counts }: RateTerms,
): Rate | null {
  const rate =
    rate_by === 'minutes'
      ? {
          part: counts.attended_minutes,
          of: counts.scheduled_minutes - (excused_counts ? 0 : counts.excused_minutes),
        }
      : {
          part: counts.present - counts.late * (1 - late_counts_as),
          of: countedOf(counts, { excused_counts }),
        };
  return rate.of > 0 ? rate : null;
}

/** A whole percentage, rounded half up; null without a rate. */
export const percentOf = (rate: Rate | null): number | null =>
  rate && Math.round((rate.part * 100) / rate.of);

/**
 * For the screen, beside a threshold: whole percent, and within one point of it one decimal, rounded
 * down, so that 79.9 % never looks like 80 %.
 */
export function rateNear(rate: Rate | null, threshold: Rate | null): string {
  if (!rate || threshold === null) return rateText(rate);
  const exact = (rate.part * 100) / rate.of;
  if (Math.abs(exact - (threshold.part * 100) / threshold.of) >= 1) return rateText(rate);
  // Tenths of a percent in whole numbers: 0.7 × 100 is not 70.
  return `${Math.floor((rate.part * 1000) / rate.of) / 10}%`;
}

/** A percentage with at most two decimals as an exact fraction. */
export const fractionOf = (percent: number): Rate => ({
  part: Math.round(percent * 100),
  of: 10_000,
});

/** For the screen: "85%", or "–" for no rate. */
export function rateText(rate: Rate | null): string {
  const percent = percentOf(rate);
  return percent === null ? '–' : `${percent}%`;
}
