import { z } from 'zod';
import { calendarLink, newCalendarLink } from './calendar-link.ts';
import { classDays, classDaysQuery, takenRolls, takenRollsQuery } from './calendar.ts';
import { endpoint, forms } from '../endpoint.ts';

export const getClassDays = endpoint({
  method: 'GET',
  path: '/attendance/class-days/',
  summary: 'Which dates have classes, and the nearest ones before and after',
  query: classDaysQuery,
  responses: { 200: classDays },
  access: [['Dashboard', 'read']],
});

export const getTakenRolls = endpoint({
  method: 'GET',
  path: '/attendance/taken-rolls/',
  summary: 'How many rolls were taken between two dates',
  query: takenRollsQuery,
  responses: { 200: takenRolls },
  access: [...forms('Holidays'), ...forms('Semester')],
});

/** A teacher's own calendar; the link itself is the credential. */
export const getCalendarLink = endpoint({
  method: 'GET',
  path: '/attendance/calendar-link/',
  summary: 'When the teacher’s calendar link was made',
  responses: { 200: calendarLink },
  access: [['My Timesheet', 'read']],
  tokens: false,
  notFound: true,
});

export const createCalendarLink = endpoint({
  method: 'POST',
  path: '/attendance/calendar-link/create/',
  summary: 'Make the teacher’s calendar link, or a new one in its place',
  body: z.strictObject({}),
  responses: { 201: newCalendarLink },
  access: [['My Timesheet', 'add']],
  tokens: false,
  audit: 'none',
  notFound: true,
});

export const removeCalendarLink = endpoint({
  method: 'DELETE',
  path: '/attendance/calendar-link/',
  summary: 'Remove the teacher’s calendar link',
  access: [['My Timesheet', 'delete']],
  tokens: false,
  audit: 'none',
  notFound: true,
});

export const getCalendar = endpoint({
  method: 'GET',
  path: '/attendance/calendar/:secret',
  summary: 'A teacher’s classes (iCal)',
  params: z.object({ secret: z.string().regex(/^[\w-]{32}(\.ics)?$/, 'is no calendar') }),
  file: ['text/calendar'],
  access: 'public',
  rateGroup: 'calendars',
});
