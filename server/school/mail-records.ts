import { sql } from 'kysely';
import type { MailKind } from '#contract/job-states.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { required } from '#server/platform/required.ts';

/** Kinds of mail that have no file. */
const textKinds = ['reminder', 'list', 'leave-request', 'webhook'] as const satisfies MailKind[];

/** The kinds of file that are mailed. */
export type ExportKind = Exclude<MailKind, (typeof textKinds)[number]>;

/** Messages to students have a queue and a list of their own. */
type StoredMailKind = MailKind | 'message';

/** Every kind without a file, as a list for queries. */
export const textMails: readonly StoredMailKind[] = [...textKinds, 'message'];
export const isText = (kind: StoredMailKind): kind is Exclude<StoredMailKind, ExportKind> =>
  textMails.includes(kind);

interface NewMail {
  kind: MailKind;
  asked?: unknown;
  recipient: string;
  /** Null for a reminder. */
  requested_by: number | null;
  subject: string;
  body: string;
  created_at: string;
  /** Given where no file has to be made, which the previous release would try. */
  made_at?: string;
}

export interface MailRecord {
  id: number;
  kind: StoredMailKind;
  asked: unknown;
  recipient: string;
  /** Null for what no user has ordered. */
  requested_by: number | null;
  subject: string;
  body: string;
  state: 'waiting' | 'working' | 'handing_over' | 'done' | 'failed';
  attempts: number;
  /** Incremented by each erasure: files read before an erasure are not stored or sent after it. */
  erasures: number;
  made_at: string | null;
}

const erasedWhileWorking = 'The data of a student were erased meanwhile: it is made again.';

export interface MadeFile {
  name: string;
  contentType: string;
  content: Uint8Array;
}

/** @returns the ids. */
export async function addMails(trx: Database, mails: NewMail[]): Promise<number[]> {
  if (mails.length === 0) return [];
  const added = await trx
    .insertInto('mail')
    .values(mails.map((mail) => ({ ...mail, asked: JSON.stringify(mail.asked ?? {}) })))
    .returning('id')
    .execute();
  return added.map(({ id }) => id);
}

export const addMail = async (trx: Database, mail: NewMail): Promise<number> =>
  required((await addMails(trx, [mail]))[0], 'The new mail');

/**
 * Claims a mail and increments its attempt number, which later steps check: a higher number means
 * that another process has taken over.
 * @returns null when there is nothing to do; a mail that was being delivered is returned unchanged.
 */
export async function claimMail(database: Database, id: number): Promise<MailRecord | null> {
  const claimed = await database
    .updateTable('mail')
    .set((mail) => ({
      state: mail
        .case()
        .when('state', '=', 'handing_over')
        .then(mail.ref('state'))
        .else('working' as const)
        .end(),
      attempts: mail('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '=', anyOf.texts(['waiting', 'working', 'handing_over']))
    .returning([
      'id',
      'kind',
      'asked',
      'recipient',
      'requested_by',
      'subject',
      'body',
      'state',
      'attempts',
      'erasures',
      'made_at',
    ])
    .$narrowType<{ kind: StoredMailKind }>()
    .executeTakeFirst();
  return claimed ?? null;
}

/**
 * Stores the created files, once.
 * @throws when another attempt has taken over, or a student was erased meanwhile.
 */
export async function storeFiles(
  database: Database,
  { id, attempts, erasures }: MailRecord,
  files: MadeFile[],
  now: string,
): Promise<void> {
  await database.transaction().execute(async (trx) => {
    const made = await trx
      .updateTable('mail')
      .set({ made_at: now })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('made_at', 'is', null)
      .returning('erasures')
      .executeTakeFirst();
    if (!made) throw new Error('Another process has taken this export over.');
    if (made.erasures !== erasures) throw new Error(erasedWhileWorking);
    if (files.length === 0) return;
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

export async function filesOf(
  database: Database,
  id: number,
): Promise<{ name: string; contentType: string; content: Buffer }[]> {
  const rows = await database
    .selectFrom('mail_attachment')
    .selectAll()
    .where('mail_id', '=', id)
    .orderBy('place')
    .execute();
  return rows.map(({ name, content_type, content }) => ({
    name,
    contentType: content_type,
    content: content ?? Buffer.alloc(0),
  }));
}

/**
 * Marks the mail as being delivered.
 * @throws when another attempt has taken over, or a student was erased meanwhile.
 */
export async function startDelivery(
  database: Database,
  { id, attempts, erasures }: MailRecord,
): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('mail')
    .set({ state: 'handing_over' })
    .where((is) => is.and({ id, attempts, erasures, state: 'working' }))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error('Another process has taken this mail over.');
}

/** Marks a mail as sent and deletes its files. */
export async function finishMail(trx: Database, id: number, now: string): Promise<void> {
  await sql`
    with done as (
      update mail set state = 'done', reason = null, finished_at = ${now} where id = ${id}
    )
    update mail_attachment set content = null where mail_id = ${id}`.execute(trx);
}

/**
 * Moves a mail with its files to the local inbox.
 * @throws when another attempt has taken over, or a student was erased meanwhile.
 */
export async function deliverToInbox(
  database: Database,
  { id, attempts, erasures }: MailRecord,
  now: string,
): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('mail')
    .set({ state: 'done', reason: null, finished_at: now, in_inbox: true })
    .where((is) => is.and({ id, attempts, erasures, state: 'working' }))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error(erasedWhileWorking);
}

/**
 * Ends an attempt: the mail waits for the next or fails; no effect when another attempt has taken
 * over.
 */
export async function releaseMail(
  database: Database,
  { id, attempts }: MailRecord,
  { state, reason, now }: { state: 'waiting' | 'failed'; reason: string; now: string },
): Promise<void> {
  await database
    .updateTable('mail')
    .set({ state, reason, finished_at: state === 'failed' ? now : null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where((is) => is.or([is('state', '=', 'working'), is('state', '=', 'handing_over')]))
    .execute();
}

/**
 * Sets a failed mail to waiting again; an export is requested by who does so from then on (R-ACCESS-6).
 * @returns its recipient; null when there is none.
 */
export async function retryMail(trx: Database, id: number, user: number): Promise<string | null> {
  const retried = await trx
    .updateTable('mail')
    .set((mail) => ({
      state: 'waiting',
      reason: null,
      finished_at: null,
      requested_by: mail
        .case()
        .when('kind', '=', anyOf.texts(textKinds))
        .then(mail.ref('requested_by'))
        .else(user)
        .end(),
    }))
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('recipient', '<>', 'erased')
    .where('kind', '<>', 'message')
    .returning('recipient')
    .executeTakeFirst();
  return retried?.recipient ?? null;
}

/** Number of mails by state. */
export async function countMails(database: Database): Promise<Record<string, number>> {
  const rows = await database
    .selectFrom('mail')
    .select(['state', sql<number>`count(*)`.as('count')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
