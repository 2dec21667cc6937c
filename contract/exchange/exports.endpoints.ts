import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  attendanceExport,
  exportAccepted,
  exportFormat,
  inbox,
  jobs,
  masterExport,
  scheduleExport,
  spreadsheetExport,
} from './export.ts';
import { idParam } from '../fields.ts';
import { tableFiles } from '../files.ts';
import { idParams, readEndpoints } from '../resource-endpoints.ts';

const access = [['Timetables', 'export']] as const;

export const mailSpreadsheet = endpoint({
  method: 'POST',
  path: '/attendance/spreadsheet-export/',
  summary: 'All data as a workbook, by mail',
  body: spreadsheetExport,
  responses: { 202: exportAccepted },
  access,
  audit: { kind: 'export', what: 'All data by mail' },
  rateGroup: 'exports',
});

export const mailAttendance = endpoint({
  method: 'POST',
  path: '/attendance/attendance-export/export_attendance/',
  summary: 'Attendance between two dates, by mail',
  body: scheduleExport,
  responses: { 202: exportAccepted },
  access,
  audit: { kind: 'export', what: 'Attendance by mail' },
  rateGroup: 'exports',
});

export const exportAttendance = endpoint({
  method: 'POST',
  path: '/attendance/master-export/',
  summary:
    'Attendance by schedule or subject as CSV or an Excel workbook, streamed; 404 when there is none',
  body: masterExport,
  query: exportFormat,
  file: tableFiles,
  access,
  audit: { kind: 'export', what: 'Attendance as a file' },
  rateGroup: 'exports',
  notFound: true,
});

export const exportAttendanceRecords = endpoint({
  method: 'POST',
  path: '/attendance/bulk-attendance-export/',
  summary:
    'Given records of attendance as CSV or an Excel workbook, streamed; 404 when there is none',
  body: attendanceExport,
  query: exportFormat,
  file: tableFiles,
  access,
  audit: { kind: 'export', what: 'Attendance records as a file' },
  rateGroup: 'exports',
  notFound: true,
});

/** States of exports by mail. */
export const jobEndpoints = readEndpoints({ path: 'jobs', resource: jobs, access });

export const retryJob = endpoint({
  method: 'POST',
  path: '/attendance/jobs/:id/retry/',
  summary: 'Send a mail again that could not be sent',
  params: idParams,
  responses: { 202: exportAccepted },
  access,
  audit: { kind: 'export', what: 'Mail sent again' },
});

/** Mails of an institute without a mail server. */
export const inboxEndpoints = readEndpoints({ path: 'inbox', resource: inbox, access });

export const getAttachment = endpoint({
  method: 'GET',
  path: '/attendance/inbox/:id/attachments/:place/',
  summary: 'The file that came with a mail',
  params: z.object({
    id: idParam,
    place: z
      .string()
      .regex(/^\d{1,2}$/, 'must be a whole number')
      .transform(Number),
  }),
  file: tableFiles,
  access,
  audit: { kind: 'export', what: 'File from the local inbox' },
  rateGroup: 'exports',
});
