import { sql, type RawBuilder } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Files } from '#server/platform/files/files.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { forgetRows, undoDays } from './forget-operations.ts';
import { deleteLeaves } from '#server/school/leave.ts';
import { deleteGuardians } from '../guardians/delete.ts';
import { removeOldFolders } from '#server/school/import-folder.ts';
import { deleteMessages } from '#server/messages/index.ts';
import { recordedErasures, writeErasures } from './erasures.ts';

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
  webhooks: number;
  imports: number;
  files: number;
}

/** A form may stay open for days before it is submitted with the uploaded file. */
const uploadsDays = 7;
/** Documents of requests that were declined (R-LEAVE-3). */
const declinedDays = 30;
const batchSize = 2000;
const dayMs = 86_400_000;

/**
 * Deletes data whose retention period has ended: photos of archived students, approved leaves, the
 * history of marks, check-ins and cards, the audit log, files of the local inbox, messages to students,
 * guardians of archived students, taps at devices, the log of webhooks, imports, documents of declined
 * requests, and unused uploads.
 * Several processes may run it at once, in batches.
 */
export async function purgeExpired({
  database,
  clock,
  files,
  erasures,
  retentionDays,
}: RetentionOptions): Promise<PurgeResult> {
  const today = clock.today();
  const dayBefore = (days: number) => Temporal.PlainDate.from(today).subtract({ days }).toString();
  const instantBefore = (days: number) =>
    clock
      .now()
      .subtract({ hours: days * 24 })
      .toString();
  const result: PurgeResult = {
    photos: 0,
    leaves: 0,
    history: 0,
    mails: 0,
    messages: 0,
    guardians: 0,
    taps: 0,
    webhooks: 0,
    imports: 0,
    files: 0,
  };

  if (retentionDays.photos) {
    result.photos = await inBatches(
      database,
      sql`update student set profile_image = null where id in (
        select id from student
        where archived_at < ${instantBefore(retentionDays.photos)}::timestamptz
          and profile_image is not null limit ${batchSize})`,
    );
  }
  if (retentionDays.leaves) {
    result.leaves = await inBatches(
      database,
      deleteLeaves(sql`
        id in (select id from leave where leave_to < ${dayBefore(retentionDays.leaves)}::date
          limit ${batchSize})`),
    );
    result.leaves += await inBatches(
      database,
      sql`delete from leave_request where id in (
        select id from leave_request where leave_to < ${dayBefore(retentionDays.leaves)}::date
        limit ${batchSize})`,
    );
  }
  if (retentionDays.history) {
    const before = sql`${instantBefore(retentionDays.history)}::timestamptz and may_be_forgotten`;
    for (const [table, at] of [
      ['attendance_history', 'changed_at'],
      ['payroll_log_history', 'changed_at'],
      ['audit', 'at'],
    ] as const) {
      const happened = sql.ref(at);
      result.history += await inBatches(
        database,
        sql`delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${happened} < ${before}(${happened})
          limit ${batchSize}))`,
      );
    }
  }
  if (retentionDays.history) {
    // Open check-in requests contain messages of teachers.
    result.history += await inBatches(
      database,
      sql`delete from check_in_request where id in (
        select id from check_in_request
        where requested_at < ${instantBefore(retentionDays.history)}::timestamptz
        limit ${batchSize})`,
    );
  }
  if (retentionDays.history)
    for (const table of ['student_card', 'student_id_change'])
      result.history += await inBatches(
        database,
        sql`delete from ${sql.table(table)} where id in (
          select id from ${sql.table(table)}
          where ended_at < ${instantBefore(retentionDays.history)}::timestamptz limit ${batchSize})`,
      );
  if (retentionDays.mails) {
    result.mails = await inBatches(
      database,
      sql`update mail_attachment a set content = null from mail m
        where m.id = a.mail_id and a.content is not null and m.state in ('done', 'failed')
          and m.finished_at < ${instantBefore(retentionDays.mails)}::timestamptz`,
    );
    result.mails += await inBatches(
      database,
      sql`update mail set in_inbox = false where in_inbox
        and finished_at < ${instantBefore(retentionDays.mails)}::timestamptz`,
    );
  }
  await forgetRows(database, instantBefore(undoDays), batchSize);
  if (retentionDays.history)
    result.history += await inBatches(
      database,
      sql`delete from bulk_operation where id in (
        select id from bulk_operation
        where done_at < ${instantBefore(retentionDays.history)}::timestamptz limit ${batchSize})`,
    );
  await inBatches(
    database,
    sql`update leave_request set supporting_document = null where id in (
      select id from leave_request
      where state = 'declined' and supporting_document is not null
        and decided_at < ${instantBefore(declinedDays)}::timestamptz
      limit ${batchSize})`,
  );
  if (retentionDays.messages) {
    const old = sql`id = any(array(select id from student_message
      where created_at < ${instantBefore(retentionDays.messages)}::timestamptz limit ${batchSize}))`;
    for (let deleted = 1; deleted > 0; result.messages += deleted)
      deleted = await inTransaction(database, (trx) => deleteMessages(trx, old));
  }
  if (retentionDays.guardians) {
    const old = sql`id = any(array(select gu.id from guardian gu
      join student s on s.id = gu.student_id
      where s.archived_at < ${instantBefore(retentionDays.guardians)}::timestamptz
      limit ${batchSize}))`;
    for (let deleted = 1; deleted > 0; result.guardians += deleted)
      deleted = await inTransaction(database, (trx) =>
        deleteGuardians(trx, old, clock.now().toString()),
      );
    await sql`
      delete from external_guardian x using student s
      where s.id = x.student_id and x.guardian_id is null
        and s.archived_at < ${instantBefore(retentionDays.guardians)}::timestamptz`.execute(
      database,
    );
  }
  if (retentionDays.taps)
    result.taps = await inBatches(
      database,
      sql`delete from device_tap where ctid = any(array(
        select ctid from device_tap
        where received_at < ${instantBefore(retentionDays.taps)}::timestamptz limit ${batchSize}))`,
    );
  if (retentionDays.webhooks)
    result.webhooks = await inBatches(
      database,
      sql`delete from webhook_delivery where ctid = any(array(
        select ctid from webhook_delivery
        where at < ${instantBefore(retentionDays.webhooks)}::timestamptz limit ${batchSize}))`,
    );
  result.imports = await inBatches(
    database,
    sql`delete from import_run where id in (
      select id from import_run
      where started_at < ${instantBefore(retentionDays.imports)}::timestamptz limit 20)`,
  );
  await removeOldFolders();
  const { removed } = await files.removeReleased();
  result.files = removed + (await files.removeUnused(Date.now() - uploadsDays * dayMs));
  await writeErasures(erasures, await recordedErasures(database));
  return result;
}

/**
 * Repeats the statement until it affects no row, each time in a transaction that may delete
 * history.
 */
async function inBatches(database: Database, statement: RawBuilder<unknown>): Promise<number> {
  for (let done = 0; ;) {
    const count = await database.transaction().execute(async (trx) => {
      await sql`select set_config('attendance.retention', 'on', true)`.execute(trx);
      return Number((await statement.execute(trx)).numAffectedRows ?? 0);
    });
    done += count;
    if (count === 0) return done;
  }
}
