import { cardTermsOf } from '#contract/card-number.ts';
import type { Config } from '#server/config.ts';
import type { InstituteSettings } from '#server/school/settings.ts';
import { localNow, type Clock } from '#server/platform/clock.ts';
import type { Connection, Database } from '#server/platform/database/pool.ts';
import { errorDetail } from '#server/platform/error-details.ts';
import type { Attempt, Jobs, Queue } from '#server/platform/jobs/queue.ts';
import { inThread } from '#server/platform/jobs/thread.ts';
import type { LiveHub } from '#server/platform/live/hub.ts';
import { publishPlan } from '#server/school/live-marks.ts';
import type { ReportFailure } from '#server/platform/operations/outages.ts';
import { removeOldFolders, withFolder } from '#server/school/import-folder.ts';
import { importKind } from './kinds.ts';
import { lostRights, LostRights, roleNow } from './rights.ts';
import { claimRun, failRun, importQueueName } from './store.ts';
import type { ImportJob } from './work-thread.ts';

interface ImportQueueOptions {
  jobs: Jobs;
  connection: Connection;
  database: Database;
  clock: Clock;
  settings: InstituteSettings;
  live: LiveHub;
  report: ReportFailure;
  config: Pick<Config, 'adminEmails' | 'accountEmails' | 'filesUrl' | 'dataDir'>;
}

/** The queue of imports: each is checked or written in a worker thread. */
export async function createImportQueue({ jobs, ...options }: ImportQueueOptions): Promise<Queue> {
  await removeOldFolders();
  return jobs.queue({
    name: importQueueName,
    retrySeconds: 5,
    // A file that ends the process twice would end it again.
    retries: 1,
    handler: (id, attempt) => workOn(options, id, attempt),
  });
}

/**
 * One attempt. What fails is named in the run and not tried again: the same file fails again. Only an
 * attempt whose process died is repeated, once, by the queue.
 */
export async function workOn(
  { connection, database, clock, settings, live, config, report }: Omit<ImportQueueOptions, 'jobs'>,
  id: number,
  { signal }: Attempt,
): Promise<void> {
  const run = await claimRun(database, id);
  if (!run) return;
  const { email, id: user } = run.ordered_by;
  const { adminEmails, accountEmails, filesUrl, dataDir } = config;
  const now = clock.now().toString();
  const role = await roleNow(database, run, { config, now });
  if (role === null) return failRun(database, run, lostRights);
  const { maxHeapMb, timeoutMs } = await importKind(run.kind);
  const data: Omit<ImportJob, 'folder'> = {
    connection,
    timeoutMs,
    run,
    config: { adminEmails, accountEmails },
    store: { filesUrl, dataDir },
    moment: {
      today: clock.today(),
      localNow: localNow(clock),
      now,
      timeZone: clock.timeZone,
      clashes: settings.current().clashes,
      weekdays: settings.current().weekdays,
      cards: cardTermsOf(settings.current()),
      staff: [...adminEmails, ...accountEmails],
      by: { user, email, role, now },
    },
  };
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const { written } = await withFolder((folder) =>
      inThread<{ written: boolean }>(
        new URL('work-thread.ts', import.meta.url),
        { ...data, folder } satisfies ImportJob,
        { signal: AbortSignal.any([signal, limit]), maxHeapMb },
      ),
    );
    if (written) publishPlan(live);
  } catch (error) {
    // Another process has the run by now.
    if (signal.aborted) throw error;
    const reason = reasonOf(error, limit.aborted);
    if (reason === unknownReason && error instanceof Error) report('Import', error);
    await failRun(database, run, reason);
  }
}

/** In words without the file's content: logs and screens show it. */
function reasonOf(error: unknown, isLate: boolean): string {
  if (isLate) return 'The file takes too long to be read: split it.';
  const code = errorDetail(error, 'code');
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'The file is too large to be read: split it.';
  // The time of a statement is over, or its temporary files are too large.
  if (code === '57014' || code === '53400')
    return 'The file takes too long to be compared with what is here: split it.';
  if (code === LostRights.code) return lostRights;
  if (code === '40P01' || code === '40001')
    return 'Others were changing the same records. Check it again.';
  return unknownReason;
}

const unknownReason =
  'The import failed. Check it again; if it fails again, the log of the server says why.';
