import { basename } from 'node:path/posix';
import type { FastifyRequest } from 'fastify';
import { control } from '#contract/control.ts';
import { hasEnding, importFiles, type ImportKind } from '#contract/exchange/import-run.ts';
import { messages } from '#contract/texts.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { errorDetail } from '#server/platform/error-details.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import { storeFile } from './file.ts';
import { assertFewStored } from './store.ts';

/**
 * Stores the file of a request as a run that waits for its check. @returns its id.
 * @throws ApiError 400 without a file, 409 while another one of the user is under way or too many
 * are stored, 413, 415.
 */
export async function receiveRun(
  { database, clock, importQueue }: AppContext,
  kind: ImportKind,
  request: FastifyRequest,
): Promise<number> {
  const { endings, maxBytes } = importFiles[kind];
  const part = await request.file({ limits: { fileSize: maxBytes, files: 1, parts: 1 } });
  if (!part) throw validationError('file', messages.selectFile);
  if (!hasEnding(part.filename, endings))
    throw new ApiError(415, { detail: `Only ${endings.join(' and ')} files are accepted here.` });
  const id = await addRun(database, {
    kind,
    name: nameOf(part.filename),
    user: request.user.id,
    now: clock.now().toString(),
  });
  try {
    const { bytes, sha256 } = await storeFile(database, id, part.file);
    if (part.file.truncated)
      throw new ApiError(413, {
        detail: `The file may have at most ${maxBytes / 1024 / 1024} MB.`,
      });
    if (bytes === 0) throw validationError('file', 'The file is empty');
    await inTransaction(database, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('import_run')
        .set({ state: 'waiting', bytes, sha256 })
        .where('id', '=', id)
        .where('state', '=', 'receiving')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw replaced();
      await importQueue.add(trx, id);
    });
    return id;
  } catch (error) {
    await database
      .deleteFrom('import_run')
      .where('id', '=', id)
      .where('state', '=', 'receiving')
      .execute();
    // The run of the part is gone: another upload of the user has replaced this one.
    throw errorDetail(error, 'code') === '23503' ? replaced() : error;
  }
}

const replaced = () =>
  new ApiError(409, { detail: 'You have begun another import meanwhile, or the file was erased.' });

/** A name to show: without a path and control characters. */
const nameOf = (name: string): string =>
  Array.from(basename(name.replaceAll('\\', '/')), (character) =>
    control.test(character) ? '' : character,
  )
    .join('')
    .slice(-200);

/** A run whose file arrives. An upload of the same user that did not end is replaced. */
async function addRun(
  database: Database,
  { kind, name, user, now }: { kind: ImportKind; name: string; user: number; now: string },
): Promise<number> {
  try {
    return await inTransaction(database, async (trx) => {
      await trx
        .deleteFrom('import_run')
        .where('started_by', '=', user)
        .where('state', '=', 'receiving')
        .execute();
      await assertFewStored(trx, user);
      const { id } = await trx
        .insertInto('import_run')
        .values({ kind, file_name: name, started_by: user, started_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  } catch (error) {
    throw isUnderWay(error) ? anotherUnderWay() : error;
  }
}

/** Whether the database refuses a second import of the user that is worked on. */
export const isUnderWay = (error: unknown): boolean =>
  errorDetail(error, 'constraint') === 'import_run_under_way';
export const anotherUnderWay = () =>
  new ApiError(409, { detail: 'Another import of yours is being checked or written.' });
