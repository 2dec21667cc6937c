import { auditExportQuery, auditLog } from './audit.ts';
import { endpoint } from '../endpoint.ts';
import { readEndpoints } from '../resource-endpoints.ts';
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
