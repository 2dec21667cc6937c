import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idOrUuid } from '../fields.ts';
import { idParams, readEndpoints } from '../resource-endpoints.ts';
import {
  messageCourses,
  messageCourseSwitch,
  messagePreview,
  messagesOfStudent,
  outbox,
  stoppedMessages,
} from './student-messages.ts';

export const outboxEndpoints = readEndpoints({
  path: 'student-messages',
  resource: outbox,
  access: [['Settings', 'read']],
});

export const resendMessage = endpoint({
  method: 'POST',
  path: '/attendance/student-messages/:id/resend/',
  summary: 'Send a message again that bounced or was stopped',
  description:
    'Whether its absences still stand is read again; 409 for a message that waits, was sent or has no reason to be sent any more.',
  params: idParams,
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Send message again' },
});

export const stopMessages = endpoint({
  method: 'POST',
  path: '/attendance/student-messages/stop/',
  summary: 'Stop every message that waits',
  responses: { 200: stoppedMessages },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Stop messages' },
});

export const previewMessages = endpoint({
  method: 'GET',
  path: '/attendance/student-message-preview/',
  summary: 'Who would have got a message about absences of yesterday',
  responses: { 200: messagePreview },
  access: [['Settings', 'read']],
});

export const listMessageCourses = endpoint({
  method: 'GET',
  path: '/attendance/student-message-courses/',
  summary: 'Of which courses absences are reported',
  responses: { 200: messageCourses },
  access: [['Settings', 'read']],
});

export const switchMessageCourse = endpoint({
  method: 'POST',
  path: '/attendance/student-message-courses/create/',
  summary: 'Tell absences of a course, or no longer',
  body: messageCourseSwitch,
  responses: { 200: messageCourses },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Messages of a course' },
});

export const listMessagesOfStudent = endpoint({
  method: 'GET',
  path: '/attendance/student-details/:student/messages/',
  summary: 'What was sent about a student’s absences, and what waits',
  params: z.object({ student: idOrUuid }),
  responses: { 200: messagesOfStudent },
  access: [['Students', 'edit']],
});
