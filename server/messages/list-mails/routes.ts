import { getListMails, orderListMail } from '#contract/messages/list-mails.endpoints.ts';
import { listMailPermissions, mailedLists } from '#contract/messages/list-mail-terms.ts';
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
    const rows = await database
      .selectFrom('list_mail')
      .select(['list', 'every'])
      .where('user_id', '=', user.id)
      .execute();
    const every = new Map(rows.map((row) => [row.list, row.every]));
    const results = mailedLists
      .filter((list) => can(user.permissions, ...listMailPermissions[list]))
      .map((list) => ({ list, every: every.get(list) ?? null }));
    return { recipient: user.email, results };
  }

  implement(api, getListMails, ({ user }) => listMailsOf(user));

  implement(api, orderListMail, async ({ body: { list, every }, user }) => {
    if (every === null) {
      await database
        .deleteFrom('list_mail')
        .where('user_id', '=', user.id)
        .where('list', '=', list)
        .execute();
      return listMailsOf(user);
    }
    if (!can(user.permissions, ...listMailPermissions[list]))
      throw forbidden('Only who sees all of this list receives it by mail.');
    if (!mayBeMailedTo(user.email, config.mailDomains))
      throw validationError('every', `no mail is sent to ${user.email}`);
    await database
      .insertInto('list_mail')
      .values({ user_id: user.id, list, every, sent_on: clock.today() })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'list'])
          .doUpdateSet((eb) => ({
            every: eb.ref('excluded.every'),
            sent_on: eb.ref('excluded.sent_on'),
          }))
          .whereRef('list_mail.every', '<>', 'excluded.every'),
      )
      .execute();
    return listMailsOf(user);
  });
}
