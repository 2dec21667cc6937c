import { queryOptions } from '@tanstack/react-query';
import { listStudentCards } from '#contract/people/cards.endpoints.ts';
import { studentEndpoints } from '#contract/people/students.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { resourceKey } from '#web/ui/resource.ts';

/** Read again with the student: a change of the number ends a card. */
export const cardsQuery = (student: number) =>
  queryOptions({
    queryKey: resourceKey({ calls: studentEndpoints }, 'cards', student),
    queryFn: ({ signal }) => request(listStudentCards, { params: { student }, signal }),
    // The student's page reads it with the student (`details/panels.ts`), and again with them.
    staleTime: Infinity,
  });
