import { queryOptions } from '@tanstack/react-query';
import { getStudentDetails, studentEndpoints } from '#contract/people/students.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { givePanels } from './panels.ts';

/** A student with what the page's panels show. */
export const detailsOf = (id: string) =>
  queryOptions({
    queryKey: resourceKey({ calls: studentEndpoints }, 'details', id),
    queryFn: async ({ client, signal }) => {
      const requestedAt = Date.now();
      const details = await request(getStudentDetails, { params: { student: id }, signal });
      givePanels(client, details.student.id, details.panels, requestedAt);
      return details;
    },
  });
