import { sql, type RawBuilder } from 'kysely';
import { deleteMessages } from '#server/messages/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import { setAct } from '#server/platform/database/act.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { deleteLeaves } from '#server/school/leave.ts';
import { deleteGuardians } from '../guardians/delete.ts';

/** Rows that one transaction deletes at most. */
export const batchSize = 2000;

/** Photos of students who were archived before the instant. */
export const purgePhotos = (database: Database, before: string): Promise<number> =>
  inBatches(
    database,
    sql`update student set profile_image = null where id in (
        select id from student
        where archived_at < ${before}::timestamptz
          and profile_image is not null limit ${batchSize})`,
  );

/** Approved leaves that ended before the date, and requests for such leaves. */
export async function purgeLeaves(database: Database, before: string): Promise<number> {
  const leaves = await inBatches(
    database,
    deleteLeaves(sql`
        id in (select id from leave where leave_to < ${before}::date
          limit ${batchSize})`),
  );
  const requests = await inBatches(
    database,
    sql`delete from leave_request where id in (
        select id from leave_request where leave_to < ${before}::date
        limit ${batchSize})`,
  );
  return leaves + requests;
}

/** The history of marks, check-ins and cards, and the audit log. */
export async function purgeHistory(database: Database, before: string): Promise<number> {
  let deleted = 0;
  for (const [table, at] of [
    ['attendance_history', 'changed_at'],
    ['payroll_log_history', 'changed_at'],
    ['audit', 'at'],
  ] as const) {
    const happened = sql.ref(at);
    deleted += await inBatches(
      database,
      sql`delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)}
          where ${happened} < ${before}::timestamptz and may_be_forgotten(${happened})
          limit ${batchSize}))`,
    );
  }
  // Open check-in requests contain messages of teachers.
  deleted += await inBatches(
    database,
    sql`delete from check_in_request where id in (
        select id from check_in_request
        where requested_at < ${before}::timestamptz
        limit ${batchSize})`,
  );
  for (const table of ['student_card', 'student_id_change'])
    deleted += await inBatches(
      database,
      sql`delete from ${sql.table(table)} where id in (
          select id from ${sql.table(table)}
          where ended_at < ${before}::timestamptz limit ${batchSize})`,
    );
  return deleted;
}

/** Attachments of mails, and mails of the local inbox. */
export async function purgeMails(database: Database, before: string): Promise<number> {
  const attachments = await inBatches(
    database,
    sql`update mail_attachment a set content = null from mail m
        where m.id = a.mail_id and a.content is not null and m.state in ('done', 'failed')
          and m.finished_at < ${before}::timestamptz`,
  );
  const inInbox = await inBatches(
    database,
    sql`update mail set in_inbox = false where in_inbox
        and finished_at < ${before}::timestamptz`,
  );
  return attachments + inInbox;
}

/** Bulk operations; `forgetRows` deletes their rows earlier. */
export const purgeOperations = (database: Database, before: string): Promise<number> =>
  inBatches(
    database,
    sql`delete from bulk_operation where id in (
        select id from bulk_operation
        where done_at < ${before}::timestamptz limit ${batchSize})`,
  );

/**
 * The people, ticks and notes of roll calls of the building that ended before the instant: their figures stay. One
 * that was never ended counts as ended after a day.
 * @returns how many roll calls name no one any more.
 */
export async function purgeDrills(database: Database, before: string): Promise<number> {
  await sql`
    update building_roll_call b set ended_at = b.started_at + interval '1 day', ended_by = b.started_by, listed = k.listed,
      expected = k.expected, accounted = k.accounted
    from building_roll_call o cross join lateral (
      select count(*) as listed, count(*) filter (where expected) as expected,
        count(*) filter (where expected and accounted) as accounted
      from building_roll_call_person p where p.building_roll_call_id = o.id
    ) k
    where o.id = b.id and b.ended_at is null
      and b.started_at < ${before}::timestamptz - interval '1 day'`.execute(database);
  const expired = sql`forgotten_at is null and ended_at < ${before}::timestamptz`;
  for (const table of ['building_roll_call_tick', 'building_roll_call_person'])
    await inBatches(
      database,
      sql`delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)}
          where building_roll_call_id in (select id from building_roll_call where ${expired})
          limit ${batchSize}))`,
    );
  return inBatches(
    database,
    sql`update building_roll_call set forgotten_at = now(), note = null where ${expired}`,
  );
}

