import { sql } from 'kysely';
import type { InboxMail } from '#contract/exchange/export.ts';
import type { AppContext } from '#server/app-context.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import {
  readPage,
  whereIn,
  type ListDefinition,
  type ListQuery,
  type ResourceReader,
} from '#server/platform/resource/list.ts';
import { contains } from '#server/platform/resource/search.ts';
import { stopUrlFor, type MessageRecipient } from '#server/messages/index.ts';
import { textMails } from '#server/school/mail-records.ts';

interface InboxRow {
  id: number;
  recipient: string;
  subject: string;
  body: string;
  finished_at: string;
  attachments: InboxMail['attachments'];
  /** Who gets the message that it is. */
  message: MessageRecipient | null;
}

type InboxQuery = ListQuery & { id?: number[] };

/** Mails that stay here because no mail server is configured. */
const inboxList: ListDefinition<InboxQuery> = {
  table: 'mail',
  archivable: false,
  pageJoins: () => sql`
    cross join lateral (
      select coalesce(json_agg(json_build_object('place', a.place, 'name', a.name, 'content_type',
        a.content_type, 'size', a.size) order by a.place), '[]') as attachments
      from mail_attachment a where a.mail_id = x.id
    ) carried
    left join student_message m on m.mail_id = x.id and m.channel = 'mail'`,
  columns: () => sql`x.id, x.recipient, x.subject, x.body, x.finished_at, carried.attachments,
    case when m.id is not null then json_build_object('recipient', m.recipient,
      'student', m.student_id, 'guardian', m.guardian_id) end as message`,
  search: (word) => contains(word, { texts: ['x.subject', 'x.body'], addresses: ['x.recipient'] }),
  filters: ({ id }) => [
    whereIn('x.id', id),
    sql`x.state = 'done'`,
    // A reminder has no file; the files of others are deleted once they were sent, or are old.
    sql`(x.in_inbox and x.kind = any(${textMails}::text[]) or exists (
      select from mail_attachment a where a.mail_id = x.id and a.content is not null))`,
  ],
  sortKeys: { at: [sql`x.finished_at`], to: [sql`x.recipient`] },
};

/** In the place of the address of an erased student. */
const erased = 'erased';

/** The query of a single mail: by id only mails of the inbox are readable. */
const singleMail = { search: '', limit: 1, page: 1, ordering: 'at' };

/** Mails as they would have been sent: those to students and guardians with the link that stops them. */
export function createInboxReader({
  database,
  config,
  clock: { today },
}: Pick<AppContext, 'database' | 'config' | 'clock'>): ResourceReader {
  const present = async ({
    recipient: to,
    finished_at: at,
    message,
    ...row
  }: InboxRow): Promise<InboxMail> => ({
    ...row,
    to,
    at,
    stop_url:
      message && to !== erased ? await stopUrlFor(database, config.publicUrl, message, to) : null,
  });
  const page = async (query: InboxQuery) => {
    const { rows, total } = await readPage<InboxRow, InboxQuery>(database, inboxList, query);
    return { rows: await Promise.all(rows.map(present)), total };
  };
  return {
    page: (query: ListQuery, _user: CurrentUser) => page(query),
    async findById(id) {
      const { rows } = await page({ ...singleMail, id: [id], today: today() });
      return rows[0] ?? null;
    },
  };
}
