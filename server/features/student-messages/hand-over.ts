import { sql } from 'kysely';
import type { StudentMessageKind } from '#contract/student-message-terms.ts';
import type { Config } from '#server/config.ts';
import type { Clock } from '#server/platform/clock.ts';
import { asRecord } from '#server/platform/as-record.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { DeliveryOptions, Outcome } from '../exports/deliver.ts';
import type { MailRecord } from '../exports/mail-records.ts';
import type { InstituteSettings } from '../settings/current.ts';
import { isStillAbsent, whyNothing } from './absences.ts';
import { addressProblem } from './addresses.ts';
import { classesOf, isQuiet } from './decide.ts';
import { nameClasses } from './held.ts';
import { guardianOf, readDays } from './read-days.ts';
import { messageValuesOf, namedClasses, writeMessage, type Addressed } from './text.ts';

export interface HandOverOptions {
  database: Database;
  clock: Clock;
  config: Config;
  settings: InstituteSettings;
  /** Null without a mail server. */
  mailer: Mailer | null;
}

interface Queued extends Addressed {
  id: number;
  student: number;
  /** Null for the student. */
  guardian: number | null;
  day: string;
  kind: StudentMessageKind;
  is_resent: boolean;
  /** As it is now. */
  address: string | null;
  /** What it would say if it named nothing any more. */
  why_nothing: string;
}

/** What becomes of a message that is not sent; `held`: it waits again. */
interface Ending {
  state: 'held' | 'cancelled' | 'dropped' | 'unaddressed';
  reason: string | null;
}

/**
 * The hand-over of messages (R-MSG-2): whether the absences still stand, the switch, the student and the
 * address are read immediately before a mail is sent, and the absences once more in the transaction after
 * which the mail server accepts it.
 */
export function createHandOver(
  context: HandOverOptions,
): Pick<DeliveryOptions, 'prepare' | 'settle'> {
  const { database, clock, config, mailer } = context;
  const now = () => clock.now().toString();
  const classesNow = async (trx: Database, message: Queued): Promise<number[]> => {
    const { student, guardian, day, kind } = message;
    const days = await readDays(trx, { day, timeZone: clock.timeZone, student });
    const found = days.find((one) => one.guardian === guardian);
    return found ? classesOf(kind, found).toSorted((a, b) => a - b) : [];
  };

  return {
    async prepare(mail) {
      const message = await readQueued(database, messageIn(mail));
      if (!message) {
        await sql`delete from mail where id = ${mail.id}`.execute(database);
        return null;
      }
      const classes = await classesNow(database, message);
      const ending = endingOf(context, message, classes);
      if (ending) {
        await inTransaction(database, (trx) => end(trx, { mail, message, ending, now: now() }));
        return null;
      }
      const named = await namedClasses(database, classes, message.day);
      const values = messageValuesOf(context, message, { day: message.day, classes: named });
      const text = await writeMessage(database, message.kind, values);
      const to = message.address ?? '';
      await sql`
        update mail set subject = ${text.subject}, body = ${text.text}, recipient = ${to}
        where id = ${mail.id} and attempts = ${mail.attempts}`.execute(database);
      return {
        mailer,
        message: async () => ({
          messageId: `<message-${mail.id}@${new URL(config.publicUrl).hostname}>`,
          to,
          ...text,
          attachments: [],
        }),
        async confirm(trx) {
          const again = await classesNow(trx, message);
          if (again.join() !== classes.join())
            throw new Error('The absences changed while the message was being sent.');
          await nameClasses(trx, [{ id: message.id, classes }]);
          await sql`
            update student_message set handed_at = ${now()}::timestamptz, address = ${to}
            where id = ${message.id}`.execute(trx);
        },
      };
    },
    settle: (trx, mail, outcome) => settle(trx, { mail, outcome, now: now(), mailer }),
  };
}

/** The message of a mail. */
const messageIn = ({ asked }: MailRecord): number => Number(asRecord(asked).message);

async function readQueued(database: Database, id: number): Promise<Queued | undefined> {
  const { rows } = await sql<Queued>`
    select m.id, m.student_id as student, ${guardianOf} as guardian, m.day, m.kind, m.is_resent,
      case m.recipient when 'student' then s.student_mail else gu.email end as address,
      case m.recipient when 'student' then s.first_name || ' ' || s.last_name
        else coalesce(gu.name, '') end as recipient_name,
      s.first_name, s.last_name, s.student_id, ${whyNothing} as why_nothing
    from student_message m join student s on s.id = m.student_id
    left join guardian gu on gu.id = m.guardian_id
    where m.id = ${id} and m.state = 'queued'`.execute(database);
  return rows[0];
}

function endingOf(
  { clock, settings, config }: HandOverOptions,
  message: Queued,
  classes: number[],
): Ending | null {
  const terms = settings.current();
  const time = clock.now().toZonedDateTimeISO(clock.timeZone).toPlainTime().toString();
  if (!terms.absence_messages) return { state: 'cancelled', reason: 'Messages were switched off.' };
  if (classes.length === 0) return { state: 'cancelled', reason: message.why_nothing };
  if (!message.is_resent && message.day < clock.today())
    return { state: 'dropped', reason: 'The day was over before the mail server took it.' };
  if (isQuiet(time, terms)) return { state: 'held', reason: null };
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
  const { rows } = await sql`
    select from mail where id = ${mail.id} and attempts = ${mail.attempts} and state = 'working'
    for update`.execute(trx);
  if (rows.length === 0) return;
  await sql`
    update student_message set state = ${ending.state}, reason = ${ending.reason}, mail_id = null,
      ended_at = ${ending.state === 'held' ? null : now}::timestamptz
    where id = ${message.id} and state = 'queued'`.execute(trx);
  await sql`delete from mail where id = ${mail.id}`.execute(trx);
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
    where m.kind <> 'correction' and exists (
      select from student_message_class x where x.message_id = m.id
        and not ${isStillAbsent(sql`m.student_id`, sql`x.class_schedule_id`, sql`m.day`)}))`;
  const local = mailer ? null : 'It is in the local inbox: no mail server is set.';
  await sql`
    update student_message m set
      ended_at = ${isOver ? now : null}::timestamptz,
      handed_at = case when ${isHanded} then m.handed_at end,
      reason = ${outcome === 'sent' ? sql`coalesce(${corrected}, ${local}::text)` : null}
    where m.id = ${messageIn(mail)} and m.mail_id = ${mail.id}`.execute(trx);
}
