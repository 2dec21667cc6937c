import { checks, findings, findingsQuery } from './check.ts';
import { endpoint } from '../endpoint.ts';
import type { Permission } from '../permissions.ts';

const access: Permission[] = [['Timetables', 'edit']];

export const listChecks = endpoint({
  method: 'GET',
  path: '/attendance/checks/',
  summary: 'What the data are checked for, with the number of findings',
  responses: { 200: checks },
  access,
  isCostly: true,
});

export const listFindings = endpoint({
  method: 'GET',
  path: '/attendance/checks/findings/',
  summary: 'The findings of one check',
  query: findingsQuery,
  responses: { 200: findings },
  access,
  isCostly: true,
});
