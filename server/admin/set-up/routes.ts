import { getSetUp } from '#contract/admin/set-up.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import { countSetUp, stepsOf } from './queries.ts';

/** What is there and what is missing before the first roll (R-SETUP-1). */
export function setUpRoutes(api: Api, { database, clock }: AppContext): void {
  implement(api, getSetUp, async () => {
    const counts = await countSetUp(database, clock.today());
    const steps = stepsOf(counts);
    return {
      steps,
      specializations: counts.specializations,
      rooms_without_seats: counts.seatless,
      waiting_classes: counts.waiting,
      is_complete: steps.every((it) => it.is_done || it.is_optional),
    };
  });
}
