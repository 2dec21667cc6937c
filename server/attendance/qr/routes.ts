import { closeQr, getQr, getQrArrivals, openQr } from '#contract/attendance/qr.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { qrTimes, type QrState } from '#contract/attendance/qr.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { forbidden, notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { checkInRoutes } from './check-in-routes.ts';
import { stepAt, type Codes } from './codes.ts';
import { problemOf } from './problem.ts';
import { codesOf } from './secret.ts';
import {
  arrivalsOf,
  closeSession,
  openSession,
  stateOfRoll,
  type Roll,
  type RollState,
} from './queries.ts';

/** Codes that are sent ahead: a screen goes on for so many steps without the network. */
const codesAhead = 4;

/** Check-in by QR code (R-QR-1): the teacher's window, and what students send. */
export function qrRoutes(api: Api, context: AppContext): void {
  const { database, clock } = context;

  /** @throws ApiError 403 for a student of the class: they would show themselves the code (R-ROLL-15). */
  const stateOf = async (roll: Roll, { email }: CurrentUser): Promise<RollState> => {
    const state = await stateOfRoll(database, roll, email.toLowerCase());
    if (!state) throw notFound('This class');
    if (state.is_own) throw forbidden(messages.ownAttendance);
    return state;
  };
  const answerOf = async (roll: Roll, user: CurrentUser): Promise<QrState> => {
    const state = await stateOf(roll, user);
    const problem = await problemOf(context, roll, state);
    const { session, opened_at, enrolled, came } = state;
    const isOpen = session !== null && problem === null;
    return {
      opened_at: isOpen ? opened_at : null,
      problem,
      enrolled,
      came,
      codes: isOpen ? nextCodes(await codesOf(database), context, session) : [],
    };
  };

  implement(api, getQr, ({ query, user }) => answerOf(query, user));

  implement(api, openQr, async ({ body, user }) => {
    const problem = await problemOf(context, body, await stateOf(body, user));
    if (problem !== null) throw validationError('date', problem);
    await openSession(database, body, { user: user.id, now: clock.now().toString() });
    return answerOf(body, user);
  });

  implement(api, closeQr, async ({ body, user }) => {
    await stateOf(body, user);
    await closeSession(database, body, clock.now().toString());
    return answerOf(body, user);
  });

  implement(api, getQrArrivals, async ({ query }) => ({
    results: await arrivalsOf(database, query),
  }));

  checkInRoutes(api, context);
}

/** The shown code and the next ones, each with the time until it is shown. */
function nextCodes(
  codes: Codes,
  { clock, config }: Pick<AppContext, 'clock' | 'config'>,
  session: number,
): QrState['codes'] {
  const now = clock.now().epochMilliseconds;
  const first = stepAt(now);
  return Array.from({ length: codesAhead }, (_, ahead) => {
    const step = first + ahead;
    return {
      address: `${config.publicUrl}/q#${codes.tokenOf({ session, step })}`,
      short_code: codes.shortCodeOf({ session, step }),
      shown_in_ms: step * qrTimes.stepMs - now,
    };
  });
}
