import { z } from 'zod';
import { confirmClashes } from '../clash.ts';
import { endpoint } from '../endpoint.ts';
import {
  cancellation,
  cover,
  extraMeeting,
  move,
  operationDone,
  restoration,
  roomChange,
} from './meeting-changes.ts';
import type { Permission } from '../permissions.ts';
import { idParams } from '../resource-endpoints.ts';
import { reassignment, reassignmentPreview } from './reassignment.ts';
import { roomAwayAnswer, roomAwayChange, roomAwayQuery } from './room-away.ts';
import { awayAnswer, awayChange, awayQuery } from './teacher-away.ts';

const edit: Permission[] = [['Timetables', 'edit']];
const responses = { 200: operationDone };
const audit = (what: string) => ({ kind: 'change' as const, what });
/** The audit entry of a change whose `id` and `ids` are meetings. */
const auditMeetings = (what: string) => ({ ...audit(what), of: 'meeting' });

export const cancelMeetings = endpoint({
  method: 'POST',
  path: '/attendance/meetings/cancel/',
  summary: 'Cancel classes on their dates, all or none',
  body: cancellation,
  responses,
  access: edit,
  audit: auditMeetings('Cancel classes'),
});

export const restoreMeetings = endpoint({
  method: 'POST',
  path: '/attendance/meetings/restore/',
  summary: 'Let cancelled classes take place, or classes on a holiday, all or none',
  body: restoration,
  responses,
  access: edit,
  audit: auditMeetings('Restore classes'),
});

export const coverMeetings = endpoint({
  method: 'POST',
  path: '/attendance/meetings/cover/',
  summary: 'Have classes covered by another teacher, or no longer, all or none',
  body: cover,
  responses,
  access: edit,
  audit: auditMeetings('Cover classes'),
});

export const changeRoomOfMeetings = endpoint({
  method: 'POST',
  path: '/attendance/meetings/room/',
  summary: 'Hold classes in another room on their dates, all or none',
  body: roomChange,
  responses,
  access: edit,
  audit: auditMeetings('Change the room of classes'),
});

export const moveMeeting = endpoint({
  method: 'POST',
  path: '/attendance/meetings/:id/move/',
  summary: 'Move a class from its date to another, or to other times',
  params: idParams,
  body: move,
  responses,
  access: edit,
  audit: auditMeetings('Move class'),
});

export const addExtraMeeting = endpoint({
  method: 'POST',
  path: '/attendance/meetings/create/',
  summary: 'Add a class on a further date',
  body: extraMeeting,
  responses,
  access: [['Timetables', 'add']],
  audit: audit('Add extra class'),
});

export const getTeacherAway = endpoint({
  method: 'GET',
  path: '/attendance/teacher-away/',
  summary: 'The classes of a teacher in a period, with teachers who could cover each',
  query: awayQuery,
  responses: { 200: awayAnswer },
  access: edit,
  isCostly: true,
});

export const changeTeacherAway = endpoint({
  method: 'POST',
  path: '/attendance/teacher-away/create/',
  summary: 'Cancel and cover classes of a teacher who is away, all or none',
  body: awayChange,
  responses,
  access: edit,
  audit: audit('Teacher away'),
});

export const getRoomAway = endpoint({
  method: 'GET',
  path: '/attendance/room-away/',
  summary: 'The classes of a room in a period, with rooms in which each could be held',
  query: roomAwayQuery,
  responses: { 200: roomAwayAnswer },
  access: edit,
  isCostly: true,
});

export const changeRoomAway = endpoint({
  method: 'POST',
  path: '/attendance/room-away/create/',
  summary: 'Move and cancel classes of a room that cannot be used, and close it, all or none',
  body: roomAwayChange,
  responses,
  access: edit,
  audit: audit('Room closed'),
});

export const previewReassignment = endpoint({
  method: 'POST',
  path: '/attendance/classschedule-reassign/preview/',
  summary: 'What giving all classes of a teacher or a room to another would do',
  body: reassignment,
  responses: { 200: reassignmentPreview },
  access: edit,
  audit: 'none',
});

export const reassignClasses = endpoint({
  method: 'POST',
  path: '/attendance/classschedule-reassign/create/',
  summary: 'Give all classes of a teacher or a room to another from a date on',
  body: reassignment,
  responses,
  access: edit,
  audit: audit('Reassign classes'),
});

export const undoOperation = endpoint({
  method: 'POST',
  path: '/attendance/operations/:id/undo/',
  summary: 'Undo a change of meetings while nothing else has changed them',
  params: idParams,
  body: z.strictObject(confirmClashes),
  responses,
  access: edit,
  audit: { ...audit('Undo change of classes'), of: 'class_change' },
});
