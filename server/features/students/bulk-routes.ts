import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { stringify } from 'csv-stringify';
import type { FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { bulkUploadQuery, bulkUploadResult, studentColumns, type BulkUploadResult } from '../../../contract/student.ts';
import type { Api, Parts } from '../../parts.ts';
import { asJson } from '../../platform/as-json.ts';
import { ApiError, wrongField } from '../../platform/http/api-error.ts';
import { inThread } from '../../platform/jobs/thread.ts';
import { csvOptions } from '../../platform/spreadsheet/csv.ts';
import { eachStudent } from './export.ts';
import type { UploadJob } from './upload-thread.ts';

/** Memory of the thread that reads a file, in megabytes. */
const uploadHeapMb = 256;

/** Students by file: a CSV in, with every bad row named, and one out that can be uploaded again. */
export function studentFileRoutes(api: Api, { database, connection }: Parts): void {
  void api.register(async (scope: Api) => {
    await scope.register(multipart);
    const upload = { querystring: bulkUploadQuery, response: { 200: bulkUploadResult } };
    scope.post('/bulk-student-upload', { schema: upload }, async (request) => {
      const { bytes, mapping } = await readUpload(request);
      const { mode, dry_run } = request.query;
      return uploadInThread({ connection, bytes, mapping, mode, dryRun: dry_run });
    });
  });

  api.get('/bulk-student-export', { schema: { description: 'CSV with the columns of the bulk upload' } }, async (_request, reply) => {
    const csv = stringify({ header: true, columns: [...studentColumns], ...csvOptions });
    return reply
      .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="students.csv"' })
      .send(Readable.from(eachStudent(database)).pipe(csv));
  });
}

/** @throws ApiError 413 for a file that needs more memory than a file of the largest size should. */
async function uploadInThread(job: UploadJob): Promise<BulkUploadResult> {
  try {
    return await inThread<BulkUploadResult>(new URL('upload-thread.ts', import.meta.url), job, { maxHeapMb: uploadHeapMb });
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw new ApiError(413, { detail: 'This file is too large to be read: split it.' });
  }
}

/** The file of the request and, with it, which of its columns is which of ours. */
async function readUpload(request: FastifyRequest): Promise<{ bytes: Buffer; mapping?: Record<string, string> }> {
  if (!request.isMultipart()) throw wrongField('file', messages.selectFile);
  let bytes: Buffer | undefined;
  let mapping: Record<string, string> | undefined;
  for await (const part of request.parts({ limits: { fileSize: limits.uploadBytes, files: 1, fields: 2, fieldSize: 10_000 } })) {
    if (part.type === 'field') {
      if (part.fieldname !== 'mapping') throw wrongField(part.fieldname, 'is not a known field');
      mapping = readMapping(String(part.value));
      continue;
    }
    bytes = await part.toBuffer().catch(() => {
      throw new ApiError(413, { detail: `The file may have at most ${limits.uploadBytes / 1024 / 1024} MB.` });
    });
    if (!/\.csv$/i.test(part.filename)) throw new ApiError(415, { detail: 'Only CSV files are accepted here.' });
  }
  if (!bytes?.length) throw wrongField('file', messages.selectFile);
  return { bytes, mapping };
}

function readMapping(text: string): Record<string, string> {
  const given = asJson(text);
  const entries = given && typeof given === 'object' && !Array.isArray(given) ? Object.entries(given) : null;
  const known = (column: string) => (studentColumns as readonly string[]).includes(column);
  const theirs = entries?.map(([, column]) => column);
  if (!entries || !entries.every(([own, column]) => known(own) && typeof column === 'string') || new Set(theirs).size !== theirs!.length) {
    throw wrongField('mapping', 'must be an object of our columns to the file’s, each once');
  }
  return Object.fromEntries(entries) as Record<string, string>;
}
