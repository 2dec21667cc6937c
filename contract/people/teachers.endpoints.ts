import { endpoint, forms } from '../endpoint.ts';
import { archiving, resourceEndpoints } from '../resource-endpoints.ts';
import { archiveBody, countDone } from '../resource.ts';
import { confirmSamePerson } from './one-person.ts';
import { teachers } from './teacher.ts';

export const teacherEndpoints = resourceEndpoints({
  path: 'teachers',
  resource: teachers,
  createBody: teachers.body.extend(confirmSamePerson),
  changeBody: teachers.patch.extend(confirmSamePerson),
  readers: [...forms('Timetables'), ...forms('Subjects'), ['Attendance', 'teacherFilter']],
});

/** Teachers are archived by DELETE as well (R-API-3). */
export const archiveTeachers = endpoint({
  method: 'DELETE',
  path: '/attendance/teachers/create/',
  summary: 'Archive or restore several teachers',
  body: archiveBody,
  responses: { 200: countDone },
  access: [['Teachers', 'delete']],
  audit: (body) => archiving(body, 'teacher') ?? { kind: 'delete', what: 'Delete teacher' },
});
