import { sql } from 'kysely';
import type { AppContext } from '#server/app-context.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { addressNow, addressProblem, isPhone, phoneNow } from './addresses.ts';
import { isStopped, stoppedText } from './stops.ts';

type Context = Pick<AppContext, 'messageQueue' | 'config' | 'settings'>;

/** A step is short: the next ones follow. */
const atOnce = 1000;

interface Due {
  id: number;
  address: string | null;
  phone: string | null;
  stopped: boolean;
}

/** Hands due messages to the queue; those without an address are listed and end (R-MSG-5). */
export async function queueDue(
  trx: Database,
  { messageQueue, config, settings }: Context,
  { today, now }: { today: string; now: string },
): Promise<{ queued: number; more: boolean }> {
  const { rows } = await sql<Due>`
    select m.id, ${addressNow} as address, ${phoneNow} as phone, ${isStopped} as stopped
    from student_message m join student s on s.id = m.student_id
    left join guardian gu on gu.id = m.guardian_id
    where m.state = 'held' and m.due_at <= ${now}::timestamptz
      and (m.day = ${today}::date or m.is_resent or m.kind = 'alert')
    order by m.due_at, m.id limit ${atOnce}`.execute(trx);
  const { sms_messages, sms_first } = settings.current();
  const hasSms = config.sms !== null && sms_messages;
  const open = rows.filter((row) => !row.stopped);
  const stopped = rows.filter((row) => row.stopped).map(({ id }) => id);
  await trx
    .updateTable('student_message')
    .set({ state: 'stopped', reason: stoppedText, ended_at: now })
    .where('id', '=', anyOf.ids(stopped))
    .execute();
  const judged = open.map(({ id, address, phone }) => {
    const problem = addressProblem(address, config);
    return (problem !== null || sms_first) && hasSms && isPhone(phone)
      ? { id, address: phone, channel: 'sms', problem: null }
      : { id, address, channel: 'mail', problem };
  });
  const none = judged.filter(({ problem }) => problem !== null);
  const due = judged.filter(({ problem }) => problem === null);
  await sql`
    update student_message m set state = 'unaddressed', ended_at = ${now}::timestamptz,
      address = x.address, reason = x.reason
    from unnest(${none.map(({ id }) => id)}::bigint[], ${none.map(({ address }) => address)}::text[],
      ${none.map(({ problem }) => problem)}::text[]) as x(id, address, reason)
    where m.id = x.id`.execute(trx);
  if (due.length > 0) {
    // The text is made when the mail server takes it.
    const added = await sql<{ mail_id: number }>`
      with chosen as (
        select * from unnest(${due.map(({ id }) => id)}::bigint[],
          ${due.map(({ address }) => address)}::text[],
          ${due.map(({ channel }) => channel)}::text[]) as x(id, address, channel)
      ), added as (
        insert into mail (kind, asked, recipient, requested_by, subject, body, created_at)
        select 'message', jsonb_build_object('message', id), address, null, '', '',
          ${now}::timestamptz
        from chosen
        returning id, (asked ->> 'message')::bigint as message
      )
      update student_message m set state = 'queued', mail_id = added.id, address = mail.address,
        channel = mail.channel, reason = null
      from added join chosen mail on mail.id = added.message
      where m.id = added.message
      returning m.mail_id`.execute(trx);
    await messageQueue.addAll(
      trx,
      added.rows.map(({ mail_id }) => mail_id),
    );
  }
  return { queued: due.length, more: rows.length === atOnce };
}
