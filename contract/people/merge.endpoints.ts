import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idOrUuid } from '../fields.ts';
import { mergeBody, merged, mergePreview, mergeQuery, studentMerges } from './merge.ts';

export const previewMerge = endpoint({
  method: 'GET',
  path: '/attendance/student-merge/',
  summary: 'What merging two students would move, and what has to be decided; nothing is written',
  query: mergeQuery,
  responses: { 200: mergePreview },
  access: [['Students', 'edit']],
  isCostly: true,
  notFound: true,
  conflict: true,
});

export const mergeStudents = endpoint({
  method: 'POST',
  path: '/attendance/student-merge/',
  summary: 'Merge a student into another one, as previewed; cannot be undone',
  body: mergeBody,
  responses: { 200: merged },
  access: [['Students', 'edit']],
  audit: 'history',
  isCostly: true,
  notFound: true,
});

export const getStudentMerges = endpoint({
  method: 'GET',
  path: '/attendance/student-details/:student/merges/',
  summary: 'The students who were merged into a student, and the one whom it was merged into',
  params: z.object({ student: idOrUuid }),
  responses: { 200: studentMerges },
  access: [['Students', 'read']],
});
