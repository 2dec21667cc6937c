/**
 * What is still open about a student's rate in a subject (R-FORECAST-1): the best rate that can be
 * reached, how many meetings may be missed, and how probable it is to end below a threshold.
 *
 * **The model.** Write n for the meetings that have counted so far, r for the rate so far (R-RATE-2,
 * late and minutes included), m for the meetings left. A student comes to each meeting with an unknown
 * probability p, the same for all of them. Before anything is known about the student, p has the
 * distribution Beta(α, β), which says how students differ. After n meetings it is
 *
 *     Beta(a, b) with a = α + w·n·r and b = β + w·n·(1 − r),
 *
 * and the number X of the m meetings left that are attended is Beta–Binomial:
 *
 *     P(X = x) = C(m, x) · B(a + x, b + m − x) / B(a, b).
 *
 * The student ends below the threshold t when (attended so far + X·u) < t · (counted so far + m·u),
 * where u is what a meeting adds: 1, or minutes left ÷ meetings left. That is X < `needed`, and the
 * forecast is P(X < needed).
 *
 * **Two constants.** α and β are those of the simulated students of docs/forecast.md whose habits do not
 * change, by the method of moments. w = c ÷ (c + n) discounts the past: however many meetings have
 * counted, they weigh less than c = 20, because habits do change. A discount of older marks alone
 * (recency) was no better than that and needs the order of the marks.
 *
 * **What it leaves out.** Rolls that will not be taken and absences that will be excused: all meetings
 * left count. Students who stop coming all at once are seen when they do, not before; docs/forecast.md
 * has the figures.
 */
import { countedOf, rateOf, type Rate, type RateCounts, type RateTerms } from '../rates.ts';

/** What is left of a subject for a student: meetings that will take place during the enrolment. */
export interface Remaining {
  meetings: number;
  /** Their minutes in all. */
  minutes: number;
}

/** How students differ before anything is known of one: Beta(α, β). */
interface Prior {
  alpha: number;
  beta: number;
}

export const defaultPrior: Prior = { alpha: 2.7, beta: 0.8 };

/** The past weighs less than this number of meetings. */
const memory = 20;

/** With fewer counted meetings there is no forecast. */
export const leastCounted = 8;

/** The number before 1. */
const mostProbable = 1 - Number.EPSILON / 2;

const nothingLeft: Remaining = { meetings: 0, minutes: 0 };

/** The rate so far and what is left, in the unit of the terms: meetings or minutes. */
function measured(counts: RateCounts, left: Remaining, terms: RateTerms) {
  const { part, of } = rateOf(counts, terms) ?? { part: 0, of: 0 };
  const byMinutes = terms.rate_by === 'minutes';
  // Minutes of no length leave nothing that could change the rate.
  const rest = left.meetings > 0 && (!byMinutes || left.minutes > 0) ? left : nothingLeft;
  return { part, of, meetings: rest.meetings, units: byMinutes ? rest.minutes : rest.meetings };
}

/** The rate when every meeting left is attended in time; null when none counts or is left. */
export function bestReachable(counts: RateCounts, left: Remaining, terms: RateTerms): Rate | null {
  const { part, of, units } = measured(counts, left, terms);
  return of + units > 0 ? { part: part + units, of: of + units } : null;
}

/**
 * The least number of the meetings left that have to be attended in order not to end below the
 * threshold: 0 when it is certain, more than the meetings left when it cannot be reached.
 */
function neededOf(
  counts: RateCounts,
  left: Remaining,
  threshold: Rate,
  terms: RateTerms,
): { needed: number; meetings: number } {
  const { part, of, meetings, units } = measured(counts, left, terms);
  // Whole numbers, and quarters of late meetings: nothing is rounded before the division.
  const missing = threshold.part * (of + units) - threshold.of * part;
  if (missing <= 0) return { needed: 0, meetings };
  if (meetings === 0) return { needed: 1, meetings };
  return { needed: Math.ceil((missing * meetings) / (threshold.of * units)), meetings };
}

/**
 * How many of the meetings left may be missed without ending below the threshold; null when it cannot
 * be reached any more. By minutes: meetings of average length.
 * @param threshold an exact fraction, such as 755 of 1000.
 */
