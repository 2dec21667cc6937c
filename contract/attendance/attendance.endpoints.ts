import { z } from 'zod';
import {
  actionFailure,
  actionResult,
  attendanceQuery,
  attendanceRecord,
  attendanceRecordDetails,
  changedMarks,
  noClass,
  roll,
  rollRow,
  summary,
  withdrawnMarks,
} from '../marks.ts';
import {
  attendanceCreate,
  attendancePatch,
  closeRoll as closeRollBody,
  markRestAbsent as markRestAbsentBody,
  markStudents as markStudentsBody,
  reopenRoll as reopenRollBody,
  rollRequest,
  withdrawMarks as withdrawMarksBody,
  withdrawQuery,
} from '../mark-bodies.ts';
import {
  historyRow,
  rollEvents,
  rollEventsQuery,
  rollHistory,
  rollHistoryQuery,
  undoMarks as undoMarksBody,
  undoneMarks,
} from './roll-history.ts';
import {
  decidedHeldMarks,
  decideHeldMarks as decideHeldMarksBody,
  heldMarks,
  heldMarksQuery,
} from './held-mark.ts';
import { emptyRoll, emptyRollQuery } from './empty-roll.ts';
import { liveQuery } from '../live.ts';
import { endpoint } from '../endpoint.ts';
import { idOrUuid, listOf } from '../fields.ts';

const params = z.object({ id: idOrUuid });
/**
 * Marks that waited for the network and met a closed roll or an archived class are held for an administrator
 * (R-ROLL-25).
 */
const held = z.literal(true);
const several = z.object({
  results: z.array(actionResult),
  fail: z.array(actionFailure),
  held: held.optional(),
});
const heldAlone = z.object({ results: z.array(actionResult), held });
const marked = attendanceRecord.extend({ results: z.array(actionResult) });

export const getAttendance = endpoint({
  method: 'GET',
  path: '/attendance/attendance/',
  summary: 'The roll of a class on a date, or records of attendance',
  query: attendanceQuery,
  responses: { 200: z.union([roll, listOf(attendanceRecord)]) },
  access: [['Attendance', 'read']],
  notFound: true,
});

export const getAttendanceRecord = endpoint({
  method: 'GET',
  path: '/attendance/attendance/:id/',
  summary: 'Read one record of attendance',
  params,
  responses: { 200: attendanceRecordDetails },
  access: [['Attendance', 'read']],
});

export const getAttendanceHistory = endpoint({
  method: 'GET',
  path: '/attendance/attendance/:id/history/',
  summary: 'The changes of a record of attendance, oldest first',
  params,
  responses: { 200: z.object({ results: z.array(historyRow) }) },
  access: [['Attendance', 'read']],
});

export const markAttendance = endpoint({
  method: 'POST',
  path: '/attendance/attendance/create/',
  summary: 'Mark one student or several, by card, student ID or id',
  body: attendanceCreate,
  responses: { 200: z.union([marked, several, heldAlone]), 201: z.union([marked, several]) },
  access: [['Attendance', 'add']],
  audit: 'history',
  rateGroup: 'taps',
});

export const markStudents = endpoint({
  method: 'POST',
  path: '/attendance/mark-student-attendance/',
  summary: 'Mark several students present',
  body: markStudentsBody,
  responses: { 200: several, 201: several },
  access: [['Attendance', 'add']],
  audit: 'history',
  rateGroup: 'taps',
});

export const listHeldMarks = endpoint({
  method: 'GET',
  path: '/attendance/held-marks/',
  summary:
    'Marks that waited for the network, met a closed roll or an archived class, and wait for a decision',
  query: heldMarksQuery,
  responses: { 200: heldMarks },
  access: [['Attendance', 'edit']],
});

export const decideHeldMarks = endpoint({
  method: 'POST',
  path: '/attendance/held-marks/decide/',
  summary: 'Accept or dismiss held marks',
  body: decideHeldMarksBody,
  responses: { 200: decidedHeldMarks },
  access: [['Attendance', 'teacherFilter']],
  audit: { kind: 'change', what: 'Decide held marks' },
  notFound: true,
});

