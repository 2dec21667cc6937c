import { endpoint } from '../endpoint.ts';
import { freeRooms, freeRoomsQuery } from './free-room.ts';
import { week, weekQuery } from './week.ts';

export const getWeek = endpoint({
  method: 'GET',
  path: '/attendance/week/',
  summary: 'A week with its dates: of a teacher, room, cohort, student, subject or semester',
  query: weekQuery,
  responses: { 200: week },
  access: [['Timetables', 'read']],
});

export const getFreeRooms = endpoint({
  method: 'GET',
  path: '/attendance/free-rooms/',
  summary: 'When each room is taken, on a date or in a usual week',
  query: freeRoomsQuery,
  responses: { 200: freeRooms },
  access: [['Timetables', 'read']],
});
