import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idOrUuid } from '../fields.ts';
import { confirmSamePerson } from './one-person.ts';
import { eraseBody, eraseResult } from './privacy.ts';
import { bulkRemoveOf, resourceEndpoints } from '../resource-endpoints.ts';
import { countDone } from '../resource.ts';
import { studentChange } from './student-card.ts';
import { studentDetails, studentStat } from './student-details.ts';
import {
  bulkUploadQuery,
  bulkUploadResult,
  cardStatusBody,
  nextStudentId,
  students,
} from '../student.ts';

const params = z.object({ student: idOrUuid });

export const studentEndpoints = resourceEndpoints({
  path: 'students',
  resource: students,
  byUuid: true,
  createBody: students.body.extend(confirmSamePerson),
  changeBody: studentChange,
});

export const bulkRemoveStudents = endpoint({
  ...bulkRemoveOf(students),
  method: 'POST',
  path: '/attendance/students/bulk-delete/',
});

export const setCardStatus = endpoint({
  method: 'POST',
  path: '/attendance/students/card-status/',
  summary: 'One card print status for several students, all or none',
  body: cardStatusBody,
  responses: { 200: countDone },
  access: [['Students', 'edit']],
  audit: { kind: 'change', what: 'Change student' },
});

export const getNextStudentId = endpoint({
  method: 'GET',
  path: '/attendance/next-student-id/',
  summary: 'What a new student’s ID may be',
  responses: { 200: nextStudentId },
  access: [['Students', 'add']],
});

export const getStudentStat = endpoint({
  method: 'GET',
  path: '/attendance/student-schedule-attendance-stat/:student/',
  summary: 'A student’s attendance by weekly class',
  params,
  responses: { 200: z.object({ results: z.array(studentStat) }) },
  access: [['Students', 'read']],
});

export const getStudentDetails = endpoint({
  method: 'GET',
  path: '/attendance/student-details/:student/',
  summary: 'A student with enrolments, attendance, leaves, notes and changes of marks',
  params,
  responses: { 200: studentDetails },
  access: [['Students', 'read']],
});

export const exportStudent = endpoint({
  method: 'GET',
  path: '/attendance/student-details/:student/export/',
  summary: 'Everything about one student as a ZIP: JSON, CSV tables, photo and documents',
  params,
  file: ['application/zip'],
  access: [['Students', 'delete']],
  tokens: false,
  audit: { kind: 'privacy', what: 'Everything about a student as a file' },
  rateGroup: 'exports',
});

export const eraseStudent = endpoint({
  method: 'POST',
  path: '/attendance/student-details/:student/erase/',
  summary: 'Erase what is personal about a student; what counts stays',
  params,
  body: eraseBody,
  responses: { 200: eraseResult },
  access: [['Students', 'delete']],
  tokens: false,
  audit: { kind: 'privacy', what: 'Erase student' },
});

export const uploadStudents = endpoint({
  method: 'POST',
  path: '/attendance/bulk-student-upload/',
  summary: 'Students by file: a CSV, with every bad row named',
  form: true,
  query: bulkUploadQuery,
  responses: { 200: bulkUploadResult },
  access: [['Students', 'bulkUpload']],
  audit: { kind: 'import', what: 'Students by file' },
  rateGroup: 'uploads',
});

export const exportStudents = endpoint({
  method: 'GET',
  path: '/attendance/bulk-student-export/',
  summary: 'CSV with the columns of the bulk upload',
  file: ['text/csv'],
  access: [['Students', 'export']],
  audit: { kind: 'export', what: 'Students as a file' },
  rateGroup: 'exports',
});
