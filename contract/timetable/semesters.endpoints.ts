import { endpoint, forms } from '../endpoint.ts';
import { idParams, resourceEndpoints } from '../resource-endpoints.ts';
import { semesterChange, semesters, wholeSemester, wholeSemesterDone } from './semester.ts';

export const semesterEndpoints = resourceEndpoints({
  path: 'semesters',
  resource: semesters,
  changeBody: semesterChange,
  readers: forms('Timetables'),
  isCostly: 'change',
});

export const archiveWholeSemester = endpoint({
  method: 'POST',
  path: '/attendance/semesters/:id/whole/',
  summary: 'Archive or restore a semester together with its classes',
  params: idParams,
  body: wholeSemester,
  responses: { 200: wholeSemesterDone },
  access: [['Semester', 'delete']],
  audit: { kind: 'archive', what: 'Semester with its classes' },
  isCostly: true,
});
