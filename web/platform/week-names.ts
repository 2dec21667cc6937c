import { weeksNamed } from '#contract/week-names.ts';
import { weeklyTime } from '#contract/weekly-time.ts';
import type { WeekWord } from '#contract/weeks.ts';

let names = '';

/** The setting `week_names`; set from the server's configuration before the first render. */
export function setNamesOfWeeks(text: string): void {
  names = text;
}

/** Weeks of a class, and of its semester which name the first one has. */
interface Weekly {
  /** `1-6,8`; null: every week. */
  weeks?: string | null;
  first_week?: WeekWord;
  semester?: { semester: number; first_week?: WeekWord };
}

/** The weeks in words, by the institute's names of odd and even weeks (R-WEEK-1); empty for every week. */
export const weeksOf = ({ weeks, first_week, semester }: Weekly): string =>
  weeksNamed(weeks ?? null, {
    names,
    first_week: first_week ?? semester?.first_week ?? 'odd',
  });

/** `Monday 09:00–10:30, A weeks 1–19`. */
export const weeklyTimeOf = (of: Weekly & Parameters<typeof weeklyTime>[0]): string =>
  weeklyTime(of, weeksOf(of));
