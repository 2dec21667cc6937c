import { pipeline } from 'node:stream';
import multipart from '@fastify/multipart';
import { stringify } from 'csv-stringify';
import {
  checkImportRun,
  exportImportChanges,
  exportImportProblems,
  getImportRun,
  listImportChanges,
  listImportRuns,
  removeImportRun,
  startImportRun,
  writeImportRun,
} from '#contract/exchange/import-runs.endpoints.ts';
import type { ImportRun } from '#contract/exchange/import-run.ts';
import { messages } from '#contract/texts.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { implement } from '#server/platform/http/implement.ts';
import { readForm } from '#server/platform/http/multipart.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { csvOptions } from '#server/platform/spreadsheet/csv.ts';
import { changeColumns, changeLines, readChanges } from './changes.ts';
import { anotherUnderWay, isUnderWay, receiveRun } from './receive.ts';
import { hasJob, listRuns, lockRun, problemsOf, readRun, statesUnderWay } from './store.ts';

/** Imports of files of other systems: sent, checked, answered, written (R-IMPORT-1). */
export function importRunRoutes(api: Api, context: AppContext): void {
  const { database, importQueue } = context;
  implement(api, listImportRuns, () => listRuns(database));
  implement(api, getImportRun, ({ params }) => readRun(database, params.id));

  void api.register(async (scope: Api) => {
    await scope.register(multipart);
    implement(scope, startImportRun, async (request, reply) => {
      const { kind } = request.query;
      if (!request.isMultipart()) throw validationError('file', messages.selectFile);
      const id = await readForm(request, () => receiveRun(context, kind, request));
      importQueue.wake();
      return reply.code(201).send(await readRun(database, id));
    });
  });

  /** @throws ApiError 404, 409 when the run is in another state. */
  const begin = (
    id: number,
    user: number,
    step: 'check' | 'write',
    answers: Record<string, string>,
  ) =>
    inTransaction(database, async (trx) => {
      await lockRun(trx, id);
      const run = await readRun(trx, id);
      if (statesUnderWay.includes(run.state) && (await hasJob(trx, id)))
        throw new ApiError(409, { detail: 'This import is being worked on.' });
      if (run.state === 'written') throw new ApiError(409, { detail: 'This import was written.' });
      if (step === 'write') assertWritable(run, answers);
      // Another import may change what is remembered: the answers are the ones of the check.
      const used = step === 'write' ? { ...rememberedOf(run), ...answers } : answers;
      await trx
        .updateTable('import_run')
        .set({
          state: 'waiting',
          step,
          ordered_by: user,
          error: null,
          answers: JSON.stringify(used),
          phase: null,
          done: 0,
          total: null,
        })
        .where('id', '=', id)
        .execute();
      await importQueue.add(trx, id);
      return readRun(trx, id);
    }).catch((error: unknown) => {
      throw isUnderWay(error) ? anotherUnderWay() : error;
    });

  implement(api, checkImportRun, async ({ params, body, user }) => {
    const run = await begin(params.id, user.id, 'check', body.answers);
    importQueue.wake();
    return run;
  });
  implement(api, writeImportRun, async ({ params, body, user }) => {
    const run = await begin(params.id, user.id, 'write', body.answers);
    importQueue.wake();
    return run;
  });

  implement(api, removeImportRun, async ({ params: { id } }, reply) => {
    await inTransaction(database, async (trx) => {
      await lockRun(trx, id);
      const { state } = await readRun(trx, id);
      if ((state === 'checking' || state === 'writing') && (await hasJob(trx, id)))
        throw new ApiError(409, { detail: 'This import is being worked on.' });
      await trx.deleteFrom('import_run').where('id', '=', id).execute();
    });
    return reply.code(204).send(null);
  });

  implement(api, listImportChanges, async (request) => {
    const { params, query } = request;
    await readRun(database, params.id);
    return presentList(request, query, await readChanges(database, params.id, query));
  });

  implement(api, exportImportChanges, async ({ params: { id } }, reply) => {
    await readRun(database, id);
    const csv = stringify({ header: true, columns: changeColumns, ...csvOptions });
    // An error ends the answer.
    pipeline(changeLines(database, id), csv, () => {});
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="import-${id}-changes.csv"`,
      })
      .send(csv);
  });

  implement(api, exportImportProblems, async ({ params: { id } }, reply) => {
    await readRun(database, id);
    const csv = stringify({
      header: true,
      columns: ['level', 'file', 'line', 'column', 'reason'],
      ...csvOptions,
    });
    // An error ends the answer.
    pipeline(problemsOf(database, id), csv, () => {});
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="import-${id}.csv"`,
      })
      .send(csv);
  });
}

/** The answers of an earlier file that the check has used. */
const rememberedOf = ({ report }: ImportRun): Record<string, string> =>
  Object.fromEntries(
    (report?.questions ?? []).flatMap(({ name, answer, remembered }) =>
      remembered && answer !== null ? [[name, answer]] : [],
    ),
  );

/**
 * What is written is what was checked: the same answers, or what the check found and used without one;
 * none missing, no errors.
 */
function assertWritable(
  { state, report, answers: checked }: Awaited<ReturnType<typeof readRun>>,
  answers: Record<string, string>,
): void {
  const used = new Map(report?.questions.map(({ name, answer }) => [name, answer]));
  const isSame = Object.keys({ ...checked, ...answers }).every((name) => {
    const given = answers[name] ?? '';
    return given === (checked[name] ?? '') || given === used.get(name);
  });
  if (state !== 'checked' || !report || !isSame)
    throw new ApiError(409, { detail: 'Check the import with these answers first.' });
  if (report.questions.some(({ answer }) => answer === null))
    throw new ApiError(409, { detail: 'Answer all questions first.' });
  if (report.totals.error > 0)
    throw new ApiError(409, { detail: 'The file has errors: nothing can be written.' });
}
