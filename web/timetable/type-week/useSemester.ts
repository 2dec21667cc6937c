import { useQuery } from '@tanstack/react-query';
import { limits } from '#contract/limits.ts';
import { semesterEndpoints } from '#contract/timetable/semesters.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { semesterResource } from '#web/school/semesters.ts';
import { resourceKey } from '#web/ui/resource.ts';

/** The semester whose classes take place now, where it is the only one; undefined while it is read. */
export function useSemesterNow(): number | null | undefined {
  const { today } = useSession().config;
  const { data } = useQuery({
    queryKey: resourceKey(semesterResource, 'now', today),
    queryFn: ({ signal }) =>
      request(semesterEndpoints.list, { query: { limit: limits.pickerRows }, signal }),
    staleTime: 60_000,
  });
  if (!data) return undefined;
  const [only, ...others] = data.results.filter(
    (one) => one.class_start_date <= today && today <= one.class_end_date,
  );
  return only && others.length === 0 ? only.id : null;
}
