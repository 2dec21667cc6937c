import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { stringify } from 'csv-stringify';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { exportStudents, uploadStudents } from '#contract/endpoints/students.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { BulkUploadResult } from '#contract/student.ts';
import { studentColumns } from '#contract/student-fields.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { asJson } from '#server/platform/as-json.ts';
import { errorDetail } from '#server/platform/error-details.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { readForm } from '#server/platform/http/multipart.ts';
import { inThread } from '#server/platform/jobs/thread.ts';
import { csvOptions } from '#server/platform/spreadsheet/csv.ts';
import { eachStudent } from './export.ts';
import type { UploadJob } from './upload-thread.ts';

/** Heap limit of the thread that reads a file, in megabytes. */
const uploadHeapMb = 256;

/** Students by file: a CSV upload with errors per row, and an export that can be uploaded again. */
export function studentFileRoutes(api: Api, { database, connection, clock }: AppContext): void {
  void api.register(async (scope: Api) => {
    await scope.register(multipart);
    implement(scope, uploadStudents, async (request, reply) => {
      const { bytes, mapping } = await readForm(request, () => readUpload(request));
      await reply.takeTurn();
      const { mode, dry_run } = request.query;
      return uploadInThread({
        connection,
        bytes,
        mapping,
        mode,
        dryRun: dry_run,
        today: clock.today(),
      });
    });
  });

  implement(api, exportStudents, async (_request, reply) => {
    const csv = stringify({ header: true, columns: [...studentColumns], ...csvOptions });
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="students.csv"',
      })
      .send(Readable.from(eachStudent(database)).pipe(csv));
  });
}

/** @throws ApiError 413 for a file that needs more memory than a file of maximum size should. */
async function uploadInThread(job: UploadJob): Promise<BulkUploadResult> {
  try {
    return await inThread<BulkUploadResult>(new URL('upload-thread.ts', import.meta.url), job, {
      maxHeapMb: uploadHeapMb,
    });
  } catch (error) {
    if (errorDetail(error, 'code') !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw new ApiError(413, { detail: 'This file is too large to be read: split it.' });
  }
}

/** The file of the request, with its mapping of columns. */
async function readUpload(
  request: FastifyRequest,
): Promise<{ bytes: Buffer; mapping?: Record<string, string> }> {
  if (!request.isMultipart()) throw validationError('file', messages.selectFile);
  let bytes: Buffer | undefined;
  let mapping: Record<string, string> | undefined;
  for await (const part of request.parts({
    limits: { fileSize: limits.uploadBytes, files: 1, fields: 2, parts: 3, fieldSize: 10_000 },
  })) {
    if (part.type === 'field') {
      if (part.fieldname !== 'mapping')
        throw validationError(part.fieldname, 'is not a known field');
      mapping = readMapping(String(part.value));
      continue;
    }
    bytes = await part.toBuffer().catch(() => {
      throw new ApiError(413, {
        detail: `The file may have at most ${limits.uploadBytes / 1024 / 1024} MB.`,
      });
    });
    if (!/\.csv$/i.test(part.filename))
      throw new ApiError(415, { detail: 'Only CSV files are accepted here.' });
  }
  if (!bytes?.length) throw validationError('file', messages.selectFile);
  return { bytes, mapping };
}

/** Our column → the file's. */
const columnMapping = z.partialRecord(z.enum(studentColumns), z.string()).refine((mapping) => {
  const theirs = Object.values(mapping);
  return new Set(theirs).size === theirs.length;
});

function readMapping(text: string): Record<string, string> {
  const parsed = columnMapping.safeParse(asJson(text));
  if (!parsed.success)
    throw validationError('mapping', 'must be an object of our columns to the file’s, each once');
  return parsed.data;
}
