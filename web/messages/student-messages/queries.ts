import { queryOptions } from '@tanstack/react-query';
import {
  listMessageCourses,
  listMessagesOfStudent,
  outboxEndpoints,
  previewMessages,
} from '#contract/messages/student-messages.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { followMs } from '#web/ui/list/useRows.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { outboxResource } from './resource.tsx';

export const previewQuery = queryOptions({
  queryKey: ['student-messages', 'preview'],
  queryFn: ({ signal }) => request(previewMessages, { signal }),
});

/** How many messages wait: the rows of the list in that state. */
export const waitingQuery = queryOptions({
  queryKey: resourceKey(outboxResource, 'waiting'),
  queryFn: ({ signal }) =>
    request(outboxEndpoints.list, { query: { state: 'waiting', limit: 1 }, signal }),
  refetchInterval: followMs,
});

export const coursesQuery = queryOptions({
  queryKey: ['student-messages', 'courses'],
  queryFn: ({ signal }) => request(listMessageCourses, { signal }),
});

export const messagesOfStudentQuery = (student: number) =>
  queryOptions({
    queryKey: ['student-messages', 'student', student],
    queryFn: ({ signal }) => request(listMessagesOfStudent, { params: { student }, signal }),
    // The student's page reads it with the student (`details/panels.ts`), and again with them.
    staleTime: Infinity,
  });
