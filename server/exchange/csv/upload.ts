import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cardTermsOf } from '#contract/card-number.ts';
import type { bulkUploadQuery, bulkUploadResult, BulkUploadResult } from '#contract/student.ts';
import type { Permission } from '#contract/permissions.ts';
import type { EndpointWith } from '#contract/endpoint.ts';
import { oneOf } from '#contract/fields.ts';
import { dateOrders } from '#contract/file-dates.ts';
import { emptyCellsAnswers, otherPeopleAnswers, zeroAnswers } from '#contract/file-values.ts';
import { meaningsOfM } from '#contract/gender-letters.ts';
import { keysOf } from '#contract/keys-of.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { asJson } from '#server/platform/as-json.ts';
import { errorDetail } from '#server/platform/error-details.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { readForm } from '#server/platform/http/multipart.ts';
import { lastingThread } from '#server/platform/jobs/thread.ts';
import { staffOf } from '#server/school/one-role-addresses.ts';
import { publishPlan } from '#server/school/live-marks.ts';
import { ChangedSinceCheck } from '../runs/checked.ts';
import type { FileName } from './columns.ts';
import type { UploadJob } from './upload-thread.ts';

/** Heap limit of the thread that reads a file, in megabytes. */
const uploadHeapMb = 256;

/** A file is checked first, and then written: the second call finds the thread of the first. */
const readInThread = lastingThread<BulkUploadResult>(new URL('upload-thread.ts', import.meta.url), {
  maxHeapMb: uploadHeapMb,
  idleMs: 60_000,
});

type UploadEndpoint = EndpointWith<{
  access: readonly Permission[];
  form: true;
  query: typeof bulkUploadQuery;
  responses: { 200: typeof bulkUploadResult };
}>;

/**
 * A CSV upload of one file of the import, with errors per row and a dry run.
 * @param scope has the plugin of forms.
 * @param columns those that may be uploaded.
 */
export function implementUpload(
  scope: Api,
  endpoint: UploadEndpoint,
  { name, columns }: { name: FileName; columns: readonly string[] },
  {
    config,
    connection,
    clock,
    settings,
    live,
  }: Pick<AppContext, 'config' | 'connection' | 'clock' | 'settings' | 'live'>,
): void {
  implement(scope, endpoint, async (request, reply) => {
    const { bytes, ...how } = await readForm(request, () => readUpload(request, columns));
    await reply.takeTurn();
    const { user } = request;
    const { mode, dry_run, checked } = request.query;
    const result = await uploadInThread({
      connection,
      name,
      columns,
      bytes,
      ...how,
      mode,
      dryRun: dry_run,
      checked,
      today: clock.today(),
      // Only these go to the thread.
      cards: cardTermsOf(settings.current()),
      rights: endpoint.access,
      staff: staffOf(config),
      by: {
        user: user.id,
        email: user.email,
        role: user.roles[0] ?? null,
        now: clock.now().toString(),
      },
    });
    // Rows of any class may show other students.
    if (!dry_run) publishPlan(live);
    return result;
  });
}

/** @throws ApiError 413 for a file that needs more memory than a file of maximum size should. */
async function uploadInThread(job: UploadJob): Promise<BulkUploadResult> {
  try {
    return await readInThread(job);
  } catch (error) {
    if (errorDetail(error, 'code') === ChangedSinceCheck.code)
      throw new ApiError(409, {
        detail:
          'Somebody changed records since the check, and nothing was written: check the rows again.',
      });
    if (errorDetail(error, 'code') !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw new ApiError(413, { detail: 'This file is too large to be read: split it.' });
  }
}

/** The file of the request, with its mapping of columns. */
async function readUpload(
  request: FastifyRequest,
  columns: readonly string[],
): Promise<
  Pick<
    UploadJob,
    'mapping' | 'dateOrder' | 'meaningOfM' | 'zeros' | 'otherPeople' | 'emptyCells'
  > & {
    bytes: Buffer;
  }
> {
  if (!request.isMultipart()) throw validationError('file', messages.selectFile);
  let bytes: Buffer | undefined;
  let mapping: UploadJob['mapping'];
  let dateOrder: UploadJob['dateOrder'];
  let meaningOfM: UploadJob['meaningOfM'];
  let zeros: UploadJob['zeros'];
  let otherPeople: UploadJob['otherPeople'];
  let emptyCells: UploadJob['emptyCells'];
  for await (const part of request.parts({
    limits: { fileSize: limits.uploadBytes, files: 1, fields: 6, parts: 7, fieldSize: 10_000 },
  })) {
    if (part.type === 'field') {
      const value = String(part.value);
      if (part.fieldname === 'mapping') mapping = readMapping(value, columns);
      else if (part.fieldname === 'date_order')
        dateOrder = readChoice('date_order', dateOrders, value);
      else if (part.fieldname === 'm_is') meaningOfM = readChoice('m_is', meaningsOfM, value);
      else if (part.fieldname === 'zeros') zeros = readChoice('zeros', zeroAnswers, value);
      else if (part.fieldname === 'other_people')
        otherPeople = readChoice('other_people', otherPeopleAnswers, value);
      else if (part.fieldname === 'empty_cells')
        emptyCells = readChoice('empty_cells', emptyCellsAnswers, value);
      else throw validationError(part.fieldname, 'is not a known field');
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
  return { bytes, mapping, dateOrder, meaningOfM, zeros, otherPeople, emptyCells };
}

/** One of the choices of a field. @throws ApiError 400. */
function readChoice<Choice extends string>(
  field: string,
  choices: Record<Choice, string>,
  text: string,
): Choice {
  const choice = oneOf(keysOf<Choice>(choices)).safeParse(text);
  if (!choice.success) throw validationError(field, `must be one of ${keysOf(choices).join(', ')}`);
  return choice.data;
}

/** Our column → the file's. @throws ApiError 400. */
function readMapping(text: string, columns: readonly string[]): Record<string, string> {
  const mapping = z
    .partialRecord(z.enum(columns), z.string())
    .refine((chosen) => new Set(Object.values(chosen)).size === Object.keys(chosen).length)
    .safeParse(asJson(text));
  if (!mapping.success)
    throw validationError('mapping', 'must be an object of our columns to the file’s, each once');
  return mapping.data as Record<string, string>;
}
