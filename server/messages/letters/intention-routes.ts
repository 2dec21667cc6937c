import { fullName } from '#contract/person-name.ts';
import { makeIntentionLetters } from '#contract/messages/letters.endpoints.ts';
import type { MadeLetters } from '#contract/messages/letters.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { implement, type HandlerOf } from '#server/platform/http/implement.ts';
import { addIntentionSteps } from '#server/standing/index.ts';
import { intentionDrafts, intentionPeriod } from './intentions.ts';
import { makeLetters } from './make.ts';
import { chosenRecipients, lockRecipients } from './recipients.ts';

/** Letters of intention to report: each is a step of the open follow-ups of its student (R-HOURS-5). */
export function implementIntentionLetters(api: Api, context: AppContext): void {
  const { database, clock } = context;

  const make: HandlerOf<typeof makeIntentionLetters> = async ({ body, user }, reply) => {
    const { student: ids, semester_id, preview = false } = body;
    const made = await inTransaction(database, async (trx) => {
      const period = await intentionPeriod(trx, semester_id, clock.today());
      // Letters name the semester, which is locked before students.
      await lockRows(trx, 'semester', [period.semester], 'key share');
      const { recipients, leftOut } = chosenRecipients(ids, await lockRecipients(trx, ids));
      const { drafts, without } = await intentionDrafts(context, trx, recipients, period);
      const nothing = without.map((student): MadeLetters['left_out'][number] => ({
        name: fullName(student),
        reason: 'No class of this semester counts: attendance was not recorded.',
      }));
      const done = await makeLetters(context, trx, {
        kind: 'intention_letter',
        drafts,
        leftOut: [...leftOut, ...nothing],
        user,
        preview,
      });
      await addIntentionSteps(
        trx,
        done.letters.flatMap(({ number, student }) =>
          number === null ? [] : { student: student.id, number },
        ),
        { user: user.id, now: clock.now().toString(), today: clock.today() },
      );
      return done;
    });
    return reply.code(preview ? 200 : 201).send(made);
  };
  implement(api, makeIntentionLetters, make, { hasLongRows: true });
}
