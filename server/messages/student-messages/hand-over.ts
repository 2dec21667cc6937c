import { sql } from 'kysely';
import { asRecord } from '#server/platform/as-record.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { DeliveryOptions, Outcome } from '#server/school/mail-delivery.ts';
import type { MailRecord } from '#server/school/mail-records.ts';
import { isStillAbsent } from './absences.ts';
import { addressNow, addressProblem, isPhone, phoneNow } from './addresses.ts';
import { compose, type ComposeContext, type Ending, type Queued } from './compose.ts';
import { isQuiet } from './decide.ts';
import { guardianOf } from './read-days.ts';
import { isStopped, stoppedText } from './stops.ts';
import { stopUrlFor } from './stop-links.ts';
import { mailOf, writeMessage } from './text.ts';

export interface HandOverOptions extends ComposeContext {
  /** Null without a mail server. */
  mailer: Mailer | null;
  /** Null without a gateway of short messages. */
  sms: Mailer | null;
}

/**
 * The hand-over of messages (R-MSG-2): whether the absences still stand, the switch, the student and the
 * address are read immediately before a mail is sent, and the absences once more in the transaction after
 * which the mail server accepts it.
 */
export function createHandOver(
  context: HandOverOptions,
): Pick<DeliveryOptions, 'prepare' | 'settle'> {
  const { database, clock, config, mailer, sms } = context;
  const now = () => clock.now().toString();

  return {
    async prepare(mail) {
      const message = await readQueued(database, messageIn(mail));
      if (!message) {
        await database.deleteFrom('mail').where('id', '=', mail.id).execute();
        return null;
      }
      const endWith = async (ending: Ending) => {
        await inTransaction(database, (trx) => end(trx, { mail, message, ending, now: now() }));
        return null;
      };
      const composed = await compose(context, message);
      if (!('values' in composed)) return endWith(composed);
      const ending = endingOf(context, message);
      if (ending) return endWith(ending);
      const text = await writeMessage(database, message.kind, composed.values);
      const to = message.address ?? '';
      return {
        mailer: message.channel === 'sms' ? sms : mailer,
        message: async () => ({
          messageId: `<message-${mail.id}@${new URL(config.publicUrl).hostname}>`,
          to,
          ...text,
          // Short messages have no link: their text says whom to ask.
          ...(message.channel === 'mail' &&
            mailOf(text.text, await stopUrlFor(database, config.publicUrl, message, to))),
          attachments: [],
        }),
        async confirm(trx) {
          await composed.confirm(trx);
          await trx
            .updateTable('mail')
            .set({ subject: text.subject, body: text.text, recipient: to })
            .where('id', '=', mail.id)
            .where('attempts', '=', mail.attempts)
            .execute();
          const { numUpdatedRows } = await trx
            .updateTable('student_message')
            .set({ handed_at: now(), address: to })
            .where('id', '=', message.id)
            .where('state', '=', 'queued')
            .where('mail_id', '=', mail.id)
            .executeTakeFirstOrThrow();
          if (numUpdatedRows === 0n) throw new Error('The message was stopped meanwhile.');
          if (await isStoppedNow(trx, message.id)) throw new Error(stoppedText);
        },
      };
    },
    settle: (trx, mail, outcome) => settle(trx, { mail, outcome, now: now(), mailer }),
  };
}

/** Whether the recipient has stopped the messages meanwhile. */
async function isStoppedNow(trx: Database, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from student_message m where m.id = ${id} and ${isStopped}`.execute(trx);
  return rows.length > 0;
}

/** The message of a mail. */
const messageIn = ({ asked }: MailRecord): number => Number(asRecord(asked).message);

/** A queued message and its recipient; undefined when it waits no longer. */
export async function readQueued(database: Database, id: number): Promise<Queued | undefined> {
  const { rows } = await sql<Queued>`
    select m.id, m.student_id as student, m.recipient, ${guardianOf} as guardian, m.day, m.kind,
      m.is_resent, m.entry_id, m.channel,
      case m.channel when 'sms' then ${phoneNow} else ${addressNow} end as address, s.archived_at is not null as archived,
      case m.recipient when 'student' then person_name(s.first_name, s.last_name)
        when 'guardian' then coalesce(gu.name, '')
        else coalesce((select person_name(t.first_name, t.last_name) from teacher t
          where lower(t.email) = lower(m.address) order by t.id limit 1), m.address, '') end
        as recipient_name,
      s.first_name, s.last_name, s.student_id, ${isStopped} as stopped
    from student_message m join student s on s.id = m.student_id
    left join guardian gu on gu.id = m.guardian_id
    where m.id = ${id} and m.state = 'queued'`.execute(database);
  return rows[0];
}

/** Why a message that has something to say is not sent now. */
function endingOf(
  { clock, settings, config, sms }: HandOverOptions,
  message: Queued,
): Ending | null {
  if (message.stopped) return { state: 'stopped', reason: stoppedText };
  const time = clock.now().toZonedDateTimeISO(clock.timeZone).toPlainTime().toString();
  if (isQuiet(time, settings.current())) return { state: 'held', reason: null };
  if (message.channel === 'sms')
    return sms && settings.current().sms_messages && isPhone(message.address)
      ? null
      : { state: 'unaddressed', reason: 'No short message can be sent to this recipient.' };
  const problem = addressProblem(message.address, config);
  return problem === null ? null : { state: 'unaddressed', reason: problem };
}

interface End {
  mail: MailRecord;
  message: Queued;
  ending: Ending;
  now: string;
}

/** Ends a queued message without a mail, unless another attempt has taken over. */
async function end(trx: Database, { mail, message, ending, now }: End): Promise<void> {
  const locked = await trx
    .selectFrom('mail')
    .select('id')
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where('state', '=', 'working')
    .forUpdate()
    .executeTakeFirst();
  if (!locked) return;
  await trx
    .updateTable('student_message')
    .set({
      state: ending.state,
      reason: ending.reason,
      mail_id: null,
      ended_at: ending.state === 'held' ? null : now,
    })
    .where('id', '=', message.id)
    .where('state', '=', 'queued')
    .execute();
  await trx.deleteFrom('mail').where('id', '=', mail.id).execute();
}

interface Settle {
  mail: MailRecord;
  outcome: Outcome;
  now: string;
  mailer: Mailer | null;
}

/** Writes down how an attempt ended; a correction during it is noted. */
async function settle(trx: Database, { mail, outcome, now, mailer }: Settle): Promise<void> {
  const isOver = outcome !== 'again';
  const isHanded = outcome === 'sent' || outcome === 'unknown';
  const corrected = sql`(
    select 'The absence was corrected while the message was being sent.'
    where m.kind in ('absence', 'last') and exists (
      select from student_message_class x where x.message_id = m.id
        and not ${isStillAbsent(sql`m.student_id`, sql`x.class_schedule_id`, sql`m.day`)}))`;
  const local = mailer ? null : 'It is in the local inbox: no mail server is set.';
  await sql`
    update student_message m set
      ended_at = ${isOver ? now : null}::timestamptz,
      handed_at = case when ${isHanded} then m.handed_at end,
      reason = ${
        outcome === 'sent'
          ? sql`coalesce(${corrected}, case m.channel when 'mail' then ${local}::text end)`
          : null
      }
    where m.id = ${messageIn(mail)} and m.mail_id = ${mail.id}`.execute(trx);
}
