import type { AppContext } from '#server/app-context.ts';
import { stepAt } from './codes.ts';
import { purgeQr } from './queries.ts';

/** How long a teacher can see who shared a browser, in days. */
const keepBrowsersDays = 30;

/** Deletes tries of past steps, and the browsers of old check-ins (R-QR-5). */
export const purgeOldCodes = ({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<void> =>
  purgeQr(database, {
    step: stepAt(clock.now().epochMilliseconds) - 1,
    before: Temporal.PlainDate.from(clock.today()).subtract({ days: keepBrowsersDays }).toString(),
  });
