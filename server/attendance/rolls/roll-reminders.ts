import type { AppContext } from '#server/app-context.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { addMail } from '#server/school/mail-records.ts';
import { mayBeMailedTo } from '#server/school/mail-recipients.ts';
import { periodOf } from '#server/timetable/index.ts';
import { findOpenRolls, openRollsByTeacher } from './open-rolls.ts';
import { openRollsFrom } from '#server/school/open-rolls-from.ts';
import { reminderOf } from './reminder-text.ts';

/**
 * The institute's time at which teachers are reminded; after a stop of the server until the second
 * time.
 */
const sendFrom = '17:00';
const sendUntil = '20:00';
/** More rolls than an institute has in 14 days. */
const maxRolls = 100_000;

type ReminderContext = Pick<AppContext, 'database' | 'clock' | 'settings' | 'config' | 'queue'>;

/**
 * Mails each teacher their open rolls of the last 14 days (R-ROLL-17).
 * All mails of a day are written in one transaction, together with the day: the job runs once, despite
 * restarts and several processes.
 * @returns the number of mails.
 */
export async function remindOfRolls(context: ReminderContext): Promise<number> {
  const { database, clock, settings, queue } = context;
  if (!settings.current().remind_rolls) return 0;
  const time = clock.now().toZonedDateTimeISO(clock.timeZone).toPlainTime().toString();
  if (time < sendFrom || time >= sendUntil) return 0;
  const today = clock.today();
  const done = await database
    .selectFrom('roll_reminder')
    .select('date')
    .where('date', '=', today)
    .executeTakeFirst();
  if (done) return 0;
  const mails = await remindersOf(context, today);
  const written = await inTransaction(database, async (trx) => {
    const day = await trx
      .insertInto('roll_reminder')
      .values({ date: today, mails: mails.length })
      .onConflict((conflict) => conflict.doNothing())
      .returning('date')
      .executeTakeFirst();
    // Another process has written them meanwhile.
    if (!day) return 0;
    const created_at = clock.now().toString();
    for (const mail of mails) {
      const id = await addMail(trx, {
        ...mail,
        kind: 'reminder',
        requested_by: null,
        created_at,
        made_at: created_at,
      });
      await queue.add(trx, id);
    }
    return mails.length;
  });
  if (written) queue.wake();
  return written;
}

interface Reminded {
  id: number;
  first_name: string;
  email: string;
}

async function remindersOf({ database, clock, config, settings }: ReminderContext, today: string) {
  const { from, to } = periodOf({}, today);
  const begins = await openRollsFrom(database, clock);
  const { rows } = await findOpenRolls(database, clock, {
    from: begins !== null && begins > from ? begins : from,
    to,
    search: '',
    limit: maxRolls,
    page: 1,
    ordering: 'date',
  });
  const byTeacher = openRollsByTeacher(rows);
  const teachers = await activeTeachers(database, [...byTeacher.keys()]);
  return teachers
    .filter(({ email }) => mayBeMailedTo(email, config.mailDomains))
    .map(({ id, first_name, email }) => ({
      recipient: email,
      ...reminderOf(first_name, byTeacher.get(id) ?? [], {
        ...settings.current(),
        publicUrl: config.publicUrl,
      }),
    }));
}

async function activeTeachers(database: Database, ids: number[]): Promise<Reminded[]> {
  return database
    .selectFrom('teacher')
    .select(['id', 'first_name', 'email'])
    .where('id', '=', anyOf.ids(ids))
    .where('archived_at', 'is', null)
    .where('email', '<>', '')
    .orderBy('id')
    .execute();
}
