import { endpoint, forms } from '../endpoint.ts';
import { idParams, resourceEndpoints } from '../resource-endpoints.ts';
import { semesterCopy, semesterCopyBody } from './semester-copy.ts';
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

export const previewSemesterCopy = endpoint({
  method: 'POST',
  path: '/attendance/semesters/:id/copy/preview/',
  summary: 'What a copy of the classes of a semester into another one would make',
  params: idParams,
  body: semesterCopyBody,
  responses: { 200: semesterCopy },
  access: [['Timetables', 'add']],
  audit: 'none',
  isCostly: true,
});

export const copySemester = endpoint({
  method: 'POST',
  path: '/attendance/semesters/:id/copy/',
  summary: 'Copy the classes of a semester into another one, by the numbers of weeks',
  description:
    'Every archived teacher and room of a copied class needs an answer. With students, it also takes the permission to enrol.',
  params: idParams,
  body: semesterCopyBody,
  responses: { 201: semesterCopy },
  access: [['Timetables', 'add']],
  audit: { kind: 'change', what: 'Copy the classes of a semester' },
  isCostly: true,
});
