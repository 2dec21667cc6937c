import { endpoint } from '../endpoint.ts';
import {
  changedFollowUp,
  changedStep,
  closedFollowUp,
  followUpCounts,
  followUpDetails,
  followUpOwner,
  followUpOwners,
  followUpOwnersQuery,
  followUpParams,
  followUps,
  followUpsQuery,
  newFollowUp,
  newStep,
  reopenedFollowUp,
} from './follow-up.ts';
import type { Permission } from '../permissions.ts';
import { idParams } from '../resource-endpoints.ts';

const read: Permission[] = [['Red List Students', 'read']];
const edit: Permission[] = [['Red List Students', 'edit']];
/** Teachers read those of students of their classes, and write where they are the owner. */
const ownRowsUnless = ['Red List Students', 'edit'] as const;
const overtaken = '409 with `overtaken` (`by`, `at`) when it was changed since it was read.';

export const listFollowUps = endpoint({
  method: 'GET',
  path: '/attendance/follow-ups/',
  summary: 'Follow-ups with owner, due date, last step and whether the rate has changed',
  query: followUpsQuery,
  responses: { 200: followUps },
  access: read,
});

export const countFollowUps = endpoint({
  method: 'GET',
  path: '/attendance/follow-ups/counts/',
  summary: 'How many follow-ups are open and overdue: the own ones, and all',
  responses: { 200: followUpCounts },
  access: read,
});

export const listFollowUpOwners = endpoint({
  method: 'GET',
  path: '/attendance/follow-up-owners/',
  summary: 'Active users who may own a follow-up',
  query: followUpOwnersQuery,
  responses: { 200: followUpOwners },
  access: read,
});

export const getFollowUpOwner = endpoint({
  method: 'GET',
  path: '/attendance/follow-up-owners/:id/',
  summary: 'A user who may own a follow-up, or has owned one',
  params: idParams,
  responses: { 200: followUpOwner },
  access: read,
});

export const beginFollowUp = endpoint({
  method: 'POST',
  path: '/attendance/follow-ups/create/',
  summary: 'Begin a follow-up; a computed entry for the same that is new is accepted',
  body: newFollowUp,
  responses: { 201: followUpDetails },
  access: edit,
  audit: { kind: 'change', what: 'Begin follow-up' },
});

export const getFollowUp = endpoint({
  method: 'GET',
  path: '/attendance/follow-ups/:follow_up_id/',
  summary: 'A follow-up with its steps',
  params: followUpParams,
  responses: { 200: followUpDetails },
  access: read,
  ownRowsUnless,
});

export const changeFollowUp = endpoint({
  method: 'PATCH',
  path: '/attendance/follow-ups/:follow_up_id/',
  summary: 'Change owner or due date of an open follow-up',
  description: overtaken,
  params: followUpParams,
  body: changedFollowUp,
  responses: { 200: followUpDetails },
  access: edit,
  audit: { kind: 'change', what: 'Change follow-up' },
});

export const closeFollowUp = endpoint({
  method: 'POST',
  path: '/attendance/follow-ups/:follow_up_id/close/',
  summary: 'Close a follow-up with its outcome',
  description: overtaken,
  params: followUpParams,
  body: closedFollowUp,
  responses: { 200: followUpDetails },
  access: edit,
  audit: { kind: 'change', what: 'Close follow-up' },
});

export const reopenFollowUp = endpoint({
  method: 'POST',
  path: '/attendance/follow-ups/:follow_up_id/reopen/',
  summary: 'Reopen a closed follow-up; its outcome becomes a step',
  description: overtaken,
  params: followUpParams,
  body: reopenedFollowUp,
  responses: { 200: followUpDetails },
  access: edit,
  audit: { kind: 'change', what: 'Reopen follow-up' },
});

export const addFollowUpStep = endpoint({
  method: 'POST',
  path: '/attendance/follow-ups/:follow_up_id/steps/create/',
  summary: 'Record a step of an open follow-up',
  params: followUpParams,
  body: newStep,
  responses: { 201: followUpDetails },
  access: read,
  ownRowsUnless,
  audit: { kind: 'change', what: 'Record follow-up step' },
});

export const changeFollowUpStep = endpoint({
  method: 'PATCH',
  path: '/attendance/follow-up-steps/:id/',
  summary: 'Correct an own step of an open follow-up',
  description: overtaken,
  params: idParams,
  body: changedStep,
  responses: { 200: followUpDetails },
  access: read,
  ownRowsUnless: 'never',
  audit: { kind: 'change', what: 'Correct follow-up step' },
});

export const removeFollowUpStep = endpoint({
  method: 'DELETE',
  path: '/attendance/follow-up-steps/:id/',
  summary: 'Remove an own step of an open follow-up; that it was there stays',
  params: idParams,
  responses: { 200: followUpDetails },
  access: read,
  ownRowsUnless: 'never',
  audit: { kind: 'delete', what: 'Remove follow-up step' },
});
