import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  assignChange,
  assignCreate,
  cohortAssignment,
  cohortAssignmentQuery,
  enrolChange,
  enrolCreate,
  enrolment,
  enrolmentQuery,
  enrolResult,
  removeStudents,
  scheduleStudent,
  scheduleStudentsQuery,
  transferCreate,
  transferQuery,
  transferRow,
} from './enrolment.ts';
import { idOrUuid, idParam, listOf } from '../fields.ts';
import { idParams } from '../resource-endpoints.ts';
import { countDone, operationId } from '../resource.ts';

const readable = [['Enroll Student', 'read']] as const;
const addable = [['Enroll Student', 'add']] as const;
const editable = [['Enroll Student', 'edit']] as const;
const removable = [['Enroll Student', 'delete']] as const;
const enrolled = { 200: enrolResult, 201: enrolResult };

export const listEnrolments = endpoint({
  method: 'GET',
  path: '/attendance/studentassignment/',
  summary: 'Read a page of enrolments',
  query: enrolmentQuery,
  responses: { 200: listOf(enrolment) },
  access: readable,
});

export const getEnrolment = endpoint({
  method: 'GET',
  path: '/attendance/studentassignment/:id/',
  summary: 'Read one enrolment',
  params: idParams,
  responses: { 200: enrolment },
  access: readable,
});

export const listScheduleStudents = endpoint({
  method: 'GET',
  path: '/attendance/schedule-students/',
  summary: 'The students of a class',
  query: scheduleStudentsQuery,
  responses: { 200: listOf(scheduleStudent) },
  access: readable,
});

export const enrolStudents = endpoint({
  method: 'POST',
  path: '/attendance/studentassignment/create/',
  summary: 'Enrol students in a class, or see what would become of each',
  body: enrolCreate,
  responses: enrolled,
  access: addable,
  audit: { kind: 'change', what: 'Add enrolment' },
});

export const changeEnrolment = endpoint({
  method: 'PATCH',
  path: '/attendance/studentassignment/:id/',
  summary: 'Move a student from one class to another',
  params: idParams,
  body: enrolChange,
  responses: {
    200: enrolment.extend({ results: enrolResult.shape.results, ...operationId }),
  },
  access: editable,
  audit: { kind: 'change', what: 'Change enrolment' },
});

export const endEnrolment = endpoint({
  method: 'DELETE',
  path: '/attendance/studentassignment/:id/',
  summary: 'End an enrolment',
  params: idParams,
  access: removable,
  audit: { kind: 'delete', what: 'Delete enrolment' },
});

export const removeFromClass = endpoint({
  method: 'POST',
  path: '/attendance/studentassignment/bulk-remove/',
  summary: 'End the enrolments of several students in a class',
  body: removeStudents,
  responses: {
    200: enrolResult.omit({ over_capacity: true, incomplete_rolls: true }),
  },
  access: removable,
  audit: { kind: 'delete', what: 'Delete enrolment' },
});

export const removeStudentFromClass = endpoint({
  method: 'DELETE',
  path: '/attendance/delete-enroll/:student/:class_schedule/',
  summary: 'End the enrolment of a student in a class',
  params: z.object({ student: idOrUuid, class_schedule: idParam }),
  access: removable,
  audit: { kind: 'delete', what: 'Delete enrolment' },
});

export const listCohortAssignments = endpoint({
  method: 'GET',
  path: '/attendance/studentcohortassignment/',
  summary: 'Read a page of cohort enrolments',
  query: cohortAssignmentQuery,
  responses: { 200: listOf(cohortAssignment) },
  access: readable,
});

export const getCohortAssignment = endpoint({
  method: 'GET',
  path: '/attendance/studentcohortassignment/:id/',
  summary: 'Read one cohort enrolment',
  params: idParams,
  responses: { 200: cohortAssignment },
  access: readable,
});

export const enrolByCohort = endpoint({
  method: 'POST',
  path: '/attendance/studentcohortassignment/create/',
  summary: 'Enrol students in a cohort and its classes, or see what would become of each',
  body: assignCreate,
  responses: enrolled,
  access: addable,
  audit: { kind: 'change', what: 'Add cohort enrolment' },
});

export const changeCohortAssignment = endpoint({
  method: 'PATCH',
  path: '/attendance/studentcohortassignment/:id/',
  summary: 'Move a student to another cohort',
  params: idParams,
  body: assignChange,
  responses: { 200: z.union([cohortAssignment.extend(operationId), enrolResult]) },
  access: editable,
  audit: { kind: 'change', what: 'Change cohort enrolment' },
});

export const leaveCohort = endpoint({
  method: 'DELETE',
  path: '/attendance/studentcohortassignment/:id/',
  summary: 'Take a student out of a cohort and its classes',
  params: idParams,
  access: removable,
  audit: { kind: 'delete', what: 'Delete cohort enrolment' },
});

export const listTransfers = endpoint({
  method: 'GET',
  path: '/attendance/cohort-transfers/',
  summary: 'Read a page of cohort transfers',
  query: transferQuery,
  responses: { 200: listOf(transferRow) },
  access: readable,
});

export const transferStudents = endpoint({
  method: 'POST',
  path: '/attendance/cohort-transfers/create/',
  summary: 'Move students from one cohort to another, or see what would become of each',
  body: transferCreate,
  responses: enrolled,
  access: editable,
  audit: { kind: 'change', what: 'Add cohort transfer' },
});

export const undoTransfer = endpoint({
  method: 'POST',
  path: '/attendance/cohort-transfers/:id/undo/',
  summary: 'Undo a cohort transfer',
  params: idParams,
  responses: { 200: countDone },
  access: editable,
  audit: { kind: 'change', what: 'Undo cohort transfer' },
});
