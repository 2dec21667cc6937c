import { judgeClass, listRoomsThen } from '#contract/timetable/timetable.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { defaultChangeDate, planAt } from '../meetings/planning.ts';
import { clashes } from './judge.ts';
import { weeklyMeetings } from './proposals.ts';
import { readRoomsThen } from './rooms-then.ts';

/** Finds the clashes of a weekly class, and rooms for it, while its form is filled in. */
export function clashRoutes(api: Api, { database, clock }: AppContext): void {
  /** When the change in the form would hold. */
  const changeDate = ({ id, effective_from }: { id?: number; effective_from?: string }) =>
    id === undefined || effective_from !== undefined
      ? Promise.resolve(effective_from)
      : inTransaction(database, async (trx) => {
          await planAt(trx, clock);
          return defaultChangeDate(trx, id);
        });

  implement(api, judgeClass, async ({ query }) => {
    if (query.start_time >= query.end_time) return { clashes: [], dates: 0 };
    const judged = { ...query, effective_from: await changeDate(query) };
    const meetings = await weeklyMeetings(database, judged, clock.today());
    return { clashes: await clashes(database, meetings), dates: meetings.length };
  });

  implement(api, listRoomsThen, async (request) => {
    const { query } = request;
    const { class_schedule, effective_from } = query;
    const from = await changeDate({ id: class_schedule, effective_from });
    const page = await readRoomsThen(database, { ...query, effective_from: from }, clock.today());
    return presentList(request, query, page);
  });
}
