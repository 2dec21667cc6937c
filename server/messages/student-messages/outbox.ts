import { sql, type RawBuilder } from 'kysely';
import type { OutboxRow } from '#contract/messages/student-messages.ts';
import type { OutboxState, StudentMessageKind } from '#contract/messages/student-message-terms.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { assertNotAboutOwn } from '#server/school/own-row.ts';
import { whereIn, type ListDefinition, type ListQuery } from '#server/platform/resource/list.ts';
import { contains } from '#server/platform/resource/search.ts';

/** The state of message `x` with its `mail`, as users read it. */
const stateOf = sql<OutboxState>`case
  when x.state = 'held' then 'waiting'
  when x.state = 'unaddressed' then 'no_address'
  when x.state <> 'queued' then 'cancelled'
  when mail.state = 'failed' then 'bounced'
  when mail.state = 'done' or mail.id is null then 'sent'
  else 'waiting' end`;

/** Joins the classes of message `x`, as a list. */
const withClasses = sql`cross join lateral (
  select coalesce(json_agg(json_build_object('class_schedule', c.id, 'subject_code', j.subject_code,
    'subject_name', j.subject_name, 'group_name', c.group_name,
    'start_time', to_char(coalesce(g.start_time, c.start_time), 'HH24:MI'),
    'end_time', to_char(coalesce(g.end_time, c.end_time), 'HH24:MI'))
    order by coalesce(g.start_time, c.start_time), c.id), '[]') as classes
  from student_message_class n
  join class_schedule c on c.id = n.class_schedule_id
  join subject j on j.id = c.subject_id
  left join class_meeting g on g.class_schedule_id = c.id and g.date = x.day
  where n.message_id = x.id) named`;

const commonColumns = sql`
  x.id, x.kind, x.recipient, x.day, named.classes, x.parts, ${stateOf} as state,
  coalesce(x.reason, mail.reason) as reason, x.due_at, x.ended_at`;

/** Messages to students (R-MSG-5). */
export const outboxList: ListDefinition<
  ListQuery & {
    id?: number[];
    student?: number[];
    kind?: StudentMessageKind[];
    state?: OutboxState[];
  }
> = {
  table: 'student_message',
  archivable: false,
  joins: () => sql`join student s on s.id = x.student_id left join mail on mail.id = x.mail_id`,
  pageJoins: () => withClasses,
  hasLongRows: true,
  columns: () => sql`${commonColumns}, x.address,
    json_build_object('id', s.id, 'student_id', s.student_id, 'first_name', s.first_name,
      'last_name', s.last_name) as student,
    case when mail.body <> '' then json_build_object('subject', mail.subject, 'body', mail.body) end
      as text`,
  search: (word) =>
    contains(word, {
      texts: ['s.student_id', 's.first_name', 's.last_name'],
      addresses: ['x.address'],
    }),
  filters: ({ id, student, kind, state }) => [
    whereIn('x.id', id),
    whereIn('x.student_id', student),
    kind && sql`x.kind = any(${kind}::text[])`,
    state && sql`${stateOf} = any(${state}::text[])`,
  ],
  sortKeys: {
    due_at: [sql`x.due_at`],
    day: [sql`x.day`],
    student: [
      sql`sort_name(s.first_name, s.last_name) collate natural_order`,
      sql`s.first_name collate natural_order`,
    ],
  },
};

/** A student's page shows so many. */
const mostOfStudent = 100;

/** The latest messages of a student, without addresses and texts. */
export async function messagesOf(
  database: Database,
  student: number,
): Promise<Omit<OutboxRow, 'student' | 'address' | 'text'>[]> {
  const { rows } = await sql<Omit<OutboxRow, 'student' | 'address' | 'text'>>`
    select ${commonColumns}
    from student_message x left join mail on mail.id = x.mail_id ${withClasses}
    where x.student_id = ${student}
    order by x.due_at desc, x.id desc limit ${mostOfStudent}`.execute(database);
  return rows;
}

const isRepeatable: RawBuilder<boolean> = sql`(
  x.state in ('stopped', 'dropped', 'unaddressed') or x.state = 'queued' and mail.state = 'failed')`;

/**
 * Sends a message again that was stopped, dropped or refused, or had no address (R-MSG-5). What it says is
 * read again when it is handed over.
 * @throws ApiError 404, 409 for one in another state.
 */
export async function resend(
  database: Database,
  id: number,
  { by, now }: { by: Pick<CurrentUser, 'email'>; now: string },
): Promise<number> {
  return inTransaction(database, async (trx) => {
    const { rows } = await sql<{ student: number; mail_id: number | null; repeatable: boolean }>`
      select x.student_id as student, x.mail_id, ${isRepeatable} as repeatable
      from student_message x left join mail on mail.id = x.mail_id
      where x.id = ${id} for update of x`.execute(trx);
    const [found] = rows;
    if (!found) throw notFound('This message');
    await assertNotAboutOwn(trx, [found.student], by);
    if (!found.repeatable)
      throw new ApiError(409, { detail: 'Only what was stopped or refused is sent again.' });
    await trx
      .updateTable('student_message')
      .set({
        state: 'held',
        is_resent: true,
        reason: null,
        mail_id: null,
        handed_at: null,
        ended_at: null,
        due_at: now,
      })
      .where('id', '=', id)
      .execute();
    if (found.mail_id !== null)
      await trx.deleteFrom('mail').where('id', '=', found.mail_id).execute();
    return found.student;
  });
}

/**
 * Stops every message that waits; one whose mail the mail server is being handed is sent.
 * @returns how many.
 */
export async function stopAll(
  database: Database,
  { by, now }: { by: string; now: string },
): Promise<number> {
  return inTransaction(database, async (trx) => {
    const { rows } = await sql<{ mail_id: number | null }>`
      with waiting as (
        select x.id, x.mail_id from student_message x left join mail on mail.id = x.mail_id
        where x.state = 'held'
          or x.state = 'queued' and x.handed_at is null and mail.state is distinct from 'failed'
        for update of x
      ), stopped as (
        update student_message x set state = 'stopped', mail_id = null, reason = ${`Stopped by ${by}.`},
          ended_at = ${now}::timestamptz
        from waiting where x.id = waiting.id
      )
      select mail_id from waiting`.execute(trx);
    const mails = rows.map(({ mail_id }) => mail_id).filter((one) => one !== null);
    await trx
      .deleteFrom('mail')
      .where('id', '=', anyOf.ids(mails))
      .where((is) => is.or([is('state', '=', 'waiting'), is('state', '=', 'working')]))
      .execute();
    return rows.length;
  });
}
