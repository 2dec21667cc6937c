import { sql, type RawBuilder } from 'kysely';
import { webhookLimits } from '#contract/exchange/webhook-terms.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Attempted, Outgoing } from './attempt.ts';
import { delayAfter, pauseAfter } from './back-off.ts';

/** Requests of a process at a time. */
export const maxAtOnce = 200;
/** Requests to one webhook at a time. */
const maxPerWebhook = 100;
/** Later events of a subject that are put off at a time; others are, once they are the oldest. */
const maxHeld = 1000;
/** A process that has sent no outcome by then counts as dead. */
const leaseSeconds = 60;

/**
 * Claims events that are due, so that no other process sends them: the oldest of each subject, while no
 * earlier one waits (R-HOOK-4). Those that have events waiting share the requests evenly, so that slow
 * receivers leave room for others. Names are as they are now. Which are due is
 * found once, and the oldest by a look-up for each: left to a planner that knew nothing of fifty thousand
 * new rows, it compared all of them with all others for minutes.
 */
export async function claimDue(
  trx: Database,
  { now, limit }: { now: string; limit: number },
): Promise<Outgoing[]> {
  const { rows } = await sql<Outgoing>`
    with share as materialized (
      select greatest(1, least(${maxPerWebhook}, ${maxAtOnce} / greatest(1, count(*)))) as each
      from webhook w where w.disabled_at is null and exists (
        select from webhook_delivery e where e.webhook_id = w.id and e.state = 'waiting')
    ), due as materialized (
      select due.id from webhook w cross join share
      cross join lateral (
        select share.each - count(*) as free from webhook_delivery b
        where b.webhook_id = w.id and b.leased_until > ${now}::timestamptz
      ) room
      cross join lateral (
        select e.id from webhook_delivery e
        where e.webhook_id = w.id and e.state = 'waiting'
          and (e.next_at is null or e.next_at <= ${now}::timestamptz)
          and (e.leased_until is null or e.leased_until <= ${now}::timestamptz)
          and e.id = (
            select o.id from webhook_delivery o where o.webhook_id = e.webhook_id
              and o.subject = e.subject and o.state = 'waiting'
            order by o.id limit 1)
        order by e.next_at nulls first, e.id
        limit greatest(0, room.free)
        for update of e skip locked
      ) due
      where w.disabled_at is null
        and (w.paused_until is null or w.paused_until <= ${now}::timestamptz)
      limit ${limit}
    ), claimed as (
      update webhook_delivery d
      set attempts = d.attempts + 1,
        leased_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
      where d.id = any(array(select id from due))
      returning d.*
    )
    select c.id, c.message_id, c.event, c.student_id, c.class_schedule_id, c.date, c.at, c.attempts,
      w.url, w.secret,
      case when w.with_names then jsonb_strip_nulls(jsonb_build_object(
        'student', case when s.id is not null then jsonb_build_object(
          'student_id', s.student_id, 'first_name', s.first_name, 'last_name', s.last_name) end,
        'class', case when j.id is not null then jsonb_build_object(
          'subject_code', j.subject_code, 'subject_name', j.subject_name, 'group_name', k.group_name) end
      )) || case when c.event like 'mark.%'
        then jsonb_build_object('status', a.status) else '{}' end end as names
    from claimed c
    join webhook w on w.id = c.webhook_id
    left join student s on w.with_names and s.id = c.student_id and s.erased_at is null
    left join class_schedule k on w.with_names and k.id = c.class_schedule_id
    left join subject j on j.id = k.subject_id
    left join attendance a on w.with_names and s.id is not null and a.student_id = c.student_id
      and a.class_schedule_id = c.class_schedule_id and a.date = c.date
    order by c.id`.execute(trx);
  return rows;
}

/**
 * Writes down how attempts ended, all in one statement. A week of failures disables a webhook
 * (R-HOOK-5). Later events of a subject whose event failed wait with it.
 */
