import { z } from 'zod';
import { newCalendarLink } from '../timetable/calendar-link.ts';
import { endpoint } from '../endpoint.ts';
import { listOf } from '../fields.ts';
import { myLeaveRequest, newLeaveRequest } from './leave-request.ts';
import { myAttendance, myAttendanceQuery, myHistoryQuery, myHistoryRow } from './my-attendance.ts';
import { idParams } from '../resource-endpoints.ts';

/** All calls here are about the student that the caller is: none names a student (R-ME-1). */
export const getMyAttendance = endpoint({
  method: 'GET',
  path: '/attendance/my-attendance/',
  summary: 'A student’s own week, rates and absences left',
  query: myAttendanceQuery,
  responses: { 200: myAttendance },
  access: [['My Attendance', 'read']],
});

export const getMyHistory = endpoint({
  method: 'GET',
  path: '/attendance/my-attendance/history/',
  summary: 'A page of a student’s own classes with their marks, the latest first',
  query: myHistoryQuery,
  responses: { 200: listOf(myHistoryRow) },
  access: [['My Attendance', 'read']],
});

export const createMyCalendarLink = endpoint({
  method: 'POST',
  path: '/attendance/my-attendance/calendar-link/create/',
  summary: 'Make the student’s calendar link, or a new one in its place',
  body: z.strictObject({}),
  responses: { 201: newCalendarLink },
  access: [['My Attendance', 'add']],
  audit: 'none',
});

export const removeMyCalendarLink = endpoint({
  method: 'DELETE',
  path: '/attendance/my-attendance/calendar-link/',
  summary: 'Remove the student’s calendar link',
  access: [['My Attendance', 'add']],
  audit: 'none',
});

export const getMyLeaveRequests = endpoint({
  method: 'GET',
  path: '/attendance/my-attendance/leave-requests/',
  summary: 'A student’s own leave requests, the latest first',
  responses: { 200: z.object({ results: z.array(myLeaveRequest) }) },
  access: [['My Attendance', 'read']],
});

export const createMyLeaveRequest = endpoint({
  method: 'POST',
  path: '/attendance/my-attendance/leave-requests/create/',
  summary: 'Ask for a leave, with a document',
  body: newLeaveRequest,
  responses: { 201: myLeaveRequest },
  access: [['My Attendance', 'add']],
  audit: { kind: 'change', what: 'Request a leave' },
});

export const withdrawMyLeaveRequest = endpoint({
  method: 'DELETE',
  path: '/attendance/my-attendance/leave-requests/:id/',
  summary: 'Withdraw an own request that is not decided',
  params: idParams,
  access: [['My Attendance', 'add']],
  audit: { kind: 'change', what: 'Withdraw a leave request' },
});
