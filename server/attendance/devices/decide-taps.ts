import type { FastifyRequest } from 'fastify';
import type { decideDeviceTaps } from '#contract/attendance/devices.endpoints.ts';
import { storedCard } from '#contract/card-number.ts';
import type { AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import type { RequestBody } from '#server/platform/http/implement.ts';
import { assertNotAboutOwn } from '#server/school/own-row.ts';
import { readDevice } from './manage.ts';
import { publishTaps } from './publish-taps.ts';
import { acceptHeldTaps, dismissHeldTaps, holdersOf } from './queries.ts';
import { doorTermsOf } from './terms.ts';

/** The form in which a card that was read is stored. */
export const storedForm =
  ({ settings }: Pick<AppContext, 'settings'>) =>
  (card: string): string =>
    storedCard(card, settings.current());

type Call = Pick<FastifyRequest, 'user' | 'auditAbout'>;

/** Accepts or dismisses held taps of a device. */
export async function decideTaps(
  context: AppContext,
  id: number,
  { accept, taps: only }: RequestBody<typeof decideDeviceTaps>,
  request: Call,
) {
  const { database, clock } = context;
  const stored = storedForm(context);
  await readDevice(context, id);
  if (!accept) {
    const dismissed = await inTransaction(database, async (trx) => {
      const taps = await dismissHeldTaps(trx, id, only);
      const students = await holdersOf(trx, taps, stored);
      await assertNotAboutOwn(trx, students, request.user);
      request.auditAbout = { student: students };
      return taps;
    });
    return { decided: dismissed.length, held: 0 };
  }
  // Not their own marks (R-ROLL-15).
  const mail = request.user.email.toLowerCase();
  const terms = { ...doorTermsOf(context), mail, accepted_by: request.user.id };
  const { answers: taps, stay } = await inTransaction(database, (trx) =>
    acceptHeldTaps(trx, id, { now: clock.now().toString(), terms, only, stored }),
  );
  request.auditAbout = { student: taps.flatMap(({ student }) => student ?? []) };
  publishTaps(context, taps);
  return { decided: taps.length, held: stay };
}
