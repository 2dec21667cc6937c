import { contestCheckIn, listStandIns } from '#contract/pay/payroll.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { publishClass } from '#server/school/live-marks.ts';
import type { ReadLog, ReadLogs } from './own.ts';
import { recordHistory } from './history-store.ts';
import { contestLog, lockLogs } from './line-changes.ts';

/** How long the class's teacher sees a stand-in's completed line. */
const shownHours = 7 * 24;

/** Check-ins by others, for the class's teacher, who may object. */
export function contestRoutes(
  api: Api,
  { database, clock, live }: AppContext,
  { readLog, page }: { readLog: ReadLog; page: ReadLogs },
): void {
  implement(api, listStandIns, async (request) => {
    const query = {
      ...request.query,
      search: '',
      ordering: '-date',
      today: clock.today(),
      standInsFor: request.user.teacherId ?? 0,
      openOrSince: clock.now().subtract({ hours: shownHours }).toString(),
    };
    const { rows, total } = await page(query, request.user);
    return presentList(request, request.query, { rows, total });
  });

  implement(api, contestCheckIn, async ({ params: { id }, user }) => {
    const { log, answer } = await inTransaction(database, async (trx) => {
      const [current] = await lockLogs(trx, [id]);
      // For other classes the response is always the same, with or without a check-in.
      if (!current || user.teacherId === null || current.recorded_id !== user.teacherId)
        throw notFound('This check-in to a class of yours');
      if (current.teacher_id === user.teacherId)
        throw new ApiError(409, { detail: 'This check-in is your own.' });
      if (current.status === 'completed') {
        throw new ApiError(409, {
          detail: 'Accounts has completed this check-in. Only accounts can correct it.',
        });
      }
      if (current.contested) return { log: current, answer: await readLog(id, user, trx) };
      const at = clock.now().toString();
      await contestLog(trx, id, user.id, at);
      await recordHistory(trx, [current], {
        what: 'contested',
        changes: [],
        reason: null,
        by: user.id,
        at,
      });
      return { log: current, answer: await readLog(id, user, trx) };
    });
    publishClass(live, log.class_schedule_id, log.date);
    return answer;
  });
}
