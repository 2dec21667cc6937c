import { sql } from 'kysely';
import { getAttachment, inboxEndpoints, jobEndpoints } from '#contract/endpoints/exports.ts';
import type { InboxMail, Job, JobState } from '#contract/export.ts';
import { mailTitles, type MailKind } from '#contract/job-states.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import {
  whereIn,
  createReader,
  searchable,
  type ListQuery,
  type ListDefinition,
} from '#server/platform/resource/list.ts';
import { registerReads } from '#server/platform/resource/routes.ts';
import { textMails } from './mail-records.ts';

interface JobRow extends Omit<Job, 'title' | 'state'> {
  kind: MailKind;
  state: JobState | 'handing_over';
}

/** Exports by mail, and reminders; messages to students are in the outbox. */
const jobList: ListDefinition<
  ListQuery & { id?: number[]; kind?: MailKind[]; state?: JobState[] }
> = {
  table: 'mail',
  archivable: false,
  joins: () => sql`left join app_user u on u.id = x.requested_by`,
  columns: () =>
    sql`
      x.id, x.kind, x.recipient, coalesce(u.name, 'Attendance') as requested_by, x.state, x.reason, x.attempts,
      x.created_at, x.finished_at`,
  search: (word) => sql`${searchable('x.subject', 'x.recipient', 'u.name')} like ${word}`,
  filters: ({ id, kind, state }) => [
    sql`x.kind <> 'message'`,
    whereIn('x.id', id),
    kind && sql`x.kind = any(${kind}::text[])`,
    state &&
      sql`case x.state when 'handing_over' then 'working' else x.state end = any(${state}::text[])`,
  ],
  sortKeys: {
    created_at: [sql`x.created_at`],
    title: [sql`x.kind`],
    recipient: [sql`x.recipient`],
    state: [sql`x.state`],
  },
};

const toJob = ({ kind, state, ...row }: JobRow): Job => ({
  ...row,
  title: mailTitles[kind],
  state: state === 'handing_over' ? 'working' : state,
});

interface InboxRow {
  id: number;
  recipient: string;
  subject: string;
  body: string;
  finished_at: string;
  attachments: InboxMail['attachments'];
}

/** Mails that stay here because no mail server is configured. */
const inboxList: ListDefinition<ListQuery & { id?: number[] }> = {
  table: 'mail',
  archivable: false,
  pageJoins: () => sql`
    cross join lateral (
      select coalesce(json_agg(json_build_object('place', a.place, 'name', a.name, 'content_type',
        a.content_type, 'size', a.size) order by a.place), '[]') as attachments
      from mail_attachment a where a.mail_id = x.id
    ) carried`,
  columns: () => sql`x.id, x.recipient, x.subject, x.body, x.finished_at, carried.attachments`,
  search: (word) => sql`${searchable('x.subject', 'x.recipient', 'x.body')} like ${word}`,
  filters: ({ id }) => [
    whereIn('x.id', id),
    sql`x.state = 'done'`,
    // A reminder has no file; the files of others are deleted once they were sent, or are old.
    sql`(x.in_inbox and x.kind = any(${textMails}::text[]) or exists (
      select from mail_attachment a where a.mail_id = x.id and a.content is not null))`,
  ],
  sortKeys: { at: [sql`x.finished_at`], to: [sql`x.recipient`] },
};

/** The query of a single mail: by id only mails of the inbox are readable. */
const singleMail = { search: '', limit: 1, page: 1, ordering: 'at' };

const toInboxMail = ({ recipient, finished_at, ...row }: InboxRow): InboxMail => ({
  ...row,
  to: recipient,
  at: finished_at,
});

/** Jobs of exports by mail, and the inbox of an institute without a mail server. */
export function jobRoutes(api: Api, { database, clock: { today } }: AppContext): void {
  registerReads(api, jobEndpoints, createReader(database, jobList, today, toJob), { today });
  const inboxReader = createReader(database, inboxList, today, toInboxMail);
  const findById = async (id: number, user: CurrentUser) => {
    const query = { ...singleMail, id: [id], today: today() };
    const { rows } = await inboxReader.page(query, user);
    return rows[0] ?? null;
  };
  registerReads(api, inboxEndpoints, { ...inboxReader, findById }, { today });

  implement(api, getAttachment, async (request, reply) => {
    const { id, place } = request.params;
    const file = await database
      .selectFrom('mail_attachment')
      .select(['name', 'content_type', 'content'])
      .where('mail_id', '=', id)
      .where('place', '=', place)
      .executeTakeFirst();
    if (!file?.content) throw notFound('This attachment');
    const { name, content_type, content } = file;
    return reply
      .headers({
        'content-type': content_type,
        'content-disposition': `attachment; filename="${name}"`,
      })
      .send(content);
  });
}
