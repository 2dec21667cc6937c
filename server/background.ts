import { setTimeout as wait } from 'node:timers/promises';
import {
  closeFinishedRolls,
  countNightly,
  purgeOldCodes,
  purgeOldRequests,
  remindOfRolls,
} from '#server/attendance/composition.ts';
import { keepWebhooks, mailDisabled } from '#server/exchange/composition.ts';
import { keepMessages, sendListMails } from '#server/messages/composition.ts';
import { erasuresFile, purgeExpired, respellOnce } from '#server/people/composition.ts';
import { keepStandings } from '#server/standing/composition.ts';
import { repairMeetings } from '#server/timetable/composition.ts';
import type { AppContext } from './app-context.ts';
import { purgeDemoStore } from './platform/identity/demo-store.ts';
import { repeatUntilStopped, type Loop } from './platform/jobs/loop.ts';
import { transientErrorOf } from './platform/database/transactions.ts';
import type { ReportFailure } from './platform/operations/outages.ts';

const hour = 3_600_000;
const minute = 60_000;
/** The pause between two runs of the retention and of the repair; the first run is soon after the start. */
const dailyPauseMs = 6 * hour;
const maxStopMs = 5000;

interface BackgroundOptions {
  /** The key that encrypts the secrets of webhooks. */
  key: string;
  /** The demo provider stores codes and sessions. */
  hasDemoSignIn: boolean;
  report: ReportFailure;
  log: (line: string) => void;
}

/** Work of a server beside its requests. */
interface Background {
  /**
   * Stops all work but requests to receivers of webhooks, which may take some seconds, as those of users
   * may: `delivered` waits for them.
   */
  stop(): Promise<{ delivered: Promise<void> }>;
}

/** Starts everything that runs beside requests. */
export function startBackground(
  context: AppContext,
  { key, hasDemoSignIn, report, log }: BackgroundOptions,
): Background {
  const loops = [
    every(hour, () => tidyUp(context, hasDemoSignIn)),
    every(minute, () => finishRolls(context).catch((error: Error) => report('Rolls', error))),
    every(dailyPauseMs, () => purge(context, report), minute),
    every(dailyPauseMs, () => repair(context, report, log), minute),
    repeatUntilStopped(() => respell(context, report, log), 0),
    repeatUntilStopped(() => makeSizes(context, report), minute),
    keepStandings(context, report),
    keepMessages(context, report),
  ];
  const webhooks = keepWebhooks(() => deliveryTerms(context, key), report);
  return {
    async stop() {
      // What takes longer is rolled back when the connections end, and done again after the next start.
      const tooLong = wait(maxStopMs, undefined, { ref: false });
      await Promise.race([Promise.all(loops.map((loop) => loop.stop())), tooLong]);
      return { delivered: webhooks.stop() };
    },
  };
}

/** Runs `work`, which does not throw, after `firstMs`, and again a pause after each run has ended. */
const every = (pauseMs: number, work: () => Promise<unknown>, firstMs = pauseMs): Loop =>
  repeatUntilStopped(() => work().then(() => pauseMs), firstMs);

/** What fails here is done an hour later. */
const tidyUp = (context: AppContext, hasDemoSignIn: boolean): Promise<unknown> =>
  Promise.allSettled([
    purgeOldRequests(context.database),
    purgeOldCodes(context),
    hasDemoSignIn && purgeDemoStore(context.database),
  ]);

async function finishRolls(context: AppContext): Promise<void> {
  // Rolls that close automatically need no reminder.
  await closeFinishedRolls(context);
  await remindOfRolls(context);
  await sendListMails(context);
  await countNightly(context);
  await mailDisabled(context);
}

async function purge(
  { database, clock, files, config }: AppContext,
  report: ReportFailure,
): Promise<void> {
  await purgeExpired({
    database,
    clock,
    files,
    erasures: erasuresFile(config.dataDir),
    retentionDays: config.retentionDays,
  }).catch((error: Error) => report('Retention', error));
}

const repair = (
  { database, clock }: AppContext,
  report: ReportFailure,
  log: (line: string) => void,
): Promise<void> =>
  repairMeetings(database, clock).then(
    ({ adopted, planned }) => {
      if (adopted || planned) log(`Meetings: ${adopted} classes changed, ${planned} repaired.`);
    },
    (error: Error) => report('Meetings', error),
  );

/** Sizes of photos of earlier versions. @returns the pause until the next ones, in milliseconds. */
const makeSizes = ({ files }: AppContext, report: ReportFailure): Promise<number> =>
  files.makeMissingSizes().then(
    (isMore) => (isMore ? 1000 : dailyPauseMs),
    (error: Error) => {
      report('Photos', error);
      return hour;
    },
  );

/** @returns the pause until it is tried again, in milliseconds: done once, it is only looked at. */
const respell = (
  context: AppContext,
  report: ReportFailure,
  log: (line: string) => void,
): Promise<number> =>
  respellOnce(context).then(
    (done) => {
      if (done?.rewritten)
        log(`Cards: ${done.rewritten} numbers rewritten, ${done.unchanged} stay.`);
      return dailyPauseMs;
    },
    (error: Error) => {
      // Another process is doing it.
      if (transientErrorOf(error) !== 'locked') report('Cards', error);
      return minute;
    },
  );

const deliveryTerms = ({ connection, clock, config }: AppContext, key: string) => ({
  connection,
  timeZone: clock.timeZone,
  now: clock.now().toString(),
  key,
  networks: config.webhookNetworks,
});
