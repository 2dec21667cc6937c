import {
  absencesLeft,
  betaBinomialBelow,
  probabilityBelow,
  type Remaining,
} from '#contract/standing/forecast.ts';
import { rateOf, type Rate, type RateCounts, type RateTerms } from '#contract/rates.ts';

/** A student in a subject at some point of a semester, and how it ended. */
export interface PastCase {
  counts: RateCounts;
  /** What was left then. */
  left: Remaining;
  /** The counts at the end. */
  end: RateCounts;
}

/** What says how probable it is to end below a threshold; null where there is no forecast. */
export type Forecaster = (
  found: Pick<PastCase, 'counts' | 'left'>,
  threshold: Rate,
  terms: RateTerms,
) => number | null;

export const model: Forecaster = ({ counts, left }, threshold, terms) =>
  probabilityBelow(counts, left, threshold, terms);

/** The rate so far as a forecast: 1 below the threshold, else 0. */
export const rateSoFar: Forecaster = ({ counts }, threshold, terms) => {
  const rate = rateOf(counts, terms);
  return rate && (rate.part * threshold.of < threshold.part * rate.of ? 1 : 0);
};

/** The rate so far as the probability of each meeting left: a binomial distribution. */
export const binomial: Forecaster = ({ counts, left }, threshold, terms) => {
  const rate = rateOf(counts, terms);
  if (!rate) return null;
  const possible = absencesLeft(counts, left, threshold, terms);
  const needed = possible === null ? left.meetings + 1 : left.meetings - possible;
  const share = Math.min(1, Math.max(0, rate.part / rate.of));
  // So much evidence leaves the binomial distribution, with ends that are almost certain.
  const evidence = 1e9;
  return betaBinomialBelow(
    needed,
    left.meetings,
    Math.max(1e-6, evidence * share),
    Math.max(1e-6, evidence * (1 - share)),
  );
};

export interface Calibration {
  /** The cases with a forecast and a rate at the end. */
  cases: number;
  /** The share that ended below the threshold. */
  below: number;
  /** The mean square of forecast − outcome: 0 is perfect, 0.25 is what saying 50 % gets. */
  brier: number;
  /** Ten bins of forecasts, from [0, 0.1) to [0.9, 1]. */
  bins: { cases: number; forecast: number; below: number }[];
}

/**
 * Compares forecasts with what happened. Cases for which the model hides its forecast are left out for
 * every forecaster, so that all are measured on the same ones.
 */
export function calibrate(
  forecaster: Forecaster,
  cases: readonly PastCase[],
  threshold: Rate,
  terms: RateTerms,
): Calibration {
  const bins = Array.from({ length: 10 }, () => ({ cases: 0, forecast: 0, below: 0 }));
  let squares = 0;
  for (const found of cases) {
    const end = rateOf(found.end, terms);
    if (!end || model(found, threshold, terms) === null) continue;
    const forecast = forecaster(found, threshold, terms);
    if (forecast === null) continue;
    const below = end.part * threshold.of < threshold.part * end.of ? 1 : 0;
    squares += (forecast - below) ** 2;
    const bin = bins[Math.min(9, Math.floor(forecast * 10))];
    if (!bin) continue;
    bin.cases++;
    bin.forecast += forecast;
    bin.below += below;
  }
  const all = bins.reduce((sum, bin) => sum + bin.cases, 0);
  const allBelow = bins.reduce((sum, bin) => sum + bin.below, 0);
  return {
    cases: all,
    below: allBelow / all,
    brier: squares / all,
    bins: bins.map((bin) => ({
      cases: bin.cases,
      forecast: bin.forecast / bin.cases,
      below: bin.below / bin.cases,
    })),
  };
}
