import { sql } from 'kysely';
import { z } from 'zod';
import { inbox, jobs, type InboxMail, type Job, type JobState } from '../../../contract/export.ts';
import { idParam } from '../../../contract/fields.ts';
import type { Api, Parts } from '../../parts.ts';
import type { Who } from '../../platform/http/guard.ts';
import { notFound } from '../../platform/http/api-error.ts';
import { among, readingOf, searchable, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import { mountReads } from '../../platform/resource/mount.ts';
import { exportTitles } from './mail-records.ts';

interface JobRow extends Omit<Job, 'title' | 'state'> {
  kind: keyof typeof exportTitles;
  state: JobState | 'handing_over';
}

/** Exports on their way, the latest first. */
const jobListing: Listing<ListAsked & { id?: number[]; state?: JobState[] }> = {
  table: 'mail',
  neverArchived: true,
  joins: () => sql`join app_user u on u.id = x.requested_by`,
  columns: () => sql`x.id, x.kind, x.recipient, u.name as requested_by, x.state, x.reason, x.attempts, x.created_at, x.finished_at`,
  search: (word) => sql`${searchable('x.subject', 'x.recipient', 'u.name')} like ${word}`,
  filters: ({ id, state }) => [
    among('x.id', id),
    state && sql`case x.state when 'handing_over' then 'working' else x.state end = any(${state}::text[])`,
  ],
  orders: { created_at: [sql`x.created_at`], title: [sql`x.kind`], recipient: [sql`x.recipient`], state: [sql`x.state`] },
};

const presentJob = ({ kind, state, ...row }: JobRow): Job => ({
  ...row,
  title: exportTitles[kind],
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

/** Mails that were not sent because no mail server is set. */
const inboxListing: Listing<ListAsked & { id?: number[] }> = {
  table: 'mail',
  neverArchived: true,
  extras: () => sql`
    cross join lateral (
      select json_agg(json_build_object('place', a.place, 'name', a.name, 'content_type', a.content_type, 'size', a.size) order by a.place) as attachments
      from mail_attachment a where a.mail_id = x.id
    ) carried`,
  columns: () => sql`x.id, x.recipient, x.subject, x.body, x.finished_at, carried.attachments`,
  search: (word) => sql`${searchable('x.subject', 'x.recipient', 'x.body')} like ${word}`,
  filters: ({ id }) => [
    among('x.id', id),
    sql`x.state = 'done'`,
    sql`exists (select from mail_attachment a where a.mail_id = x.id and a.content is not null)`,
  ],
  orders: { at: [sql`x.finished_at`], to: [sql`x.recipient`] },
};

/** What does not lie in the inbox is not read by its id either. */
const alone = { search: '', limit: 1, page: 1, ordering: 'at' };

const presentMail = ({ recipient, finished_at, ...row }: InboxRow): InboxMail => ({ ...row, to: recipient, at: finished_at });

/** What becomes of the exports by mail, and the inbox of an institute without a mail server. */
export function jobRoutes(api: Api, { database, clock: { today } }: Parts): void {
  mountReads(api, jobs, readingOf(database, jobListing, today, presentJob), { database, today });
  const lying = readingOf(database, inboxListing, today, presentMail);
  const one = async (id: number, who: Who) => (await lying.page({ ...alone, id: [id], today: today() } as ListAsked, who)).rows[0] ?? null;
  mountReads(api, inbox, { ...lying, one }, { database, today });

  const params = z.object({
    id: idParam,
    place: z
      .string()
      .regex(/^\d{1,2}$/, 'must be a whole number')
      .transform(Number),
  });
  api.get('/inbox/:id/attachments/:place', { schema: { params, description: 'The file that came with a mail.' } }, async (request, reply) => {
    const { id, place } = request.params;
    const file = await database
      .selectFrom('mail_attachment')
      .select(['name', 'content_type', 'content'])
      .where('mail_id', '=', id)
      .where('place', '=', place)
      .executeTakeFirst();
    if (!file?.content) throw notFound('This attachment');
    const { name, content_type, content } = file;
    return reply.headers({ 'content-type': content_type, 'content-disposition': `attachment; filename="${name}"` }).send(content);
  });
}