export function absencesLeft(
  counts: RateCounts,
  left: Remaining,
  threshold: Rate,
  terms: RateTerms,
): number | null {
  const { needed, meetings } = neededOf(counts, left, threshold, terms);
  return needed > meetings ? null : meetings - needed;
}

/**
 * The probability to end below the threshold, from 0 to 1; null with fewer than `leastCounted` counted
 * meetings. 0 and 1 mean certain.
 * @param threshold an exact fraction, such as 755 of 1000.
 */
export function probabilityBelow(
  counts: RateCounts,
  left: Remaining,
  threshold: Rate,
  terms: RateTerms,
  { alpha, beta }: Prior = defaultPrior,
): number | null {
  const counted = countedOf(counts, terms);
  const rate = rateOf(counts, terms);
  if (counted < leastCounted || !rate) return null;
  const { needed, meetings } = neededOf(counts, left, threshold, terms);
  const seen = (memory * counted) / (memory + counted);
  // Somebody who left early by more than they were there must not count as less than absent.
  const share = Math.min(1, Math.max(0, rate.part / rate.of));
  return betaBinomialBelow(needed, meetings, alpha + seen * share, beta + seen * (1 - share));
}

/**
 * P(X < limit) for X from 0 to `trials`, Beta–Binomial with a, b > 0; 0 and 1 only where it is
 * certain. Follows the ratio of neighbouring probabilities in logarithms, so that no number of trials
 * underflows; both sides are summed, so that the sides add up to 1.
 */
export function betaBinomialBelow(limit: number, trials: number, a: number, b: number): number {
  if (limit <= 0) return 0;
  if (limit > trials) return 1;
  const logs = [0];
  let log = 0;
  for (let x = 0; x < trials; x++) {
    log += Math.log(((trials - x) * (a + x)) / ((x + 1) * (b + trials - x - 1)));
    logs.push(log);
  }
  const largest = logs.reduce((one, other) => Math.max(one, other));
  const sum = (some: number[]) => some.reduce((total, one) => total + Math.exp(one - largest), 0);
  const [below, above] = [sum(logs.slice(0, limit)), sum(logs.slice(limit))];
  // What is possible is not certain, however improbable it is.
  return Math.min(mostProbable, Math.max(Number.MIN_VALUE, below / (below + above)));
}

/**
 * The prior of an institute by the method of moments: from the pairs of meetings of each student, of
 * which the mean is E(p²). `defaultPrior` where students differ less than chance makes them, or are all
 * alike.
 * @param students the meetings attended (late ones in part) and counted of each student.
 */
export function estimatePrior(students: readonly Rate[]): Prior {
  let [part, of, pairs, ofPairs] = [0, 0, 0, 0];
  for (const one of students) {
    part += one.part;
    of += one.of;
    pairs += one.part * Math.max(0, one.part - 1);
    ofPairs += one.of * (one.of - 1);
  }
  const mean = part / of;
  const variance = pairs / ofPairs - mean * mean;
  const strength = (mean * (1 - mean)) / variance - 1;
  return variance > 0 && strength > 0 && Number.isFinite(strength)
    ? { alpha: mean * strength, beta: (1 - mean) * strength }
    : defaultPrior;
}

/** From how many of ten students on which words say it, so that the same number has the same words. */
const forecastWords: [from: number, text: string][] = [
  [10, 'almost certainly ends below'],
  [6, 'probably ends below'],
  [4, 'may end below'],
  [1, 'probably stays above'],
  [0, 'almost certainly stays above'],
];

/** For the screen: "probably ends below 80% (about 7 of 10)", of ten students like this one. */
export function forecastText(probability: number, below: string): string {
  if (probability <= 0) return `stays above ${below}`;
  if (probability >= 1) return `ends below ${below}`;
  const tenths = Math.round(probability * 10);
  const [, words = ''] = forecastWords.find(([from]) => tenths >= from) ?? [];
  const share = words.includes('stays') ? 10 - tenths : tenths;
  return `${words} ${below} (${share === 10 ? 'over 9' : `about ${share}`} of 10)`;
}
