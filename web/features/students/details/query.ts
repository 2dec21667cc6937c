import { queryOptions } from '@tanstack/react-query';
import { getStudentDetails, studentEndpoints } from '#contract/endpoints/students.ts';
import { request } from '#web/platform/api.ts';
import { resourceKey } from '#web/ui/resource.ts';

export const detailsOf = (id: string) =>
  queryOptions({
    queryKey: resourceKey({ calls: studentEndpoints }, 'details', id),
    queryFn: ({ signal }) => request(getStudentDetails, { params: { student: id }, signal }),
  });
