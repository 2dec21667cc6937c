import { type Remaining } from '#contract/standing/forecast.ts';
import type { Rate, RateCounts, RateTerms } from '#contract/rates.ts';
import {
  binomial,
  calibrate,
  model,
  rateSoFar,
  type Forecaster,
  type PastCase,
} from '#server/standing/forecast/calibration.ts';
import { behaviours, simulateStudents, type SimulatedMark } from './forecast-behaviours.ts';

const ofEach = 1000;
const points = [0.25, 0.5, 0.75];
const usual: RateTerms = { rate_by: 'meetings', late_counts_as: 1, excused_counts: false };
const eighty: Rate = { part: 80, of: 100 };
/** Meetings of an hour; who is late misses a quarter of it. */
const minutes = 60;

const forecasters: [string, Forecaster][] = [
  ['rate so far', rateSoFar],
  ['binomial', binomial],
  ['model', model],
];

/** A student at a point of the semester. */
interface Case extends PastCase {
  behaviour: string;
  constant: boolean;
  point: number;
}

function countsOf(marks: readonly SimulatedMark[]): RateCounts {
  const number = (...some: SimulatedMark[]) => marks.filter((mark) => some.includes(mark)).length;
  const [present, late] = [number('present', 'late'), number('late')];
  const [absent, excused] = [number('absent', 'excused'), number('excused')];
  return {
    present,
    late,
    absent,
    excused,
    scheduled_minutes: (present + absent) * minutes,
    excused_minutes: excused * minutes,
    attended_minutes: present * minutes - (late * minutes) / 4,
  };
}

function casesOf(seed: number): Case[] {
  return simulateStudents(ofEach, seed).flatMap(({ behaviour, constant, marks }) =>
    points.map((point) => {
      const now = Math.round(marks.length * point);
      const left: Remaining = {
        meetings: marks.length - now,
        minutes: (marks.length - now) * minutes,
      };
      return {
        behaviour,
        constant,
        point,
        counts: countsOf(marks.slice(0, now)),
        left,
        end: countsOf(marks),
      };
    }),
  );
}

/**
 * The tables of docs/forecast.md. The model was chosen with other students than the ones it is
 * measured with here (seeds 1 and 11).
 */
export function measureForecast(log: (line: string) => void, seed = 18): void {
  const all = casesOf(seed);
  log(`${behaviours.length * ofEach} students, ${all.length} cases, seed ${seed}`);
  const brier = (some: Case[], threshold = eighty, terms = usual) => {
    const found = forecasters.map(([, one]) => calibrate(one, some, threshold, terms));
    const [first] = found;
    return [
      first?.cases.toLocaleString('en') ?? '',
      share(first?.below),
      ...found.map((one) => one.brier.toFixed(4)),
    ];
  };
  const head = ['cases', 'ended below', ...forecasters.map(([name]) => `${name}, Brier`)];

  table(
    log,
    ['students', ...head],
    [
      ['all', ...brier(all)],
      ['whose habits do not change', ...brier(all.filter((one) => one.constant))],
      ['whose habits change', ...brier(all.filter((one) => !one.constant))],
      ...points.map((point) => [
        `at ${point * 100} % of the semester`,
        ...brier(all.filter((one) => one.point === point)),
      ]),
      ['threshold 75 %', ...brier(all, { part: 75, of: 100 })],
      ['threshold 90 %', ...brier(all, { part: 90, of: 100 })],
      ['late counts as half', ...brier(all, eighty, { ...usual, late_counts_as: 0.5 })],
      ['by minutes', ...brier(all, eighty, { ...usual, rate_by: 'minutes' })],
    ],
  );
  table(
    log,
    ['behaviour', 'habits', ...head],
    behaviours.map(({ name, constant }) => [
      name,
      constant ? 'constant' : 'change',
      ...brier(all.filter((one) => one.behaviour === name)),
    ]),
  );
  for (const [title, some] of [
    ['every point of the semester', all],
    ...points.map(
      (point) =>
        [`at ${point * 100} % of the semester`, all.filter((one) => one.point === point)] as const,
    ),
    ['whose habits do not change', all.filter((one) => one.constant)],
  ] as const) {
    log(`\nReliability, ${title}: forecast → ended below (cases)`);
    table(
      log,
      ['forecast', ...forecasters.map(([name]) => name)],
      curves(some).map((cells, bin) => [`${bin * 10} to ${bin * 10 + 10} %`, ...cells]),
    );
  }
}

/** Per bin, a cell for each forecaster. */
function curves(some: Case[]): string[][] {
  const found = forecasters.map(([, one]) => calibrate(one, some, eighty, usual).bins);
  return Array.from({ length: 10 }, (_, bin) =>
    found.map((bins) => {
      const one = bins[bin];
      return one?.cases
        ? `${share(one.forecast)} → ${share(one.below)} (${one.cases.toLocaleString('en')})`
        : '–';
    }),
  );
}

const share = (value: number | undefined) => `${((value ?? 0) * 100).toFixed(0)} %`;

function table(log: (line: string) => void, head: string[], rows: string[][]): void {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  log(['', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'));
}
