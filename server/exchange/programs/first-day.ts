import { weekdayOfName } from '../days-and-times.ts';

/**
 * The ISO weekday of the first day of a program's week, by the names of its days.
 * @param named each name with its place, from 0.
 */
export function firstDayOf(named: { name: string; day: number }[]): number | null {
  const found = new Set(
    named.flatMap(({ name, day }) => {
      const weekday = weekdayOfName(name);
      return weekday === null ? [] : [((weekday - 1 - day + 70) % 7) + 1];
    }),
  );
  const [only, ...others] = found;
  return only !== undefined && others.length === 0 ? only : null;
}
