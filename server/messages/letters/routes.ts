import {
  getLetter,
  listLetters,
  makeCertificates,
  makeWarningLetters,
  verifyLetter,
} from '#contract/messages/letters.endpoints.ts';
import { fullName } from '#contract/person-name.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { implement, type HandlerOf } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { addLetterSteps } from '#server/standing/index.ts';
import { certificateDrafts, certifiedPeriod } from './certificates.ts';
import { implementIntentionLetters } from './intention-routes.ts';
import { kindsOf } from './kinds.ts';
import { makeLetters } from './make.ts';
import { lettersOf, readLetter } from './queries.ts';
import { chosenRecipients, lockRecipients } from './recipients.ts';
import { warnedEntries, warningDraft } from './warnings.ts';

/** Letters and certificates: made, listed, opened again and verified (R-PAPER-2). */
export function letterRoutes(api: Api, context: AppContext): void {
  const { database, clock } = context;

  const certify: HandlerOf<typeof makeCertificates> = async ({ body, user }, reply) => {
    const { student: ids, preview = false } = body;
    const made = await inTransaction(database, async (trx) => {
      const period = await certifiedPeriod(trx, body, clock.today());
      const { recipients, leftOut } = chosenRecipients(ids, await lockRecipients(trx, ids));
      const { drafts, without } = await certificateDrafts(context, trx, recipients, period);
      for (const student of without)
        leftOut.push({
          name: fullName(student),
          reason: 'No class of this period counts: attendance was not recorded.',
        });
      return makeLetters(context, trx, { kind: 'certificate', drafts, leftOut, user, preview });
    });
    return reply.code(preview ? 200 : 201).send(made);
  };
  implement(api, makeCertificates, certify, { hasLongRows: true });

  const warn: HandlerOf<typeof makeWarningLetters> = async (request, reply) => {
    const {
      body: { ids, preview = false },
      user,
    } = request;
    const made = await inTransaction(database, async (trx) => {
      const entries = await warnedEntries(context, trx, { ids, limit: ids.length });
      const found = await lockRecipients(
        trx,
        entries.map(({ student }) => student.id),
      );
      const chosen = entries.flatMap((line) => {
        const recipient = found.get(line.student.id);
        return recipient && !recipient.erased ? { line, recipient } : [];
      });
      // The lines of the red list that rules make have no names of their own.
      request.auditAbout = { student: chosen.map(({ line }) => line.student.id) };
      const drafts = chosen.map(({ line, recipient }) => warningDraft(context, recipient, line));
      const missing = ids.length - drafts.length;
      const leftOut = missing
        ? [
            {
              name: missing === 1 ? '1 entry' : `${missing} entries`,
              reason:
                'No rule holds for it now: dismissed or cleared; or by hand, without a class of a current semester.',
            },
          ]
        : [];
      const done = await makeLetters(context, trx, {
        kind: 'warning_letter',
        drafts,
        leftOut,
        user,
        preview,
      });
      const letters = done.letters.flatMap(({ number }, at) => {
        const entry = chosen[at]?.line.id;
        return number !== null && entry !== undefined ? { entry, number } : [];
      });
      request.auditAbout = { student: done.letters.map(({ student }) => student.id) };
      await addLetterSteps(trx, letters, {
        user: user.id,
        now: clock.now().toString(),
        today: clock.today(),
      });
      return done;
    });
    return reply.code(preview ? 200 : 201).send(made);
  };
  implement(api, makeWarningLetters, warn, { hasLongRows: true });

  implementIntentionLetters(api, context);

  implement(api, listLetters, async (request) => {
    const { query, user } = request;
    return presentList(
      request,
      query,
      await lettersOf(database, query, { kinds: kindsOf(user), timeZone: clock.timeZone }),
    );
  });

  implement(api, verifyLetter, async ({ query: { number }, user }) => {
    const found = await readLetter(database, { number });
    if (!found) throw notFound('A letter with this number');
    const { title, body, ...letter } = found;
    const isReadable = letter.kind === 'certificate' || kindsOf(user).includes(letter.kind);
    return { ...letter, title: isReadable ? title : null, body: isReadable ? body : null };
  });

  implement(api, getLetter, async ({ params: { id }, user }) => {
    const found = await readLetter(database, { id });
    if (
      !found ||
      !kindsOf(user).includes(found.kind) ||
      found.title === null ||
      found.body === null
    )
      throw notFound('This letter');
    const { title, body, erased: _erased, ...letter } = found;
    return { ...letter, title, body };
  });
}
