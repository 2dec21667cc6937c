import { endpoint } from '../endpoint.ts';
import { listOf } from '../fields.ts';
import { approval, leaveRequest, leaveRequestQuery, refusal } from './leave-request.ts';
import { idParams } from '../resource-endpoints.ts';

export const listLeaveRequests = endpoint({
  method: 'GET',
  path: '/attendance/leave-requests/',
  summary: 'Read a page of leave requests, those to be decided first',
  query: leaveRequestQuery,
  responses: { 200: listOf(leaveRequest) },
  access: [['Approved Leave List', 'read']],
});

export const approveLeaveRequest = endpoint({
  method: 'POST',
  path: '/attendance/leave-requests/:id/approve/',
  summary: 'Approve a request: writes the approved leave with its document',
  params: idParams,
  body: approval,
  responses: { 200: leaveRequest },
  access: [['Approved Leave List', 'add']],
  audit: { kind: 'change', what: 'Approve a leave request' },
});

export const declineLeaveRequest = endpoint({
  method: 'POST',
  path: '/attendance/leave-requests/:id/decline/',
  summary: 'Decline a request, with a word',
  params: idParams,
  body: refusal,
  responses: { 200: leaveRequest },
  access: [['Approved Leave List', 'add']],
  audit: { kind: 'change', what: 'Decline a leave request' },
});
