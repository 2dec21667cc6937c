import { endpoint } from '../endpoint.ts';
import {
  roomHours,
  roomHoursQuery,
  roomUseQuery,
  roomUses,
  studentGapsQuery,
  studentsWithGaps,
  teacherLoadQuery,
  teacherLoads,
  timetableClashes,
  timetableClashQuery,
} from './timetable-health.ts';

export const listTimetableClashes = endpoint({
  method: 'GET',
  path: '/attendance/timetable-health/clashes/',
  summary: 'Every clash in the timetable of a semester',
  query: timetableClashQuery,
  responses: { 200: timetableClashes },
  access: [['Timetables', 'edit']],
  isCostly: true,
});

export const listTeacherLoads = endpoint({
  method: 'GET',
  path: '/attendance/timetable-health/teachers/',
  summary: 'Teachers with their longest stretch without a break, hours and gaps',
  query: teacherLoadQuery,
  responses: { 200: teacherLoads },
  access: [['Timetables', 'edit']],
  isCostly: true,
});

export const listStudentGaps = endpoint({
  method: 'GET',
  path: '/attendance/timetable-health/students/',
  summary:
    'Students with gaps between the classes of a day, in a week (needs Students read as well)',
  query: studentGapsQuery,
  responses: { 200: studentsWithGaps },
  access: [['Timetables', 'edit']],
  isCostly: true,
});

export const listRoomUse = endpoint({
  method: 'GET',
  path: '/attendance/timetable-health/rooms/',
  summary: 'Rooms with the share of their opening minutes that is used',
  query: roomUseQuery,
  responses: { 200: roomUses },
  access: [['Timetables', 'edit']],
  isCostly: true,
});

export const getRoomHours = endpoint({
  method: 'GET',
  path: '/attendance/timetable-health/hours/',
  summary: 'How full the rooms are, by day of the week and hour',
  query: roomHoursQuery,
  responses: { 200: roomHours },
  access: [['Timetables', 'edit']],
  isCostly: true,
});