export const markRestAbsent = endpoint({
  method: 'POST',
  path: '/attendance/mark-rest-absent/',
  summary: 'Mark every student on the roll who has no mark as absent',
  body: markRestAbsentBody,
  responses: { 200: changedMarks },
  access: [['Attendance', 'add']],
  audit: 'history',
  rateGroup: 'taps',
});

export const closeRoll = endpoint({
  method: 'POST',
  path: '/attendance/close-roll/',
  summary: 'Mark the rest absent and close the roll',
  body: closeRollBody,
  responses: { 200: changedMarks },
  access: [['Attendance', 'edit']],
  audit: { kind: 'change', what: 'Close roll' },
  rateGroup: 'taps',
});

export const reopenRoll = endpoint({
  method: 'POST',
  path: '/attendance/reopen-roll/',
  summary: 'Reopen a closed roll',
  body: reopenRollBody,
  responses: { 200: changedMarks },
  access: [['Attendance', 'edit']],
  audit: { kind: 'change', what: 'Reopen roll' },
});

export const getRollEvents = endpoint({
  method: 'GET',
  path: '/attendance/roll-events/',
  summary:
    'When the roll of a class on a date was closed and reopened, oldest first, and whether the user may reopen it',
  query: rollEventsQuery,
  responses: { 200: rollEvents },
  access: [['Attendance', 'read']],
});

export const getRollHistory = endpoint({
  method: 'GET',
  path: '/attendance/roll-history/',
  summary: 'Every change of the marks of a class on a date, oldest first',
  query: rollHistoryQuery,
  responses: { 200: rollHistory },
  access: [['Attendance', 'read']],
});

export const undoMarks = endpoint({
  method: 'POST',
  path: '/attendance/undo-marks/',
  summary: 'Take back changes of marks that are the latest of their student',
  body: undoMarksBody,
  responses: { 200: undoneMarks },
  access: [['Attendance', 'delete']],
  audit: 'history',
  rateGroup: 'taps',
});

export const withdrawMarks = endpoint({
  method: 'POST',
  path: '/attendance/withdraw-marks/',
  summary: 'Withdraw the marks of students that have not been changed since',
  body: withdrawMarksBody,
  responses: { 200: withdrawnMarks },
  access: [['Attendance', 'delete']],
  audit: 'history',
  rateGroup: 'taps',
});

export const changeAttendance = endpoint({
  method: 'PATCH',
  path: '/attendance/attendance/:id/',
  summary: 'Change the status or the details of a record of attendance',
  params,
  body: attendancePatch,
  responses: { 200: marked },
  access: [['Attendance', 'edit']],
  audit: 'history',
});

export const withdrawAttendance = endpoint({
  method: 'DELETE',
  path: '/attendance/attendance/:id/',
  summary: 'Withdraw a mark',
  description: '409 where the mark no longer has the `status`, which is named where one is given.',
  params,
  query: withdrawQuery,
  access: [['Attendance', 'delete']],
  audit: 'history',
});

export const getRollWithSummary = endpoint({
  method: 'POST',
  path: '/attendance/schedule-students-attendance/',
  summary: 'The roll of a class on a date with its counts',
  body: rollRequest,
  responses: {
    200: z.object({ results: z.array(rollRow), summary, no_class: noClass.nullable() }),
  },
  access: [['Attendance', 'read']],
  audit: 'none',
  notFound: true,
});

export const explainEmptyRoll = endpoint({
  method: 'GET',
  path: '/attendance/empty-roll/',
  summary: 'Why a class has no students on a date',
  query: emptyRollQuery,
  responses: { 200: emptyRoll },
  access: [['Attendance', 'read']],
});

export const followChanges = endpoint({
  method: 'GET',
  path: '/attendance/live',
  summary: 'Changes of a class or a date, as server-sent events',
  query: liveQuery,
  file: ['text/event-stream'],
  tokens: false,
  access: [
    ['Attendance', 'read'],
    ['Dashboard', 'read'],
  ],
});
