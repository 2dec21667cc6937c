import { sql, type RawBuilder } from 'kysely';
import type { Config } from '../../config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Files } from '../../platform/files/files.ts';
import { recordedErasures, writeErasures } from './erasures.ts';

export interface RetentionParts {
  database: Database;
  clock: Clock;
  files: Files;
  /** The list of erasures beside the database. */
  erasures: string;
  keepDays: Config['keepDays'];
}

/** How much was forgotten. */
export interface Forgotten {
  photos: number;
  leaves: number;
  history: number;
  mails: number;
  files: number;
}

/** A form may stay open for days before it names the file that was uploaded in it. */
const uploadsDays = 7;
const atOnce = 2000;
const dayMs = 86_400_000;

/**
 * Forgets what has been kept for its time: photos of students who were archived, approved leaves, the history of marks
 * and check-ins with the audit log, the files of mails in the local inbox, and uploads that no row took up. Several
 * processes may do it at once; each takes a few thousand rows at a time.
 */
export async function forget({ database, clock, files, erasures, keepDays }: RetentionParts): Promise<Forgotten> {
  const today = clock.today();
  const dayBefore = (days: number) => Temporal.PlainDate.from(today).subtract({ days }).toString();
  const instantBefore = (days: number) =>
    clock
      .now()
      .subtract({ hours: days * 24 })
      .toString();
  const told: Forgotten = { photos: 0, leaves: 0, history: 0, mails: 0, files: 0 };

  if (keepDays.photos) {
    told.photos = await inPieces(
      database,
      sql`update student set profile_image = null where id in (
        select id from student where archived_at < ${instantBefore(keepDays.photos)}::timestamptz and profile_image is not null limit ${atOnce})`,
    );
  }
  if (keepDays.leaves) {
    told.leaves = await inPieces(
      database,
      sql`delete from leave where id in (select id from leave where leave_to < ${dayBefore(keepDays.leaves)}::date limit ${atOnce})`,
    );
  }
  if (keepDays.history) {
    const before = sql`${instantBefore(keepDays.history)}::timestamptz and may_be_forgotten`;
    for (const [table, at] of [
      ['attendance_history', 'changed_at'],
      ['payroll_log_history', 'changed_at'],
      ['audit', 'at'],
    ] as const) {
      const happened = sql.ref(at);
      told.history += await inPieces(
        database,
        sql`delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${happened} < ${before}(${happened}) limit ${atOnce}))`,
      );
    }
  }
  if (keepDays.mails) {
    told.mails = await inPieces(
      database,
      sql`update mail_attachment a set content = null from mail m
        where m.id = a.mail_id and a.content is not null and m.state in ('done', 'failed')
          and m.finished_at < ${instantBefore(keepDays.mails)}::timestamptz`,
    );
  }
  const { removed } = await files.removeReleased();
  told.files = removed + (await files.removeUnused(Date.now() - uploadsDays * dayMs));
  await writeErasures(erasures, await recordedErasures(database));
  return told;
}

/** Again and again until nothing is left, each time in a transaction that the database lets forget. */
async function inPieces(database: Database, statement: RawBuilder<unknown>): Promise<number> {
  for (let done = 0; ;) {
    const count = await database.transaction().execute(async (trx) => {
      await sql`select set_config('attendance.retention', 'on', true)`.execute(trx);
      return Number((await statement.execute(trx)).numAffectedRows ?? 0);
    });
    done += count;
    if (count === 0) return done;
  }
}
