import {
  closeFinishedRolls,
  countNightly,
  purgeOldCodes,
  purgeOldRequests,
  remindOfRolls,
} from '#server/attendance/composition.ts';
import { keepWebhooks, mailDisabled } from '#server/exchange/composition.ts';
import { keepMessages, sendListMails } from '#server/messages/composition.ts';
import { erasuresFile, purgeExpired } from '#server/people/composition.ts';
import { keepStandings } from '#server/standing/composition.ts';
import { repairMeetings } from '#server/timetable/composition.ts';
import type { AppContext } from './app-context.ts';
import { purgeDemoStore } from './platform/identity/demo-store.ts';
import type { ReportFailure } from './platform/operations/outages.ts';

const hour = 3_600_000;
const minute = 60_000;
/** The interval of the retention job; the first run is soon after the start. */
const dailyIntervalMs = 6 * hour;
const firstDailyMs = 60_000;

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
  const tidying = setInterval(() => tidyUp(context, hasDemoSignIn), hour);
  const closing = setInterval(() => finishRolls(context, report), minute);
  const standings = keepStandings(context, report);
  const messages = keepMessages(context, report);
  const webhooks = keepWebhooks(() => deliveryTerms(context, key), report);
  const daily = [() => purge(context, report), () => repair(context, report, log)];
  const dailyTimers = daily.flatMap((work) => [
    setTimeout(() => void work(), firstDailyMs),
    setInterval(() => void work(), dailyIntervalMs),
  ]);
  return {
    async stop() {
      clearInterval(tidying);
      clearInterval(closing);
      await standings.stop();
      await messages.stop();
      const delivered = webhooks.stop();
      dailyTimers.forEach(clearInterval);
      return { delivered };
    },
  };
}

function tidyUp(context: AppContext, hasDemoSignIn: boolean): void {
  purgeOldRequests(context.database).catch(() => {});
  purgeOldCodes(context).catch(() => {});
  if (hasDemoSignIn) purgeDemoStore(context.database).catch(() => {});
}

function finishRolls(context: AppContext, report: ReportFailure): void {
  // Rolls that close automatically need no reminder.
  closeFinishedRolls(context)
    .then(() => remindOfRolls(context))
    .then(() => sendListMails(context))
    .then(() => countNightly(context))
    .then(() => mailDisabled(context))
    .catch((error: Error) => report('Rolls', error));
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

const deliveryTerms = ({ connection, clock, config }: AppContext, key: string) => ({
  connection,
  timeZone: clock.timeZone,
  now: clock.now().toString(),
  key,
  networks: config.webhookNetworks,
});
