import { auditExportQuery, auditLog, auditUser, auditUsers, auditUsersQuery } from './audit.ts';
import { endpoint } from '../endpoint.ts';
import { idParams, readEndpoints } from '../resource-endpoints.ts';
import { tableFiles } from '../files.ts';

export const auditEndpoints = readEndpoints({
  path: 'audit',
  resource: auditLog,
  access: [['Students', 'delete']],
  tokens: false,
});

export const exportAudit = endpoint({
  method: 'GET',
  path: '/attendance/audit-export/',
  summary: 'The audit log as CSV or an Excel workbook, the oldest line first',
  query: auditExportQuery,
  file: tableFiles,
  access: [['Students', 'delete']],
  tokens: false,
  audit: { kind: 'export', what: 'Audit log as a file' },
  rateGroup: 'exports',
});

export const listAuditUsers = endpoint({
  method: 'GET',
  path: '/attendance/audit-users/',
  summary: 'Users by name and address, to filter the audit log by one of them',
  query: auditUsersQuery,
  responses: { 200: auditUsers },
  access: [['Students', 'delete']],
  tokens: false,
});

export const getAuditUser = endpoint({
  method: 'GET',
  path: '/attendance/audit-users/:id/',
  summary: 'A user by whom the audit log is filtered',
  params: idParams,
  responses: { 200: auditUser },
  access: [['Students', 'delete']],
  tokens: false,
});
