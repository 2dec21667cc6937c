import { fractionOf, noCounts, rateNear, rateOf, type Rate } from '../rates.ts';

/**
 * A student's minutes of a period (R-HOURS-1). Scheduled are the meetings that are recorded (R-RATE-1): they
 * took place during the enrolment and the student has a mark. Attended are minutes without lateness and
 * leaving early.
 */
export interface HourCounts {
  scheduled_minutes: number;
  attended_minutes: number;
  /** The part of the scheduled minutes in excused absences. */
  excused_minutes: number;
  /** Minutes of meetings that will take place during the enrolment and carry no mark. */
  left_minutes: number;
}

/** The institute's settings of contact hours. */
export interface HourTerms {
  /** Whole percents, the highest first. */
  contact_hour_bands: readonly number[];
  /** Whether excused absences lower the rate. */
  excused_counts: boolean;
}

/** What is still possible for a band (R-HOURS-2). */
interface Reach {
  percent: number;
  /** `certain`: whatever is missed. `lost`: whatever is attended. */
  state: 'certain' | 'open' | 'lost';
  /** How many of the minutes left may be missed; null when it is lost. */
  may_miss_minutes: number | null;
}

/** Rates of a period, as fractions of minutes (R-HOURS-2). */
interface HourFigures {
  /** The rate now; null while nothing is scheduled. */
  rate: Rate | null;
  /** Over the whole period, if everything left is attended in time, and if nothing is. */
  best: Rate | null;
  worst: Rate | null;
  /** The highest band that the rate now reaches; null below all of them and without a rate. */
  band: number | null;
  /** For each band, the highest first. */
  reach: Reach[];
}

/** The rates of minutes: R-RATE-2 by minutes, whatever `rate_by` is. */
export function hourFigures(counts: HourCounts, terms: HourTerms): HourFigures {
  const { contact_hour_bands: bands, excused_counts } = terms;
  const byMinutes = { rate_by: 'minutes', late_counts_as: 1, excused_counts } as const;
  const rate = rateOf({ ...noCounts, ...counts }, byMinutes);
  const { part, of } = rate ?? { part: 0, of: 0 };
  const { left_minutes: left } = counts;
  const whole = of + left;
  const over = (attended: number): Rate | null =>
    whole > 0 ? { part: attended, of: whole } : null;
  return {
    rate,
    best: over(part + left),
    worst: over(part),
    band: rate ? (bands.find((percent) => part * 100 >= percent * of) ?? null) : null,
    reach: bands.map((percent) => reachOf(percent, { part, of, left })),
  };
}

function reachOf(percent: number, { part, of, left }: Rate & { left: number }): Reach {
  const whole = of + left;
  // Hundredths of minutes in whole numbers: nothing is rounded before the comparison.
  const spare = (part + left) * 100 - percent * whole;
  if (whole === 0 || spare < 0) return { percent, state: 'lost', may_miss_minutes: null };
  const may_miss_minutes = Math.min(left, Math.floor(spare / 100));
  return { percent, state: may_miss_minutes === left ? 'certain' : 'open', may_miss_minutes };
}

/** Adds the minutes of subjects. */
export function sumHours(all: readonly HourCounts[]): HourCounts {
  const sum = (of: (counts: HourCounts) => number) =>
    all.reduce((total, one) => total + of(one), 0);
  return {
    scheduled_minutes: sum((one) => one.scheduled_minutes),
    attended_minutes: sum((one) => one.attended_minutes),
    excused_minutes: sum((one) => one.excused_minutes),
    left_minutes: sum((one) => one.left_minutes),
  };
}

/** For the screen and files: hours with one decimal, rounded half up. */
export const hoursText = (minutes: number): string => (Math.round(minutes / 6) / 10).toFixed(1);

/** Minutes that may be missed, rounded down, so that no more is allowed than there is. */
export const mayMissText = (minutes: number): string => (Math.floor(minutes / 6) / 10).toFixed(1);

/** "79.9%": one decimal, rounded down, within one point of the nearest band; else whole percent. */
export function hourRateText(rate: Rate | null, bands: readonly number[]): string {
  if (!rate) return '–';
  const percent = (rate.part * 100) / rate.of;
  const [nearest] = bands.toSorted((a, b) => Math.abs(percent - a) - Math.abs(percent - b));
  return rateNear(rate, nearest === undefined ? null : fractionOf(nearest));
}

/** The bands from the highest to what is below all of them: "90% and more", "85% to under 90%", "below 80%". */
export function bandTitle(band: number | null, bands: readonly number[]): string {
  if (band === null) return `below ${bands.at(-1)}%`;
  const above = bands[bands.indexOf(band) - 1];
  return above === undefined ? `${band}% and more` : `${band}% to under ${above}%`;
}

/** The same in a narrow column: "12.5 h". */
export const shortReachText = ({ state, may_miss_minutes: minutes }: Reach): string =>
  ({ lost: 'Out of reach', certain: 'Reached', open: `${mayMissText(minutes ?? 0)} h` })[state];

/** "12.5 h may still be missed", for a band. */
export function reachText({ state, may_miss_minutes: minutes }: Reach): string {
  if (state === 'lost') return 'can no longer be reached';
  if (state === 'certain') return 'reached, whatever is missed';
  return minutes === 0
    ? 'reached only if nothing more is missed'
    : `${mayMissText(minutes ?? 0)} h may still be missed`;
}
