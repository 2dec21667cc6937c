import { queryOptions } from '@tanstack/react-query';
import type { StudentDetails } from '../../../../contract/student.ts';
import { api } from '../../../app/api.ts';
import { sectionKey } from '../../../ui/section.ts';

export const detailsOf = (id: string) =>
  queryOptions({
    queryKey: sectionKey({ api: 'students' }, 'details', id),
    queryFn: ({ signal }) => api.get<StudentDetails>(`attendance/student-details/${encodeURIComponent(id)}/`, { signal }),
  });
