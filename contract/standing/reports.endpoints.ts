import { endpoint } from '../endpoint.ts';
import { tableFiles } from '../files.ts';
import { report, reportFileQuery, reportQuery, reportRolls, reportRollsQuery } from './reports.ts';
import { idParams } from '../resource-endpoints.ts';
import {
  changedSavedReport,
  newSavedReport,
  savedReport,
  savedReports,
  savedReportsQuery,
} from './saved-reports.ts';

export const listReport = endpoint({
  method: 'GET',
  path: '/attendance/reports/',
  summary: 'Attendance between two dates by class, subject, teacher, student, room, hour or week',
  query: reportQuery,
  responses: { 200: report },
  access: [['Attendance', 'read']],
  isCostly: true,
});

export const exportReport = endpoint({
  method: 'GET',
  path: '/attendance/reports/export/',
  summary: 'All rows of a report as CSV or an Excel workbook',
  query: reportFileQuery,
  file: tableFiles,
  access: [['Attendance', 'read']],
  audit: { kind: 'export', what: 'Report as a file' },
  rateGroup: 'exports',
  isCostly: true,
});

export const listReportRolls = endpoint({
  method: 'GET',
  path: '/attendance/reports/rolls/',
  summary: 'The rolls behind a number of a report, with their own counts',
  query: reportRollsQuery,
  responses: { 200: reportRolls },
  access: [['Attendance', 'read']],
  isCostly: true,
});

export const listSavedReports = endpoint({
  method: 'GET',
  path: '/attendance/saved-reports/',
  summary: 'Own and shared reports',
  query: savedReportsQuery,
  responses: { 200: savedReports },
  access: [['Attendance', 'read']],
});

export const saveReport = endpoint({
  method: 'POST',
  path: '/attendance/saved-reports/create/',
  summary: 'Save the address of a report under a name',
  body: newSavedReport,
  responses: { 201: savedReport },
  access: [['Attendance', 'read']],
  audit: { kind: 'change', what: 'Save report' },
});

export const changeSavedReport = endpoint({
  method: 'PATCH',
  path: '/attendance/saved-reports/:id/',
  summary: 'Rename or share an own report, or save another address',
  params: idParams,
  body: changedSavedReport,
  responses: { 200: savedReport },
  access: [['Attendance', 'read']],
  audit: { kind: 'change', what: 'Edit saved report' },
});

export const removeSavedReport = endpoint({
  method: 'DELETE',
  path: '/attendance/saved-reports/:id/',
  summary: 'Delete an own saved report',
  params: idParams,
  access: [['Attendance', 'read']],
  audit: { kind: 'delete', what: 'Delete saved report' },
});
