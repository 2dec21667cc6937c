import { sql } from 'kysely';
import {
  listMailPermissions,
  type MailedList,
  type MailInterval,
} from '#contract/messages/list-mail-terms.ts';
import { mondayOf } from '#contract/dates.ts';
import { can, permissionsOf, type Role } from '#contract/permissions.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { addMail } from '#server/school/mail-records.ts';
import { mayBeMailedTo } from '#server/school/mail-recipients.ts';
import { rolesNow } from '#server/school/held-now.ts';
import { openRollsText } from './open-rolls-text.ts';
import { redListText } from './red-list-text.ts';
import type { ListText } from './list-text.ts';

type MailContext = Pick<AppContext, 'database' | 'clock' | 'settings' | 'config' | 'queue'>;

/** The institute's time from which mails are sent. */
const sendFrom = '06:00';
/** Who has not signed in for so many days receives no mail. */
const activeDays = 100;

interface Due {
  user_id: number;
  list: MailedList;
  every: MailInterval;
  sent_on: string;
  email: string;
  name: string;
  /** Of the latest sign-in; null for who has not signed in for a long time. */
  role: Role | null;
}

const texts = { open_rolls: openRollsText, red_list: redListText };

/**
 * Mails the lists that users have ordered, once a week from Monday or once a month from its first day
 * (R-MAIL-1): with the rights of the user's latest sign-in that they still have, each in one
 * transaction with its day, despite restarts and several processes.
 * @returns the number of mails.
 */
export async function sendListMails(context: MailContext): Promise<number> {
  const { database, clock, config, settings, queue } = context;
  const time = clock.now().toZonedDateTimeISO(clock.timeZone).toPlainTime().toString();
  if (time < sendFrom) return 0;
  const today = clock.today();
  let sent = 0;
  // Most users were sent the last one on the same day: the text is theirs, too.
  const made = new Map<string, Promise<ListText | null>>();
  const now = clock.now().toString();
  const allDue = await dueMails(database, today, now);
  const held = await rolesNow(
    database,
    allDue.map(({ user_id }) => user_id),
    { config, now },
  );
  for (const due of allDue) {
    const roles = [due.role, held.get(due.user_id) ?? null];
    const isAllowed =
      roles.every((role) => mayRead(role, due.list)) &&
      mayBeMailedTo(due.email, config.mailDomains);
    const key = `${due.list} ${due.sent_on}`;
    const making = isAllowed ? (made.get(key) ?? texts[due.list](context, due, today)) : null;
    if (making) made.set(key, making);
    const text = await making;
    const isSent = await inTransaction(database, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('list_mail')
        .set({ sent_on: today })
        .where('user_id', '=', due.user_id)
        .where('list', '=', due.list)
        .where('sent_on', '=', due.sent_on)
        .executeTakeFirstOrThrow();
      // Another process has written it meanwhile, or it was cancelled.
      if (numUpdatedRows === 0n || !text) return false;
      const created_at = clock.now().toString();
      const id = await addMail(trx, {
        kind: 'list',
        recipient: due.email,
        requested_by: null,
        subject: text.subject,
        body: [
          `Hello ${due.name},`,
          ...text.paragraphs,
          `${settings.current().title} sends this mail each ${due.every}. Switch it off on the page above, under By mail.`,
        ].join('\n\n'),
        created_at,
        made_at: created_at,
      });
      await queue.add(trx, id);
      return true;
    });
    if (isSent) sent++;
  }
  if (sent) queue.wake();
  return sent;
}

const mayRead = (role: Role | null, list: MailedList): boolean =>
  role !== null && can(permissionsOf[role], ...listMailPermissions[list]);

async function dueMails(database: Database, today: string, now: string): Promise<Due[]> {
  const since = { week: mondayOf(today), month: `${today.slice(0, 8)}01` };
  const { rows } = await sql<Due>`
    select x.user_id, x.list, x.every, x.sent_on, u.email, u.name, signed_in.role
    from list_mail x join app_user u on u.id = x.user_id
    left join lateral (
      select case when a.at > ${now}::timestamptz - make_interval(days => ${activeDays}) then a.role end as role
      from audit a where a.kind = 'sign_in' and a.actor = u.email
      order by a.id desc limit 1
    ) signed_in on true
    where x.sent_on < case x.every when 'week' then ${since.week}::date else ${since.month}::date end
    order by x.user_id, x.list`.execute(database);
  return rows;
}
