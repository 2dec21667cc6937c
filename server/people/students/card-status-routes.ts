import { setCardStatus } from '#contract/people/students.endpoints.ts';
import { messages } from '#contract/texts.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { asOperation } from '#server/platform/resource/bulk-operation.ts';
import { assertNotOwnMail } from '#server/school/own-row.ts';

/** Sets one card print status for several students, all or none. */
export function cardStatusRoutes(
  api: Api,
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
): void {
  implement(api, setCardStatus, async ({ body: { ids, card_print_status }, user }) => {
    const operation = await inFormTransaction(database, async (trx) => {
      const found = await trx
        .selectFrom('student')
        .select(['id', 'erased_at', 'student_mail'])
        .where('id', '=', anyOf.ids(ids))
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      const known = new Set(found.map(({ id }) => id));
      const missing = ids.filter((id) => !known.has(id));
      if (missing.length) throw validationError('ids', `${missing.join(', ')} cannot be found`);
      for (const { student_mail } of found) assertNotOwnMail(student_mail, user);
      if (found.some(({ erased_at }) => erased_at !== null))
        throw new ApiError(409, { detail: messages.erasedStudent });
      const recorded = await asOperation(
        trx,
        {
          kind: 'edit',
          about: 'card status of students',
          user: user.id,
          now: clock.now().toString(),
          rights: setCardStatus.access,
        },
        () =>
          trx
            .updateTable('student')
            .set({ card_print_status })
            .where('id', '=', anyOf.ids(ids))
            .execute(),
      );
      return recorded.operation;
    });
    return { results: ids.map((id) => ({ id, status: card_print_status })), operation };
  });
}