export async function settle(
  trx: Database,
  attempted: Attempted[],
  { now, random = Math.random }: { now: string; random?: (() => number) | undefined },
): Promise<void> {
  if (attempted.length === 0) return;
  const outcomes = attempted.map((it) => ({
    ...it,
    delay: it.ok ? null : delayAfter(it.attempts, random()),
  }));
  const { rows } = await sql<{ id: number; disabled_at: string | null }>`
    with r as (
      select * from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
        as x(id bigint, attempts int, ok boolean, code smallint, ms int, error text, delay float8)
    ), done as (
      update webhook_delivery d
      set state = case when r.ok then 'delivered' when r.delay is null then 'failed' else 'waiting' end,
        next_at = case when not r.ok then ${now}::timestamptz + make_interval(secs => r.delay) end,
        leased_until = null, attempted_at = ${now}::timestamptz, answer_code = r.code,
        duration_ms = r.ms, error = r.error
      from r where d.id = r.id and d.attempts = r.attempts and d.state = 'waiting'
      returning d.id, d.webhook_id, d.subject, d.next_at, r.ok
    ), held as (
      update webhook_delivery d set next_at = h.next_at
      from (
        select o.id, f.next_at from done f cross join lateral (
          select l.id from webhook_delivery l where l.webhook_id = f.webhook_id
            and l.subject = f.subject and l.state = 'waiting' and l.id > f.id
            and (l.next_at is null or l.next_at < f.next_at)
          order by l.id limit ${maxHeld}
        ) o where f.next_at is not null
      ) h where d.id = h.id
    ), outcome as (
      select webhook_id, bool_or(ok) as any_ok, count(*) filter (where not ok)::int as failed
      from done group by webhook_id
    )
    update webhook w set
      failures = case when o.any_ok then 0 else least(1000000, w.failures + o.failed) end,
      failing_since = case when not o.any_ok then coalesce(w.failing_since, ${now}::timestamptz) end,
      paused_until = case when not o.any_ok then ${now}::timestamptz + make_interval(secs =>
        (${pauses}::float8[])[least(${pauses.length}, w.failures + o.failed + 1)]) end,
      delivered_at = case when o.any_ok then ${now}::timestamptz else w.delivered_at end,
      ${disabledWhen(
        sql`not o.any_ok and coalesce(w.failing_since <= ${now}::timestamptz
          - make_interval(days => ${webhookLimits.failingDays}), false)`,
        now,
      )}
    from outcome o where w.id = o.webhook_id and w.disabled_at is null
    returning w.id, w.disabled_at`.execute(trx);
  await failWaiting(
    trx,
    rows.filter(({ disabled_at }) => disabled_at !== null).map(({ id }) => id),
  );
}

/** By the number of failures. */
const pauses = Array.from({ length: 60 }, (_, failures) => pauseAfter(failures));

/** Disables a webhook by itself: administrators get a mail. */
const disabledWhen = (when: RawBuilder<unknown>, now: string) => sql`
  disabled_at = case when ${when} then ${now}::timestamptz else w.disabled_at end,
  is_mail_due = w.is_mail_due or (${when})`;

/** What waits for disabled webhooks has failed, and can be sent again later. */
export async function failWaiting(trx: Database, webhooks: number[]): Promise<void> {
  if (webhooks.length === 0) return;
  await trx
    .updateTable('webhook_delivery')
    .set({
      state: 'failed',
      next_at: null,
      leased_until: null,
      error: 'The webhook was disabled.',
    })
    .where('webhook_id', '=', anyOf.ids(webhooks))
    .where('state', '=', sql.lit('waiting'))
    .execute();
}

/** Disables webhooks for which more events wait than they will ever get (R-HOOK-5). */
export async function disableOverfull(
  trx: Database,
  now: string,
  most: number = webhookLimits.waiting,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update webhook w set ${disabledWhen(sql`true`, now)}
    where w.disabled_at is null and (
      select count(*) from webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting'
    ) > ${most}
    returning w.id`.execute(trx);
  await failWaiting(
    trx,
    rows.map(({ id }) => id),
  );
}
