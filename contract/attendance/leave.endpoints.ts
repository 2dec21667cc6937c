import { endpoint } from '../endpoint.ts';
import { leaveCreate, leaveEffect, leaveEffectQuery, leaves } from './leave.ts';
import { resourceEndpoints } from '../resource-endpoints.ts';

export const leaveEndpoints = resourceEndpoints({
  path: 'leave',
  resource: leaves,
  auditName: 'approved leave',
  createBody: leaveCreate,
});

export const getLeaveEffect = endpoint({
  method: 'GET',
  path: '/attendance/leave-effect/',
  summary: 'What saving or removing leaves does to absences that were taken',
  query: leaveEffectQuery,
  responses: { 200: leaveEffect },
  access: [
    ['Approved Leave List', 'add'],
    ['Approved Leave List', 'edit'],
    ['Approved Leave List', 'delete'],
  ],
});
