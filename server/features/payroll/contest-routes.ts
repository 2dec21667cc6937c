import { z } from 'zod';
import { idParam, listOf, listQuery } from '../../../contract/fields.ts';
import { payrollLog, type PayrollLog } from '../../../contract/payroll.ts';
import type { Api, Parts } from '../../parts.ts';
import { inTransaction } from '../../platform/database/faults.ts';
import { ApiError, notFound } from '../../platform/http/api-error.ts';
import { presentList } from '../../platform/http/lists.ts';
import type { Reading } from '../../platform/resource/listing.ts';
import { topicsOf } from '../attendance/queries.ts';
import { contestLog, lockLogs, tellHistory } from './queries.ts';

/** How long the class's teacher sees a stand-in's line that is completed. */
const shownHours = 7 * 24;

/** What a class's teacher learns of check-ins by others, and may object to. */
export function contestRoutes(
  api: Api,
  { database, clock, live }: Parts,
  { ofAnybody, page }: { ofAnybody: Reading['one']; page: Reading['page'] },
): void {
  const querystring = z.strictObject({ limit: listQuery.limit, page: listQuery.page });
  api.get('/payroll-logs-stand-ins', { schema: { querystring, response: { 200: listOf(payrollLog) } } }, async (request) => {
    const query = {
      ...request.query,
      search: '',
      ordering: '-date',
      today: clock.today(),
      standInsFor: request.who.teacherId ?? 0,
      openOrSince: clock.now().subtract({ hours: shownHours }).toString(),
    };
    const { rows, total } = await page(query, request.who);
    return presentList(request, request.query, { rows: rows as PayrollLog[], total });
  });

  const params = z.object({ id: idParam });
  const contest = { params, body: z.strictObject({}), response: { 200: payrollLog } };
  api.post('/payroll-logs/:id/contest', { schema: contest }, async ({ params: { id }, who }) => {
    const log = await inTransaction(database, async (trx) => {
      const [current] = await lockLogs(trx, [id]);
      // Of other classes the answer is always the same, with or without a check-in.
      if (!current || who.teacherId === null || current.recorded_id !== who.teacherId) throw notFound('This check-in to a class of yours');
      if (current.teacher_id === who.teacherId) throw new ApiError(409, { detail: 'This check-in is your own.' });
      if (current.status === 'completed') {
        throw new ApiError(409, { detail: 'Accounts has completed this check-in. Only accounts can correct it.' });
      }
      if (current.contested) return current;
      const at = clock.now().toString();
      await contestLog(trx, id, who.id, at);
      await tellHistory(trx, [current], { what: 'contested', changes: [], reason: null, by: who.id, at });
      return current;
    });
    topicsOf(log.class_schedule_id, log.date).forEach(live.publish);
    return (await ofAnybody(id, who)) as PayrollLog;
  });
}
