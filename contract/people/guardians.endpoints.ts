import { endpoint } from '../endpoint.ts';
import { guardian, guardianPatch, guardians, newGuardian } from './guardian.ts';
import { studentParams } from '../student.ts';
import { idParams } from '../resource-endpoints.ts';
import { bulkUploadQuery, bulkUploadResult } from '../student.ts';

export const listGuardians = endpoint({
  method: 'GET',
  path: '/attendance/student-details/:student/guardians/',
  summary: 'The guardians of a student',
  params: studentParams,
  responses: { 200: guardians },
  access: [['Students', 'edit']],
});

export const addGuardian = endpoint({
  method: 'POST',
  path: '/attendance/student-details/:student/guardians/create/',
  summary: 'Add a guardian of a student',
  description: 'A student has at most ten. Messages need an e-mail address or a phone number.',
  params: studentParams,
  body: newGuardian,
  responses: { 201: guardian },
  access: [['Students', 'edit']],
  audit: { kind: 'change', what: 'Add guardian', hidesAddress: true },
});

export const changeGuardian = endpoint({
  method: 'PATCH',
  path: '/attendance/guardians/:id/',
  summary: 'Change a guardian; record or withdraw the student’s consent',
  params: idParams,
  body: guardianPatch,
  responses: { 200: guardian },
  access: [['Students', 'edit']],
  audit: { kind: 'change', what: 'Change guardian', hidesAddress: true },
});

export const removeGuardian = endpoint({
  method: 'DELETE',
  path: '/attendance/guardians/:id/',
  summary: 'Delete a guardian',
  params: idParams,
  access: [['Students', 'edit']],
  audit: { kind: 'change', what: 'Delete guardian' },
});

export const uploadGuardians = endpoint({
  method: 'POST',
  path: '/attendance/bulk-guardian-upload/',
  summary: 'Guardians by file: a CSV, with every bad row named',
  description:
    'A guardian is recognised by the student ID and the name. What the file has no column for stays.',
  form: true,
  query: bulkUploadQuery,
  responses: { 200: bulkUploadResult },
  access: [['Students', 'edit']],
  audit: { kind: 'import', what: 'Guardians by file' },
  rateGroup: 'uploads',
});
