import { judgedAnswer, judgedClass } from '../clash.ts';
import { successor, successorBody } from './class-successor.ts';
import { endpoint, forms } from '../endpoint.ts';
import { idParams, resourceEndpoints } from '../resource-endpoints.ts';
import { roomsThen, roomsThenQuery } from './rooms-then.ts';
import { manyClasses, manyClassesBody, usedTimes, usedTimesQuery } from './many-classes.ts';
import {
  clashesAnswer,
  clashesQuery,
  classChange,
  classChangePreview,
  classOnDateQuery,
  classSchedules,
  newClass,
} from './timetable.ts';

export const classScheduleEndpoints = resourceEndpoints({
  path: 'classschedule',
  resource: classSchedules,
  auditName: 'class schedule',
  getQuery: classOnDateQuery,
  createBody: newClass,
  changeBody: classChange,
  isCostly: 'archiving',
  readers: [
    ['Dashboard', 'read'],
    ['Attendance', 'read'],
  ],
});

export const previewClassChange = endpoint({
  method: 'POST',
  path: '/attendance/classschedule/:id/preview/',
  summary: 'What a change of a class would do to its meetings',
  params: idParams,
  body: classChange,
  responses: { 200: classChangePreview },
  access: [['Timetables', 'edit']],
  audit: 'none',
});

export const previewSuccessor = endpoint({
  method: 'POST',
  path: '/attendance/classschedule/:id/successor/preview/',
  summary: 'What a class that takes over from another would be',
  params: idParams,
  body: successorBody,
  responses: { 200: successor },
  access: [['Timetables', 'edit']],
  audit: 'none',
});

export const addSuccessor = endpoint({
  method: 'POST',
  path: '/attendance/classschedule/:id/successor/',
  summary:
    'Add a class of another subject or semester that takes over from a class, with its students',
  params: idParams,
  body: successorBody,
  responses: { 201: successor },
  access: [['Timetables', 'add']],
  audit: { kind: 'change', what: 'Let a new class take over' },
});

/** A week of some teachers is judged beside others; that of a whole institute takes its turn. */
const isLarge = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'classes' in body &&
  Array.isArray(body.classes) &&
  body.classes.length > 50;

export const previewManyClasses = endpoint({
  method: 'POST',
  path: '/attendance/classschedule/many/preview/',
  summary:
    'What several new classes would clash with, also among each other, and what is wrong with them',
  body: manyClassesBody,
  responses: { 200: manyClasses },
  access: [['Timetables', 'add']],
  audit: 'none',
  isCostly: isLarge,
});

export const addManyClasses = endpoint({
  method: 'POST',
  path: '/attendance/classschedule/many/',
  summary: 'Add several classes, all or none',
  description:
    'When a class is refused, none is added, and `fail` names each one that is wrong by its place in the call, with the field.',
  body: manyClassesBody,
  responses: { 201: manyClasses },
  access: [['Timetables', 'add']],
  audit: { kind: 'change', what: 'Add several classes' },
  isCostly: isLarge,
});

export const getUsedTimes = endpoint({
  method: 'GET',
  path: '/attendance/classschedule-times/',
  summary: 'The times and weekdays at which most classes are held',
  query: usedTimesQuery,
  responses: { 200: usedTimes },
  access: [['Timetables', 'add']],
});

export const judgeClass = endpoint({
  method: 'GET',
  path: '/attendance/clashes/',
  summary: 'Everything that a weekly class would clash with, while it is planned',
  query: judgedClass,
  responses: { 200: judgedAnswer },
  access: forms('Timetables'),
});

export const listRoomsThen = endpoint({
  method: 'GET',
  path: '/attendance/classroom-then/',
  summary: 'Rooms at the time of a weekly class, the free ones first',
  query: roomsThenQuery,
  responses: { 200: roomsThen },
  access: forms('Timetables'),
});

export const getClashes = endpoint({
  method: 'GET',
  path: '/attendance/classschedule-clashes/',
  summary: 'Classes at the same time in the same room or of the same teacher',
  query: clashesQuery,
  responses: { 200: clashesAnswer },
  access: forms('Timetables'),
});
