import { sql } from 'kysely';
import type { Finding } from '#contract/attendance/check.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Page } from '#server/platform/http/lists.ts';
import type { Pages } from './queries.ts';
import { checkedDays } from './statements.ts';

/**
 * Mails that a mail server refused for good, the latest first; not those whose recipient was erased, and
 * no messages to students, which are in the outbox.
 */
export async function failedMails(
  database: Database,
  now: string,
  { limit, page }: Pages,
): Promise<Page<Finding>> {
  const { rows } = await sql<NonNullable<Finding['mail']> & { total: number }>`
    select m.id, m.recipient, m.subject, m.reason, m.finished_at as failed_at,
      count(*) over ()::int as total
    from mail m
    where m.state = 'failed' and m.recipient <> 'erased' and m.kind <> 'message'
      and m.finished_at > ${now}::timestamptz - ${checkedDays} * interval '1 day'
    order by m.finished_at desc, m.id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(database);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _total, ...mail }) => ({
      key: String(mail.id),
      class_schedule: null,
      date: null,
      student: null,
      other: null,
      mail,
      count: null,
    })),
  };
}
