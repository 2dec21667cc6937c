import { z } from 'zod';
import {
  bulkOperations,
  operationRow,
  operationRowsQuery,
  undoBody,
  undoResult,
} from './bulk-operation.ts';
import { laterOperations, undoWithLaterBody, undoWithLaterResult } from './undo-with-later.ts';
import { endpoint } from '../endpoint.ts';
import { listOf } from '../fields.ts';
import { idParams, readEndpoints } from '../resource-endpoints.ts';

export const bulkOperationEndpoints = readEndpoints({
  path: 'bulk-operations',
  resource: bulkOperations,
  access: [['Settings', 'read']],
});

export const listOperationRows = endpoint({
  method: 'GET',
  path: '/attendance/bulk-operations/:id/rows/',
  summary: 'Read a page of the rows that an import or bulk change wrote, with old and new values',
  params: idParams,
  query: operationRowsQuery,
  responses: { 200: listOf(operationRow) },
  access: [['Settings', 'read']],
});

export const exportOperationRows = endpoint({
  method: 'GET',
  path: '/attendance/bulk-operations/:id/export/',
  summary: 'The same rows as CSV, with what was not undone and why',
  params: idParams,
  query: z.strictObject({ refused: operationRowsQuery.shape.refused }),
  file: ['text/csv'],
  access: [['Settings', 'read']],
  audit: { kind: 'export', what: 'Rows of a recorded change as a file' },
  rateGroup: 'exports',
});

export const previewBulkUndo = endpoint({
  method: 'POST',
  path: '/attendance/bulk-operations/:id/undo/preview/',
  summary: 'What undoing an import or bulk change would do, and what it could not',
  params: idParams,
  body: undoBody,
  responses: { 200: undoResult },
  access: [['Settings', 'edit']],
  audit: 'none',
  isCostly: true,
});

export const undoBulkOperation = endpoint({
  method: 'POST',
  path: '/attendance/bulk-operations/:id/undo/',
  summary: 'Undo an import or bulk change, as far as nothing was built on it',
  params: idParams,
  body: undoBody,
  responses: { 200: undoResult },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Undo import or bulk change', of: 'recorded_change' },
  isCostly: true,
});

export const listLaterOperations = endpoint({
  method: 'GET',
  path: '/attendance/bulk-operations/:id/later/',
  summary: 'What was recorded after an import or bulk change and is not undone, the latest first',
  params: idParams,
  responses: { 200: laterOperations },
  access: [['Settings', 'read']],
});

export const previewUndoWithLater = endpoint({
  method: 'POST',
  path: '/attendance/bulk-operations/:id/undo-with-later/preview/',
  summary: 'What undoing a change and everything after it would do, and what it could not',
  params: idParams,
  body: z.strictObject({}),
  responses: { 200: undoWithLaterResult },
  access: [['Settings', 'edit']],
  audit: 'none',
  isCostly: true,
});

export const undoWithLater = endpoint({
  method: 'POST',
  path: '/attendance/bulk-operations/:id/undo-with-later/',
  summary:
    'Undo an import or bulk change and everything after it, the latest first: all or nothing',
  params: idParams,
  body: undoWithLaterBody,
  responses: { 200: undoWithLaterResult },
  access: [['Settings', 'edit']],
  audit: {
    kind: 'change',
    what: 'Undo import or bulk change with everything after it',
    of: 'recorded_change',
  },
  isCostly: true,
});
