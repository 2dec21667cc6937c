import { useQuery } from '@tanstack/react-query';
import { getStudentMerges } from '#contract/endpoints/merge.ts';
import { request } from '#web/platform/api.ts';

/** With whom a student was merged, and who was merged into them (R-MERGE-4). */
export const useMerges = (student: number | undefined) =>
  useQuery({
    queryKey: ['student-merges', student],
    queryFn: ({ signal }) =>
      request(getStudentMerges, { params: { student: student ?? 0 }, signal }),
    enabled: student !== undefined,
  });
