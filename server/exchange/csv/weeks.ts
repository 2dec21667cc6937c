import { messages } from '#contract/texts.ts';
import { wordOfName, type WeekNaming } from '#contract/week-names.ts';
import {
  isOfWord,
  semesterWeek,
  weeksOf,
  type ClassDates,
  type weeksOfFile,
} from '#contract/weeks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { weeksError } from '#server/timetable/index.ts';

/** Weeks of a file that were read: `weeksOfFile`. */
export type FileWeeks = Exclude<ReturnType<typeof weeksOfFile>, { error: string }>;

/** A semester with what its weeks are called. */
type Semester = ClassDates & WeekNaming;

/** The semesters by id, for weeks that files name. */
export async function semestersWithWeeks(trx: Database): Promise<Map<number, Semester>> {
  const setting = await trx
    .selectFrom('institute_setting')
    .select('value')
    .where('name', '=', 'week_names')
    .executeTakeFirst();
  const names = typeof setting?.value === 'string' ? setting.value : '';
  const rows = await trx
    .selectFrom('semester')
    .select(['id', 'class_start_date', 'class_end_date', 'first_week'])
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, names }]));
}

/**
 * The weeks of a row in its semester.
 * @returns null for every week; a text says what is wrong.
 */
export function weeksInSemester(given: FileWeeks, semester: Semester): number[] | null | string {
  if (given === null) return null;
  if (Array.isArray(given))
    return weeksError(given, semesterWeek(semester.class_end_date, semester)) ?? given;
  const word = typeof given === 'string' ? given : wordOfName(given.name, semester);
  if (word === null) return messages.weeksForm;
  return weeksOf(semester)
    .map(({ number }) => number)
    .filter((number) => isOfWord(number, word));
}
