import { z } from 'zod';
import { idParam, listOf, listQuery } from '../../../contract/fields.ts';
import {
  missingCheckIn,
  missingQuery,
  payrollChange,
  payrollExportQuery,
  payrollLogs,
  payrollStats,
  payrollStatsQuery,
} from '../../../contract/payroll.ts';
import type { Api, Parts } from '../../parts.ts';
import { notFound, wrongField } from '../../platform/http/api-error.ts';
import { presentList } from '../../platform/http/lists.ts';
import { readOne, readPage, type Reading } from '../../platform/resource/listing.ts';
import { mountReads } from '../../platform/resource/mount.ts';
import { contentTypes, tableFile } from '../../platform/spreadsheet/spreadsheet.ts';
import { checkInRoutes } from './check-in-routes.ts';
import { correctionRoutes } from './correction-routes.ts';
import { eachLog, eachTotal, logColumns, totalColumns } from './export.ts';
import { logListing, ownOf, presentLog, seesAll, type LogRow, type LogsAsked } from './listing.ts';
import { findMissing } from './missing.ts';
import { findHistory } from './queries.ts';
import { readStats } from './stats.ts';

const mostDays = 366;
const usualDays = 14;

/** Teachers' check-ins and what is paid for them. Without the portal one sees one's own lines (design §4). */
export function payrollRoutes(api: Api, parts: Parts): void {
  const { database, clock } = parts;
  const whole = (asked: object): LogsAsked => ({ search: '', limit: 1, page: 1, ordering: '', today: clock.today(), ...asked });

  async function ofAnybody(id: number, who: Parameters<Reading['one']>[1]) {
    const row = await readOne<LogRow, LogsAsked>(database, logListing, id, whole({}));
    return row && presentLog(row, who);
  }

  const reading: Reading = {
    /** That a class is checked in shows on its attendance screen to whoever opens it. */
    async page(asked: LogsAsked, who) {
      const ofOneClass = asked.class_schedule?.length === 1 && asked.date?.length === 1;
      const { rows, total } = await readPage<LogRow, LogsAsked>(database, logListing, ofOneClass ? asked : ownOf(asked, who));
      return { rows: rows.map((row) => presentLog(row, who)), total };
    },
    async one(id, who) {
      const log = await ofAnybody(id, who);
      return log && (seesAll(who) || log.teacher.id === who.teacherId) ? log : null;
    },
  };
  mountReads(api, payrollLogs, reading, { database, today: clock.today });
  checkInRoutes(api, parts, { ofAnybody });
  correctionRoutes(api, parts, { ofAnybody });

  const params = z.object({ id: idParam });
  const querystring = z.strictObject({ limit: listQuery.limit, page: listQuery.page });
  const history = { params, querystring, response: { 200: listOf(payrollChange) } };
  api.get('/payroll-logs/:id/history', { schema: history }, async (request) => {
    const { id } = request.params;
    if (!(await reading.one(id, request.who))) throw notFound('This check-in');
    return presentList(request, request.query, await findHistory(database, id, request.query));
  });

  api.get(
    '/payroll-logs-stats',
    { schema: { querystring: payrollStatsQuery, response: { 200: payrollStats } } },
    ({ query: { by, ...filters }, who }) => readStats(database, ownOf(whole(filters), who), by),
  );

  const missing = { querystring: missingQuery, response: { 200: listOf(missingCheckIn) } };
  api.get('/payroll-logs-missing', { schema: missing }, async (request) => {
    const { from_date, to_date, ...query } = request.query;
    const to = to_date ?? clock.today();
    const from = from_date ?? Temporal.PlainDate.from(to).subtract({ days: usualDays }).toString();
    if (from > to) throw wrongField('to_date', 'must be later than or equal to from_date');
    if (Temporal.PlainDate.from(from).until(to).days > mostDays) throw wrongField('from_date', `must be at most ${mostDays} days before to_date`);
    return presentList(request, query, await findMissing(database, clock, { ...ownOf(query, request.who), from, to }));
  });

  const file = { querystring: payrollExportQuery, description: 'A file for the payroll system: CSV or an Excel workbook.' };
  api.get('/payroll-logs-export', { schema: file }, async ({ query: { format, rows, ...filters } }, reply) => {
    const asked = whole(filters);
    const body =
      rows === 'totals'
        ? tableFile(format, 'Totals', totalColumns, eachTotal(database, asked))
        : tableFile(format, 'Check-ins', logColumns, eachLog(database, asked));
    const name = `payroll-${rows}-${clock.today()}.${format}`;
    return reply.headers({ 'content-type': contentTypes[format], 'content-disposition': `attachment; filename="${name}"` }).send(body);
  });
}
