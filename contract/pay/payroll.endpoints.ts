import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { listOf, listQuery } from '../fields.ts';
import { tableFiles } from '../files.ts';
import {
  bulkUpdate,
  bulkUpdated,
  missingCheckIn,
  missingQuery,
  missingRequest,
  payrollChange,
  payrollExportQuery,
  payrollHandedOver,
  payrollHandOver,
  payrollLog,
  payrollLogCreate,
  payrollLogs,
  payrollStats,
  payrollStatsQuery,
  recalculate,
  recalculated,
} from './payroll.ts';
import type { Action, Permission } from '../permissions.ts';
import { idParams, readEndpoints } from '../resource-endpoints.ts';

const timesheets = (action: Action): Permission[] => [
  ['My Timesheet', action],
  ['Timesheet Admin Portal', action],
];
const pages = z.strictObject({ limit: listQuery.limit, page: listQuery.page });
const portal = [['Timesheet Admin Portal', 'edit']] as const;

const logs = readEndpoints({
  path: 'payroll-logs',
  resource: payrollLogs,
  access: timesheets('read'),
});

/** Check-ins; with My Timesheet alone, the caller's own. */
export const payrollLogEndpoints = {
  ...logs,
  get: { ...logs.get, ownRowsUnless: ['Timesheet Admin Portal', 'read'] as const },
};

export const getCheckInHistory = endpoint({
  method: 'GET',
  path: '/attendance/payroll-logs/:id/history/',
  summary: 'The changes of a check-in, latest first',
  params: idParams,
  query: pages,
  responses: { 200: listOf(payrollChange) },
  access: timesheets('read'),
  ownRowsUnless: ['Timesheet Admin Portal', 'read'],
});

export const checkIn = endpoint({
  method: 'POST',
  path: '/attendance/payroll-logs/create/',
  summary: 'Check in to a class, or enter a check-in for a teacher',
  body: payrollLogCreate,
  responses: { 200: payrollLog, 201: payrollLog },
  access: timesheets('add'),
  audit: 'history',
});

export const withdrawCheckIn = endpoint({
  method: 'DELETE',
  path: '/attendance/payroll-logs/:id/',
  summary: 'Withdraw a check-in that is pending',
  params: idParams,
  access: timesheets('delete'),
  ownRowsUnless: ['Timesheet Admin Portal', 'delete'],
  audit: 'history',
});

export const changeCheckIn = endpoint({
  method: 'PATCH',
  path: '/attendance/payroll-logs/:id/',
  summary: 'Correct a check-in; a completed one needs a reason',
  params: idParams,
  body: payrollLogs.patch,
  responses: { 200: payrollLog },
  access: portal,
  audit: 'history',
});

export const setCheckInStatus = endpoint({
  method: 'POST',
  path: '/attendance/payroll-logs/bulk-update/',
  summary: 'Complete or reopen several check-ins, all or none',
  body: bulkUpdate,
  responses: { 200: bulkUpdated },
  access: portal,
  audit: 'history',
});

export const recalculateCheckIns = endpoint({
  method: 'POST',
  path: '/attendance/payroll-logs/recalculate/',
  summary: 'Pay pending check-ins by the minutes that their classes have now',
  description: 'All or none; an amount that was entered by hand is calculated again as well.',
  body: recalculate,
  responses: { 200: recalculated },
  access: portal,
  audit: 'history',
});

export const handOverCheckIns = endpoint({
  method: 'POST',
  path: '/attendance/payroll-logs/hand-over/',
  summary: 'Give the check-ins of a teacher’s earlier address to the current one',
  body: payrollHandOver,
  responses: { 200: payrollHandedOver },
  access: portal,
  audit: 'history',
});

export const contestCheckIn = endpoint({
  method: 'POST',
  path: '/attendance/payroll-logs/:id/contest/',
  summary: 'Object to a stand-in’s check-in to a class of one’s own',
  params: idParams,
  body: z.strictObject({}),
  responses: { 200: payrollLog },
  access: [['My Timesheet', 'add']],
  audit: 'history',
});

/** Stand-ins in the caller's own classes. */
export const listStandIns = endpoint({
  method: 'GET',
  path: '/attendance/payroll-logs-stand-ins/',
  summary: 'Check-ins of others to one’s own classes',
  query: pages,
  responses: { 200: listOf(payrollLog) },
  access: [['My Timesheet', 'read']],
});

export const listMissingCheckIns = endpoint({
  method: 'GET',
  path: '/attendance/payroll-logs-missing/',
  summary: 'Classes that are over without a check-in',
  query: missingQuery,
  responses: { 200: listOf(missingCheckIn) },
  access: timesheets('read'),
});

export const requestCheckIn = endpoint({
  method: 'POST',
  path: '/attendance/payroll-logs-missing/request/',
  summary: 'Ask accounts to enter a check-in that is missing',
  body: missingRequest,
  responses: { 200: missingCheckIn, 201: missingCheckIn },
  access: [['My Timesheet', 'add']],
  audit: { kind: 'pay', what: 'Request for a check-in' },
  notFound: true,
});

export const getPayrollStats = endpoint({
  method: 'GET',
  path: '/attendance/payroll-logs-stats/',
  summary: 'Sums of check-ins by teacher, week or pay code',
  query: payrollStatsQuery,
  responses: { 200: payrollStats },
  access: [
    ['My Timesheet', 'read'],
    ['Timesheet Admin Portal', 'stats'],
  ],
});

export const exportCheckIns = endpoint({
  method: 'GET',
  path: '/attendance/payroll-logs-export/',
  summary: 'A file for the payroll system: CSV or an Excel workbook',
  query: payrollExportQuery,
  file: tableFiles,
  access: [['Timesheet Admin Portal', 'read']],
  audit: { kind: 'export', what: 'Check-ins as a file' },
  rateGroup: 'exports',
});
