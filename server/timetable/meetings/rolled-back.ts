import type { Database } from '#server/platform/database/pool.ts';

/** Carries the effect of a change that was read before its rollback. */
class Done<T> extends Error {
  readonly value: T;
  constructor(value: T) {
    super('Rolled back.');
    this.value = value;
  }
}

/** The result of work in a transaction that is rolled back. */
export async function rolledBack<T>(
  database: Database,
  work: (trx: Database) => Promise<T>,
): Promise<T> {
  let done: Done<T> | undefined;
  try {
    return await database.transaction().execute(async (trx) => {
      done = new Done(await work(trx));
      throw done;
    });
  } catch (error) {
    if (done !== undefined && error === done) return done.value;
    throw error;
  }
}
