import { useQuery } from '@tanstack/react-query';
import { semesterEndpoints } from '#contract/timetable/semesters.endpoints.ts';
import { typedWeeks, type WeekNaming } from '#contract/week-names.ts';
import { parseWeeks, weeksOf } from '#contract/weeks.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { semesterResource } from '#web/school/semesters.ts';
import { resourceKey } from '#web/ui/resource.ts';

/** A chosen semester with its weeks. */
export interface SemesterWeeks {
  all: { number: number; monday: string }[];
  numbers: number[];
  naming: WeekNaming;
}

/** The weeks of a semester; undefined where none is chosen, and until they are here. */
export function useSemesterWeeks(id: unknown): SemesterWeeks | undefined {
  const { week_names: names } = useSession().config;
  const { data: semester } = useQuery({
    queryKey: resourceKey(semesterResource, 'one', id),
    queryFn: ({ signal }) => request(semesterEndpoints.get, { params: { id: Number(id) }, signal }),
    enabled: typeof id === 'number',
  });
  if (!semester) return undefined;
  const all = weeksOf(semester);
  return {
    all,
    numbers: all.map(({ number }) => number),
    naming: { names, first_week: semester.first_week },
  };
}

/**
 * The weeks that somebody types: none for every week. Words are read where the semester is known.
 * @param before weeks that are chosen already, which the semester may have no longer (R-WEEK-2).
 */
export function readWeeks(
  typed: string,
  semester: SemesterWeeks | undefined,
  before: readonly number[] = [],
): number[] | { error: string } {
  if (typed.trim() === '') return [];
  if (!semester) {
    const parsed = parseWeeks(typed);
    return typeof parsed === 'string' ? { error: parsed } : parsed;
  }
  const { numbers, naming } = semester;
  const weeks = typedWeeks(typed, numbers, naming) ?? [];
  if ('error' in weeks) return weeks;
  const after = weeks.find((week) => week > numbers.length && !before.includes(week));
  return after === undefined
    ? weeks
    : { error: `has no week ${after}: the semester has ${numbers.length}` };
}
