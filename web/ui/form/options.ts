import { limits } from '#contract/limits.ts';
import { choicesOf } from '../list/filter.ts';

const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => from + at);

/** Years to choose from (R-DATE-3): 8 from last year on. @param today the institute's date. */
export const yearChoices = (today: string) =>
  choicesOf(numbers(Number(today.slice(0, 4)) - 1, limits.yearsOffered));

/** A semester's batch: this year and those that follow, 7 in all. */
export const futureYearChoices = (today: string) =>
  choicesOf(numbers(Number(today.slice(0, 4)), limits.batchYearsOffered));

export const studyYearChoices = choicesOf(numbers(1, 3), (year) => `Year ${year}`);
export const semesterChoices = choicesOf(numbers(1, 6), (semester) => `Semester ${semester}`);

export const cardChoices = [
  { value: 'true', label: 'With a card' },
  { value: 'false', label: 'Without a card' },
];
