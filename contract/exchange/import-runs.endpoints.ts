import { endpoint } from '../endpoint.ts';
import { importChanges, importChangesQuery } from './import-change.ts';
import {
  importAnswers,
  importRun,
  importRunParams,
  importRuns,
  newImportRun,
} from './import-run.ts';

export const listImportRuns = endpoint({
  method: 'GET',
  path: '/attendance/import-runs/',
  summary: 'Imports of files of other systems that are still stored, the latest first',
  responses: { 200: importRuns },
  access: [['Settings', 'read']],
});

export const startImportRun = endpoint({
  method: 'POST',
  path: '/attendance/import-runs/',
  summary: 'Import a file of another system: it is checked first, and nothing is written',
  description: 'One at a time for each user: 409 while another one is checked or written.',
  form: true,
  query: newImportRun,
  responses: { 201: importRun },
  access: [['Settings', 'edit']],
  audit: { kind: 'import', what: 'Check of a file of another system' },
  rateGroup: 'uploads',
});

export const getImportRun = endpoint({
  method: 'GET',
  path: '/attendance/import-runs/:id/',
  summary: 'One import: its state, how far it is, and its report',
  params: importRunParams,
  responses: { 200: importRun },
  access: [['Settings', 'read']],
});

export const checkImportRun = endpoint({
  method: 'POST',
  path: '/attendance/import-runs/:id/check/',
  summary: 'Check an import again, with answers to its questions',
  params: importRunParams,
  body: importAnswers,
  responses: { 200: importRun },
  access: [['Settings', 'edit']],
  audit: 'none',
});

export const writeImportRun = endpoint({
  method: 'POST',
  path: '/attendance/import-runs/:id/write/',
  summary: 'Write an import that was checked with these answers: all of it or nothing',
  description: 'It is one recorded change, which can be undone.',
  params: importRunParams,
  body: importAnswers,
  responses: { 200: importRun },
  access: [['Settings', 'edit']],
  audit: { kind: 'import', what: 'Import of a file of another system' },
});

export const removeImportRun = endpoint({
  method: 'DELETE',
  path: '/attendance/import-runs/:id/',
  summary: 'Discard an import with its file; what it has written stays',
  params: importRunParams,
  access: [['Settings', 'edit']],
  audit: { kind: 'delete', what: 'Discard import' },
});

export const listImportChanges = endpoint({
  method: 'GET',
  path: '/attendance/import-runs/:id/changes/',
  summary: 'Each change that an import of a calendar makes or would make, with old and new values',
  params: importRunParams,
  query: importChangesQuery,
  responses: { 200: importChanges },
  access: [['Settings', 'read']],
});

export const exportImportChanges = endpoint({
  method: 'GET',
  path: '/attendance/import-runs/:id/changes/export/',
  summary: 'The same changes as CSV, a line for each value',
  params: importRunParams,
  file: ['text/csv'],
  access: [['Settings', 'read']],
  audit: { kind: 'export', what: 'Changes of an import as a file' },
  rateGroup: 'exports',
});

export const exportImportProblems = endpoint({
  method: 'GET',
  path: '/attendance/import-runs/:id/report/',
  summary: 'All that was found in the file of an import, as CSV',
  params: importRunParams,
  file: ['text/csv'],
  access: [['Settings', 'read']],
  audit: { kind: 'export', what: 'Report of an import as a file' },
  rateGroup: 'exports',
});
