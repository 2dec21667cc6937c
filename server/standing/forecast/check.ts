import { estimatePrior } from '#contract/standing/forecast.ts';
import { rateOf, type Rate, type RateTerms } from '#contract/rates.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { SetupError } from '#server/platform/setup-error.ts';
import {
  binomial,
  calibrate,
  model,
  rateSoFar,
  type Calibration,
  type PastCase,
} from './calibration.ts';
import { casesOf, endedSubjects } from './queries.ts';

/** The threshold of a command line, in percent with at most one decimal; 80 without one. */
export function thresholdOf(args: readonly string[]): Rate {
  const [text = '80', ...more] = args;
  const percent = Number(text);
  if (more.length || !/^\d{1,3}(\.\d)?$/.test(text) || percent <= 0 || percent > 100)
    throw new SetupError(
      'Name a threshold above 0 and at most 100, with at most one decimal: attendance check-forecast 80',
    );
  return { part: Math.round(percent * 10), of: 1000 };
}

interface ForecastCheck {
  subjects: number;
  cases: PastCase[];
  model: Calibration;
  rateSoFar: Calibration;
  binomial: Calibration;
}

/**
 * Compares forecasts at half of each student's counted meetings with how the subject ended, for
 * semesters that are over (R-FORECAST-1). Reads only.
 */
export async function checkForecast(
  database: Database,
  { today, threshold, terms }: { today: string; threshold: Rate; terms: RateTerms },
): Promise<ForecastCheck> {
  const subjects = await endedSubjects(database, today);
  const cases: PastCase[] = [];
  // One after the other: a subject's rows are dropped before those of the next are read.
  for (const subject of subjects) cases.push(...(await casesOf(database, subject)));
  return {
    subjects: subjects.length,
    cases,
    model: calibrate(model, cases, threshold, terms),
    rateSoFar: calibrate(rateSoFar, cases, threshold, terms),
    binomial: calibrate(binomial, cases, threshold, terms),
  };
}

/** The report of the command, line by line. */
export function reportOf(check: ForecastCheck, threshold: Rate, terms: RateTerms): string[] {
  const { cases, below, brier, bins } = check.model;
  if (cases === 0)
    return [
      'Nothing to compare: no student has 16 counted meetings in a subject of a semester that is over.',
    ];
  const { alpha, beta } = estimatePrior(
    check.cases.flatMap(({ end }) => rateOf(end, { ...terms, rate_by: 'meetings' }) ?? []),
  );
  const best = brier <= check.binomial.brier && brier <= check.rateSoFar.brier;
  return [
    `${cases} students in ${check.subjects} subjects of semesters that are over; at half of their counted meetings.`,
    `${percent(below)} ended below ${(threshold.part * 100) / threshold.of} %.`,
    '',
    'Brier score (lower is better)',
    `  forecast     ${brier.toFixed(4)}`,
    `  rate so far  ${check.rateSoFar.brier.toFixed(4)}`,
    `  binomial     ${check.binomial.brier.toFixed(4)}`,
    '',
    'forecast         students  mean forecast  ended below',
    ...bins.flatMap((bin, at) =>
      bin.cases
        ? [
            [
              `${at * 10} to ${at * 10 + 10} %`.padEnd(14),
              String(bin.cases).padStart(10),
              percent(bin.forecast).padStart(14),
              percent(bin.below).padStart(12),
            ].join(' '),
          ]
        : [],
    ),
    '',
    `The prior of these students is Beta(${alpha.toFixed(1)}, ${beta.toFixed(1)}).`,
    best
      ? 'The forecast is better than the rate so far.'
      : 'The forecast is NOT better than the rate so far: switch it off under Institute settings.',
  ];
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
