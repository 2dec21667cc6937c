import { judgeClass } from '#contract/endpoints/timetable.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import { clashes } from './judge.ts';
import { weeklyMeetings } from './proposals.ts';

/** Finds the clashes of a weekly class while its form is filled in. */
export function clashRoutes(api: Api, { database, clock }: AppContext): void {
  implement(api, judgeClass, async ({ query }) => ({
    clashes:
      query.start_time < query.end_time
        ? await clashes(database, await weeklyMeetings(database, query, clock.today()))
        : [],
  }));
}
