import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { rolledBack } from '#server/timetable/index.ts';
import { isRefusal, type Refusals } from './apply.ts';

type InTransaction<Result> = typeof rolledBack<Result>;

/** Others may change what an undo needs between its attempts. */
const maxAttempts = 3;

/**
 * Undoes in one attempt or, where the database refuses a row that looked free (a card that another
 * student has by now), once more without the rows that it refuses, which a rolled back attempt finds.
 * @param within the transaction: one that is committed, or one that is rolled back.
 * @throws ApiError 409 when others change the same rows all the time.
 */
export async function attempt<Result>(
  database: Database,
  within: InTransaction<Result>,
  undo: (trx: Database, refusals: Refusals) => Promise<Result>,
): Promise<Result> {
  const refusals: Refusals = { byOperation: new Map(), isSearching: false };
  for (let tries = 0; tries < maxAttempts; tries++) {
    try {
      return await within(database, (trx) => undo(trx, refusals));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await rolledBack(database, (trx) => undo(trx, { ...refusals, isSearching: true }));
    }
  }
  throw new ApiError(409, { detail: 'These rows are just being changed. Try again.' });
}
