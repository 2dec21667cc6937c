import { queryOptions } from '@tanstack/react-query';
import {
  listMessageCourses,
  listMessagesOfStudent,
  previewMessages,
} from '#contract/messages/student-messages.endpoints.ts';
import { request } from '#web/platform/api.ts';

export const previewQuery = queryOptions({
  queryKey: ['student-messages', 'preview'],
  queryFn: ({ signal }) => request(previewMessages, { signal }),
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
