import { workerData } from 'node:worker_threads';
import { createDatabase, createPool, type Connection } from '#server/platform/database/pool.ts';
import { fileStoreOf, type StoreConfig } from '#server/platform/files/store-of.ts';
import { withRetryOnTakenKeys } from '#server/platform/database/transactions.ts';
import { portOfMain } from '#server/platform/jobs/thread.ts';
import { ChangedSinceCheck } from './checked.ts';
import { fileOf } from './file.ts';
import { importKind } from './kinds.ts';
import type { ImportMoment } from './import-work.ts';
import { createProgress } from './progress.ts';
import { LostRights, roleNow } from './rights.ts';
import type { HeldOptions } from '#server/school/held-now.ts';
import { saveReport, type ClaimedRun } from './store.ts';

/** A run, and the institute at this moment. */
export interface ImportJob {
  connection: Connection;
  /** For temporary copies of the file; the caller removes it. */
  folder: string;
  /** Of its kind: no statement goes on for longer. */
  timeoutMs: number;
  run: ClaimedRun;
  config: HeldOptions['config'];
  store: StoreConfig;
  moment: ImportMoment;
}

// Runs in a worker thread: files of other systems are read and compared for minutes.
const { connection, folder, timeoutMs, run, config, store, moment } = workerData as ImportJob;
/** The check of 50,000 people with their times writes a tenth to temporary files. */
const temporaryMb = 2048;
// One connection for the transaction, one for its progress.
const database = createDatabase(
  createPool(connection, 2, () => {}, {
    statementTimeoutMs: timeoutMs,
    applicationName: `attendance import ${run.id}`,
    endsWithClient: true,
    temporaryMb,
  }),
);
const file = fileOf(database, run, folder);
const progress = createProgress(database, run);
try {
  const kind = await importKind(run.kind);
  const work = (dryRun: boolean) =>
    withRetryOnTakenKeys(() =>
      kind.run({
        ...moment,
        database,
        files: fileStoreOf(store),
        fileName: run.file_name,
        bytes: () => file.bytes(),
        path: () => file.path(),
        answers: run.answers,
        dryRun,
        checked: dryRun ? undefined : (run.fingerprint ?? undefined),
        progress: (phase, done, total) => progress.report(phase, done, total),
        async beforeCommit(trx, written) {
          await progress.stop();
          // A write takes minutes: the role may be gone meanwhile.
          if ((await roleNow(trx, run, { config, now: moment.now })) === null)
            throw new LostRights();
          await saveReport(trx, run, written);
        },
      }),
    );
  const report = await work(run.step === 'check').catch(async (error: unknown) => {
    if (!(error instanceof ChangedSinceCheck)) throw error;
    return { ...(await work(true)), changed_since: true };
  });
  await progress.stop();
  if (!report.written) await saveReport(database, run, report);
  portOfMain().postMessage({ written: report.written });
} finally {
  await database.destroy();
}
