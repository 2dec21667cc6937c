import { sql } from 'kysely';
import { getListMails, orderListMail } from '#contract/messages/list-mails.endpoints.ts';
import {
  listMailPermissions,
  mailedLists,
  type MailedList,
  type MailInterval,
} from '#contract/messages/list-mail-terms.ts';
import type { ListMails } from '#contract/messages/list-mails.ts';
import { can } from '#contract/permissions.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { forbidden, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { mayBeMailedTo } from '#server/school/mail-recipients.ts';

/** Lists that users receive by mail (R-MAIL-1). */
export function listMailRoutes(api: Api, { database, clock, config }: AppContext): void {
  async function listMailsOf(user: CurrentUser): Promise<ListMails> {
    const { rows } = await sql<{ list: MailedList; every: MailInterval }>`
      select list, every from list_mail where user_id = ${user.id}`.execute(database);
    const every = new Map(rows.map((row) => [row.list, row.every]));
    const results = mailedLists
      .filter((list) => can(user.permissions, ...listMailPermissions[list]))
      .map((list) => ({ list, every: every.get(list) ?? null }));
    return { recipient: user.email, results };
  }

  implement(api, getListMails, ({ user }) => listMailsOf(user));

  implement(api, orderListMail, async ({ body: { list, every }, user }) => {
    if (every === null) {
      await sql`delete from list_mail where user_id = ${user.id} and list = ${list}`.execute(
        database,
      );
      return listMailsOf(user);
    }
    if (!can(user.permissions, ...listMailPermissions[list]))
      throw forbidden('Only who sees all of this list receives it by mail.');
    if (!mayBeMailedTo(user.email, config.mailDomains))
      throw validationError('every', `no mail is sent to ${user.email}`);
    await sql`
      insert into list_mail as x (user_id, list, every, sent_on)
      values (${user.id}, ${list}, ${every}, ${clock.today()})
      on conflict (user_id, list) do update set every = excluded.every, sent_on = excluded.sent_on
      where x.every <> excluded.every`.execute(database);
    return listMailsOf(user);
  });
}
