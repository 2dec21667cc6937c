import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';

/** The kinds of file that are mailed. */
export type ExportKind = 'spreadsheet' | 'schedule';

/** What people call them. */
export const exportTitles: Record<ExportKind, string> = { spreadsheet: 'Master Export', schedule: 'Schedule export' };

export interface NewMail {
  kind: ExportKind;
  asked: unknown;
  recipient: string;
  requested_by: number;
  subject: string;
  body: string;
  created_at: string;
}

export interface MailRecord {
  id: number;
  kind: ExportKind;
  asked: unknown;
  recipient: string;
  subject: string;
  body: string;
  state: 'waiting' | 'working' | 'handing_over' | 'done' | 'failed';
  attempts: number;
  /** Grows with each erasure: what was read before one is not stored or sent after it. */
  erasures: number;
  made_at: string | null;
}

const erasedMeanwhile = 'The data of a student were erased meanwhile: it is made again.';

export interface MadeFile {
  name: string;
  contentType: string;
  content: Uint8Array;
}

export async function addMail(trx: Database, mail: NewMail): Promise<number> {
  const { id } = await trx
    .insertInto('mail')
    .values({ ...mail, asked: JSON.stringify(mail.asked) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Takes a mail in hand. The number of the attempt is what later steps must still find: whoever comes later has taken
 * it over. @returns null when there is nothing to do; a mail that was being handed over is returned as it is.
 */
export async function takeMail(database: Database, id: number): Promise<MailRecord | null> {
  const { rows } = await sql<MailRecord>`
    update mail set state = case when state = 'handing_over' then state else 'working' end, attempts = attempts + 1
    where id = ${id} and state in ('waiting', 'working', 'handing_over')
    returning id, kind, asked, recipient, subject, body, state, attempts, erasures, made_at`.execute(database);
  return rows[0] ?? null;
}

/** Keeps what was made, once. @throws when another attempt has taken it over, or a student was erased meanwhile. */
export async function keepFiles(database: Database, { id, attempts, erasures }: MailRecord, files: MadeFile[], now: string): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ erasures: number }>`
      update mail set made_at = ${now} where id = ${id} and attempts = ${attempts} and made_at is null returning erasures`.execute(trx);
    if (!rows[0]) throw new Error('Another process has taken this export over.');
    if (rows[0].erasures !== erasures) throw new Error(erasedMeanwhile);
    await trx
      .insertInto('mail_attachment')
      .values(
        files.map(({ name, contentType, content }, place) => ({
          mail_id: id,
          place,
          name,
          content_type: contentType,
          size: content.length,
          content: Buffer.from(content.buffer, content.byteOffset, content.length),
        })),
      )
      .execute();
  });
}

export async function filesOf(database: Database, id: number): Promise<{ name: string; contentType: string; content: Buffer }[]> {
  const rows = await database.selectFrom('mail_attachment').selectAll().where('mail_id', '=', id).orderBy('place').execute();
  return rows.map(({ name, content_type, content }) => ({ name, contentType: content_type, content: content ?? Buffer.alloc(0) }));
}

/** From here on the mail may be sent. @throws when another attempt has taken it over, or a student was erased meanwhile. */
export async function beginHandingOver(database: Database, { id, attempts, erasures }: MailRecord): Promise<void> {
  const { rows } = await sql`
    update mail set state = 'handing_over'
    where id = ${id} and attempts = ${attempts} and erasures = ${erasures} and state = 'working' returning id`.execute(database);
  if (rows.length === 0) throw new Error('Another process has taken this mail over.');
}

/** Sent: what a mail server has accepted is not stored here any longer. */
export async function finishMail(database: Database, id: number, now: string): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await sql`update mail set state = 'done', reason = null, finished_at = ${now} where id = ${id}`.execute(trx);
    await sql`update mail_attachment set content = null where mail_id = ${id}`.execute(trx);
  });
}

/** In the local inbox, with its files. @throws when another attempt has taken it over, or a student was erased meanwhile. */
export async function layInInbox(database: Database, { id, attempts, erasures }: MailRecord, now: string): Promise<void> {
  const { rows } = await sql`
    update mail set state = 'done', reason = null, finished_at = ${now}
    where id = ${id} and attempts = ${attempts} and erasures = ${erasures} and state = 'working' returning id`.execute(database);
  if (rows.length === 0) throw new Error(erasedMeanwhile);
}

/** It will be tried again, or it is over; unless another attempt has taken it over meanwhile. */
export async function putBack(
  database: Database,
  { id, attempts }: MailRecord,
  { state, reason, now }: { state: 'waiting' | 'failed'; reason: string; now: string },
): Promise<void> {
  await sql`
    update mail set state = ${state}, reason = ${reason}, finished_at = ${state === 'failed' ? now : null}::timestamptz
    where id = ${id} and attempts = ${attempts} and state in ('working', 'handing_over')`.execute(database);
}

/** Puts a failed one back into the queue. @returns its recipient; null when there is none. */
export async function retryMail(trx: Database, id: number): Promise<string | null> {
  const { rows } = await sql<{ recipient: string }>`
    update mail set state = 'waiting', reason = null, finished_at = null
    where id = ${id} and state = 'failed' and recipient <> 'erased' returning recipient`.execute(trx);
  return rows[0]?.recipient ?? null;
}

/** How many there are in each state. */
export async function countMails(database: Database): Promise<Record<string, number>> {
  const rows = await database
    .selectFrom('mail')
    .select(['state', sql<number>`count(*)`.as('count')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
