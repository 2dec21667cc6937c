import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { messageStopBody, messageStopParams } from './message-stop.ts';

/** Changes nothing: mail scanners open every link (R-MSG-8). */
export const getMessageStop = endpoint({
  method: 'GET',
  path: '/attendance/message-stop/:secret/',
  summary: 'The page that stops messages to the recipient of one, by its link',
  params: z.object({ secret: z.string() }),
  file: ['text/html'],
  access: 'public',
  rateGroup: 'calendars',
});

export const stopMessagesByLink = endpoint({
  method: 'POST',
  path: '/attendance/message-stop/:secret/',
  summary: 'Stop messages to the recipient of one, by its link or by the mail program (RFC 8058)',
  params: z.object({ secret: z.string() }),
  file: ['text/html'],
  access: 'public',
  audit: 'history',
  rateGroup: 'calendars',
});

export const setMessageStop = endpoint({
  method: 'POST',
  path: '/attendance/student-details/:student/message-stop/',
  summary: 'Stop messages to a student or a guardian, or send them again',
  params: messageStopParams,
  body: messageStopBody,
  access: [['Students', 'edit']],
  audit: (body) => ({
    kind: 'change',
    what: isResuming(body) ? 'Send messages to a recipient again' : 'Stop messages to a recipient',
  }),
});

const isResuming = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'stopped' in body && body.stopped === false;
