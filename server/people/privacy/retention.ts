import type { Config } from '#server/config.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Files } from '#server/platform/files/files.ts';
import { forgetRows, undoDays } from './forget-operations.ts';
import { removeOldFolders } from '#server/school/import-folder.ts';
import { recordedErasures, writeErasures } from './erasures.ts';
import {
  batchSize,
  purgeDeclinedDocuments,
  purgeDrills,
  purgeFormerMeetings,
  purgeGuardians,
  purgeHistory,
  purgeImports,
  purgeLeaves,
  purgeMails,
  purgeMessages,
  purgeOperations,
  purgePhotos,
  purgeTaps,
  purgeWebhooks,
} from './expired-rows.ts';

interface RetentionOptions {
  database: Database;
  clock: Clock;
  files: Files;
  /** Path of the list of erasures. */
  erasures: string;
  retentionDays: Config['retentionDays'];
}

/** Number of deleted records of each kind. */
interface PurgeResult {
  photos: number;
  leaves: number;
  history: number;
  mails: number;
  messages: number;
  guardians: number;
  taps: number;
  drills: number;
  webhooks: number;
  imports: number;
  files: number;
}

/** A form may stay open for days before it is submitted with the uploaded file. */
const uploadsDays = 7;
/** Documents of requests that were declined (R-LEAVE-3). */
const declinedDays = 30;
/** Held marks do not expire, but are decided within a school year (R-ROLL-25). */
const formerMeetingsDays = 400;
const dayMs = 86_400_000;

/**
 * Deletes data whose retention period has ended: photos of archived students, approved leaves, the
 * history of marks, check-ins and cards, the audit log, files of the local inbox, messages to students,
 * guardians of archived students, taps at devices, the people of roll calls of the building, the log of webhooks, imports, documents of declined
 * requests, and unused uploads.
 * Several processes may run it at once, in batches.
 */
export async function purgeExpired(options: RetentionOptions): Promise<PurgeResult> {
  const { database, clock, files, erasures, retentionDays: days } = options;
  const today = clock.today();
  const dayBefore = (period: number) =>
    Temporal.PlainDate.from(today).subtract({ days: period }).toString();
  const instantBefore = (period: number) =>
    clock
      .now()
      .subtract({ hours: period * 24 })
      .toString();

  const photos = days.photos && (await purgePhotos(database, instantBefore(days.photos)));
  const leaves = days.leaves && (await purgeLeaves(database, dayBefore(days.leaves)));
  let history = days.history && (await purgeHistory(database, instantBefore(days.history)));
  const mails = days.mails && (await purgeMails(database, instantBefore(days.mails)));
  await forgetRows(database, instantBefore(undoDays), batchSize);
  if (days.history) history += await purgeOperations(database, instantBefore(days.history));
  await purgeFormerMeetings(database, dayBefore(formerMeetingsDays));
  await purgeDeclinedDocuments(database, instantBefore(declinedDays));
  const messages = days.messages && (await purgeMessages(database, instantBefore(days.messages)));
  const guardians =
    days.guardians && (await purgeGuardians(database, instantBefore(days.guardians), clock));
  const taps = days.taps && (await purgeTaps(database, instantBefore(days.taps)));
  const drills = days.drills && (await purgeDrills(database, instantBefore(days.drills)));
  const webhooks = days.webhooks && (await purgeWebhooks(database, instantBefore(days.webhooks)));
  const imports = await purgeImports(database, instantBefore(days.imports));
  await removeOldFolders();
  const { removed } = await files.removeReleased();
  const unused = await files.removeUnused(Date.now() - uploadsDays * dayMs);
  await writeErasures(erasures, await recordedErasures(database));
  return {
    photos,
    leaves,
    history,
    mails,
    messages,
    guardians,
    taps,
    drills,
    webhooks,
    imports,
    files: removed + unused,
  };
}
