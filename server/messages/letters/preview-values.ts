import type { LetterKind } from '#contract/messages/template-kinds.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { ReadValues } from '../templates/routes.ts';
import { latestSemester } from '#server/school/semesters.ts';
import { certificateDrafts, certifiedPeriod } from './certificates.ts';
import { intentionDrafts, intentionPeriod } from './intentions.ts';
import { commonValues } from './make.ts';
import { lockRecipients, type Recipient } from './recipients.ts';
import { warnedEntries, warningDraft } from './warnings.ts';

/** What a letter to a student would say now, for the preview of its template. */
export function letterValues(context: AppContext): Record<LetterKind, ReadValues> {
  const { database, clock } = context;
  const read =
    (
      ownValues: (trx: Database, recipient: Recipient) => Promise<Record<string, string> | null>,
    ): ReadValues =>
    (student, user) =>
      inTransaction(database, async (trx) => {
        const recipient = (await lockRecipients(trx, [student])).get(student);
        if (!recipient || recipient.erased) throw notFound('This student');
        const values = await ownValues(trx, recipient);
        return values && { ...commonValues(context, recipient, user), ...values };
      });
  return {
    certificate: read(async (trx, recipient) => {
      const semester = await latestSemester(trx, clock.today());
      if (semester === null) return null;
      const period = await certifiedPeriod(trx, { semester_id: semester }, clock.today());
      const { drafts } = await certificateDrafts(context, trx, [recipient], period);
      return drafts[0]?.values ?? null;
    }),
    warning_letter: read(async (trx, recipient) => {
      const [line] = await warnedEntries(context, trx, { student: recipient.id, limit: 20 });
      return line ? warningDraft(context, recipient, line).values : null;
    }),
    intention_letter: read(async (trx, recipient) => {
      if ((await latestSemester(trx, clock.today())) === null) return null;
      const period = await intentionPeriod(trx, null, clock.today());
      const { drafts } = await intentionDrafts(context, trx, [recipient], period);
      return drafts[0]?.values ?? null;
    }),
  };
}
