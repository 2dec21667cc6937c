import { judgedAnswer, judgedClass } from '../clash.ts';
import { endpoint, forms } from '../endpoint.ts';
import { idParams, resourceEndpoints } from '../resource-endpoints.ts';
import {
  clashesAnswer,
  clashesQuery,
  classChange,
  classChangePreview,
  classOnDateQuery,
  classSchedules,
  newClass,
} from '../timetable.ts';

export const classScheduleEndpoints = resourceEndpoints({
  path: 'classschedule',
  resource: classSchedules,
  auditName: 'class schedule',
  getQuery: classOnDateQuery,
  createBody: newClass,
  changeBody: classChange,
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

export const judgeClass = endpoint({
  method: 'GET',
  path: '/attendance/clashes/',
  summary: 'Everything that a weekly class would clash with, while it is planned',
  query: judgedClass,
  responses: { 200: judgedAnswer },
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
