import { sql, type RawBuilder } from 'kysely';
import { parseWeeks, semesterWeek, weeksText } from '#contract/weeks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';

/** The numbers of weeks in a text that was checked; null: every week. */
export function weekNumbers(text: string | null): number[] | null {
  const parsed = text === null ? null : parseWeeks(text);
  if (typeof parsed === 'string') throw new Error(`Weeks: ${parsed}`);
  return parsed;
}

/**
 * Whether a day is in these weeks of a semester, or in any for null (R-WEEK-1).
 * @param began the first day of its classes.
 */
export const isInWeeks = (
  weeks: readonly number[] | null,
  day: RawBuilder<unknown>,
  began: RawBuilder<unknown> = sql`m.class_start_date`,
): RawBuilder<boolean> => sql`is_in_weeks(${weeks}::smallint[], ${day}, ${began})`;

interface Place {
  /** The semester's id. */
  semester: number;
  /** Weeks that the class has, which may lie outside of a semester that was shortened (R-WEEK-2). */
  current: number[] | null;
}

/**
 * The weeks to store for a class.
 * @throws ApiError 400 for weeks outside of the semester.
 */
export async function storedWeeks(
  trx: Database,
  text: string | null,
  { semester, current }: Place,
): Promise<number[] | null> {
  const given = weekNumbers(text);
  if (given === null) return null;
  // Those before the first week have no text.
  if (current && weeksText(current) === text) return current;
  const dates = await trx
    .selectFrom('semester')
    .select(['class_start_date', 'class_end_date'])
    .where('id', '=', semester)
    .executeTakeFirst();
  // The semester is checked with the other references.
  if (!dates) return given;
  const error = weeksError(given, semesterWeek(dates.class_end_date, dates), current ?? []);
  if (error) throw validationError('weeks', error);
  return given;
}

/**
 * Why a class cannot have these weeks; null when it can.
 * @param last the last week of the semester.
 * @param current weeks that it has already.
 */
export function weeksError(
  given: readonly number[],
  last: number,
  current: readonly number[] = [],
): string | null {
  const outside = given.filter((week) => week > last && !current.includes(week));
  if (outside.length > 0) {
    const named = `${outside.length > 1 ? 'weeks' : 'week'} ${weeksText(outside)}`;
    return `the semester has no ${named}: its last one is ${last}`;
  }
  return given.some((week) => week <= last) ? null : `needs a week from 1 to ${last}`;
}
