import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { listOf, listQuery } from '../fields.ts';
import { tableFiles } from '../files.ts';
import {
  payRun,
  payRunChange,
  payRunCreate,
  payRunFileQuery,
  payRunPreview,
  payRuns,
} from './pay-run.ts';
import { idParams, readEndpoints } from '../resource-endpoints.ts';

const access = [['Payrolls', 'read']] as const;

export const payRunEndpoints = readEndpoints({ path: 'pay-runs', resource: payRuns, access });

export const makePayRun = endpoint({
  method: 'POST',
  path: '/attendance/pay-runs/create/',
  summary: 'Export closed days for the payroll system',
  description:
    'Completed check-ins that no run has, and corrections of those that earlier runs have. The days must be closed; 409 when nothing is to be exported.',
  body: payRunCreate,
  responses: { 200: payRunPreview, 201: payRun },
  access: [['Payrolls', 'edit']],
  audit: { kind: 'export', what: 'Make pay run' },
});

export const listPayRunChanges = endpoint({
  method: 'GET',
  path: '/attendance/pay-runs/:id/changes/',
  summary: 'What has changed since a pay run',
  params: idParams,
  query: z.strictObject({ limit: listQuery.limit, page: listQuery.page }),
  responses: { 200: listOf(payRunChange) },
  access,
});

export const exportPayRun = endpoint({
  method: 'GET',
  path: '/attendance/pay-runs/:id/export/',
  summary: 'The file of a pay run again: CSV or an Excel workbook',
  params: idParams,
  query: payRunFileQuery,
  file: tableFiles,
  access,
  audit: { kind: 'export', what: 'Pay run as a file' },
  rateGroup: 'exports',
});
