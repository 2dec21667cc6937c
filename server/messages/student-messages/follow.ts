import { sql } from 'kysely';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { whyNothing } from './absences.ts';
import { changesOf, isQuiet, wantedMessages, type MessageTerms } from './decide.ts';
import { followAlerts } from './alerts.ts';
import { queueDue } from './queue-due.ts';
import { readDays } from './read-days.ts';
import { addHeld, cancelHeld, changeHeld, dropOld } from './held.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings' | 'messageQueue' | 'config'>;

/** The advisory lock: of all processes one decides at a time. */
const decidingLock = 7_043_182_002;

/** What one step did. */
export interface MessageStep {
  held: number;
  cancelled: number;
  queued: number;
  /** Whether due messages wait for the next step. */
  more: boolean;
}

const nothing: MessageStep = { held: 0, cancelled: 0, queued: 0, more: false };

/**
 * One step of the messages about absences (R-MSG-1): compares today's marks with what is held and what was
 * notified, and hands due messages to the queue. A mark writes nothing for it. All of it is one transaction,
 * so that neither a crash nor another process makes a message twice.
 */
export async function followAbsences(context: Context): Promise<MessageStep> {
  const { database, clock, settings } = context;
  const step = await inTransaction(database, async (trx) => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(${decidingLock}) as got`.execute(trx);
    if (!rows[0]?.got) return nothing;
    const terms = settings.current();
    const now = clock.now().toString();
    const today = clock.today();
    const alerts = await followAlerts(trx, { terms, today, now });
    if (!terms.absence_messages) {
      const cancelled = await cancelHeld(trx, now, {
        where: sql`m.kind <> 'alert'`,
        reason: sql`'Messages were switched off.'`,
      });
      return { held: alerts, cancelled, ...(await queueUnlessQuiet(trx, context)) };
    }
    await dropOld(trx, { today, now, terms });
    const done = await decide(trx, context, terms);
    return { ...done, held: done.held + alerts, ...(await queueUnlessQuiet(trx, context)) };
  });
  if (step.queued > 0) context.messageQueue.wake();
  return step;
}

function queueUnlessQuiet(trx: Database, context: Context) {
  const { clock, settings } = context;
  const time = clock.now().toZonedDateTimeISO(clock.timeZone).toPlainTime().toString();
  if (isQuiet(time, settings.current())) return { queued: 0, more: false };
  return queueDue(trx, context, { today: clock.today(), now: clock.now().toString() });
}

/**
 * When the last message of today is due, in milliseconds; null without one, also where it was switched on
 * after its time: the first one is that of tomorrow (R-MSG-1).
 */
async function lastMessageAt(
  trx: Database,
  clock: Context['clock'],
  { last_message, last_message_at }: MessageTerms,
): Promise<number | null> {
  if (!last_message) return null;
  const due = Temporal.PlainDate.from(clock.today()).toZonedDateTime({
    timeZone: clock.timeZone,
    plainTime: last_message_at,
  });
  const switchedOn = await trx
    .selectFrom('institute_setting')
    .select('name')
    .where('name', '=', 'last_message')
    .where('value', '=', sql`'true'::jsonb`)
    .where('changed_at', '>=', due.toInstant().toString())
    .executeTakeFirst();
  return switchedOn ? null : due.epochMilliseconds;
}

/** Holds, changes and cancels the messages of today. */
async function decide(trx: Database, { clock }: Context, terms: MessageTerms) {
  const today = clock.today();
  const now = clock.now();
  const lastAt = await lastMessageAt(trx, clock, terms);
  const added = [];
  const changed = [];
  const cancelled: number[] = [];
  for (const day of await readDays(trx, { day: today, timeZone: clock.timeZone })) {
    const wanted = wantedMessages(day, terms, { lastAt, now: now.epochMilliseconds });
    const changes = changesOf(day, wanted);
    added.push(
      ...changes.added.map((one) => ({ ...one, student: day.student, guardian: day.guardian })),
    );
    changed.push(...changes.changed);
    cancelled.push(...changes.cancelled);
  }
  await changeHeld(trx, changed);
  await addHeld(trx, added, { today, now: now.toString() });
  const ended =
    cancelled.length === 0
      ? 0
      : await cancelHeld(trx, now.toString(), {
          where: sql`m.id = any(${cancelled}::bigint[])`,
          reason: whyNothing(clock.timeZone),
        });
  return { held: added.length, cancelled: ended };
}
