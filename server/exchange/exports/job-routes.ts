import { sql } from 'kysely';
import {
  getAttachment,
  inboxEndpoints,
  jobEndpoints,
} from '#contract/exchange/exports.endpoints.ts';
import type { Job } from '#contract/exchange/export.ts';
import type { JobState } from '#contract/job-states.ts';
import { mailTitles, type MailKind } from '#contract/job-states.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import {
  whereIn,
  createReader,
  type ListQuery,
  type ListDefinition,
} from '#server/platform/resource/list.ts';
import { registerReads } from '#server/platform/resource/routes.ts';
import { contains } from '#server/platform/resource/search.ts';
import { createInboxReader } from './inbox.ts';

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
  search: (word) => contains(word, { texts: ['x.subject', 'u.name'], addresses: ['x.recipient'] }),
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

/** Jobs of exports by mail, and the inbox of an institute without a mail server. */
export function jobRoutes(api: Api, context: AppContext): void {
  const {
    database,
    clock: { today },
  } = context;
  registerReads(api, jobEndpoints, createReader(database, jobList, today, toJob), { today });
  registerReads(api, inboxEndpoints, createInboxReader(context), { today });

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