/** Former states of meetings: what waited for the network is not as old. */
export const purgeFormerMeetings = (database: Database, before: string): Promise<number> =>
  inBatches(
    database,
    sql`delete from former_meeting where ctid = any(array(
        select ctid from former_meeting where date < ${before}::date limit ${batchSize}))`,
  );

/** Documents of requests for a leave that were declined. */
export const purgeDeclinedDocuments = (database: Database, before: string): Promise<number> =>
  inBatches(
    database,
    sql`update leave_request set supporting_document = null where id in (
      select id from leave_request
      where state = 'declined' and supporting_document is not null
        and decided_at < ${before}::timestamptz
      limit ${batchSize})`,
  );

/** Messages to students. */
export async function purgeMessages(database: Database, before: string): Promise<number> {
  const old = sql`id = any(array(select id from student_message
      where created_at < ${before}::timestamptz limit ${batchSize}))`;
  return untilNone(() => inTransaction(database, (trx) => deleteMessages(trx, old)));
}

/** Guardians of students who were archived before the instant. */
export async function purgeGuardians(
  database: Database,
  before: string,
  clock: Clock,
): Promise<number> {
  const old = sql`id = any(array(select gu.id from guardian gu
      join student s on s.id = gu.student_id
      where s.archived_at < ${before}::timestamptz
      limit ${batchSize}))`;
  const deleted = await untilNone(() =>
    inTransaction(database, (trx) => deleteGuardians(trx, old, clock.now().toString())),
  );
  await database
    .deleteFrom('external_guardian as x')
    .using('student as s')
    .whereRef('s.id', '=', 'x.student_id')
    .where('x.guardian_id', 'is', null)
    .where('s.archived_at', '<', before)
    .execute();
  return deleted;
}

/** Taps at devices. */
export const purgeTaps = (database: Database, before: string): Promise<number> =>
  inBatches(
    database,
    sql`delete from device_tap where ctid = any(array(
        select ctid from device_tap
        where received_at < ${before}::timestamptz limit ${batchSize}))`,
  );

/** The log of webhooks. */
export const purgeWebhooks = (database: Database, before: string): Promise<number> =>
  inBatches(
    database,
    sql`delete from webhook_delivery where ctid = any(array(
        select ctid from webhook_delivery
        where at < ${before}::timestamptz limit ${batchSize}))`,
  );

/** Files and reports of imports. */
export const purgeImports = (database: Database, before: string): Promise<number> =>
  inBatches(
    database,
    sql`delete from import_run where id in (
      select id from import_run
      where started_at < ${before}::timestamptz limit 20)`,
  );

/** Repeats a deletion until it deletes nothing. @returns the number of all deleted rows. */
async function untilNone(deleteSome: () => Promise<number>): Promise<number> {
  for (let all = 0; ;) {
    const deleted = await deleteSome();
    all += deleted;
    if (deleted === 0) return all;
  }
}

/**
 * Repeats the statement until it affects no row, each time in a transaction that may delete
 * history.
 */
async function inBatches(database: Database, statement: RawBuilder<unknown>): Promise<number> {
  for (let done = 0; ;) {
    const count = await database.transaction().execute(async (trx) => {
      await setAct(trx, { purpose: 'retention' });
      return Number((await statement.execute(trx)).numAffectedRows ?? 0);
    });
    done += count;
    if (count === 0) return done;
  }
}
