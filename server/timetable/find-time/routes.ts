import { findTime } from '#contract/timetable/find-time.endpoints.ts';
import { weekdays } from '#contract/weekdays.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import { rank } from './rank.ts';
import { readOccupied } from './taken.ts';
import { readWanted } from './wanted.ts';

/** Proposes weekly times and rooms (R-FIND-1). */
export function findTimeRoutes(api: Api, { database, clock, settings }: AppContext): void {
  implement(api, findTime, async ({ query }) => {
    const wanted = await readWanted(database, query, clock.today());
    const found = await rank(wanted, await readOccupied(database, wanted), {
      ...query,
      // A single class may be held on any day.
      day_of_week:
        query.day_of_week ?? (query.on === undefined ? settings.current().weekdays : weekdays),
    });
    const { students, seats, features } = wanted;
    return { students: students.length, seats, features, ...found };
  });
}
