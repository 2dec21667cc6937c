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
import { forbidden, notFound, wrongField } from '../../platform/http/api-error.ts';
import type { Who } from '../../platform/http/guard.ts';
import { presentList } from '../../platform/http/lists.ts';
import { readOne, readPage, type Reading } from '../../platform/resource/listing.ts';
import { mountReads } from '../../platform/resource/mount.ts';
import { contentTypes, tableFile } from '../../platform/spreadsheet/spreadsheet.ts';
import { checkInRoutes } from './check-in-routes.ts';
import { contestRoutes } from './contest-routes.ts';
import { correctionRoutes } from './correction-routes.ts';
import { eachLog, eachTotal, logColumns, totalColumns } from './export.ts';
import { historyFor } from './history.ts';
import { logListing, type LogRow, type LogsAsked } from './listing.ts';
import { findMissing } from './missing.ts';
import { isOwn, ownOf, presentLog, readsPay, refusePayQuery, seesAll } from './own.ts';
import { readStats } from './stats.ts';

const mostDays = 366;
const usualDays = 14;

/** Teachers' check-ins and what is paid for them. Without the portal one sees one's own lines (design §4). */
export function payrollRoutes(api: Api, parts: Parts): void {
  const { database, clock } = parts;
  const whole = (asked: object): LogsAsked => ({ search: '', limit: 1, page: 1, ordering: '', today: clock.today(), ...asked });

  const rowOf = (id: number) => readOne<LogRow, LogsAsked>(database, logListing, id, whole({}));
  const ofAnybody: Reading['one'] = async (id, who) => {
    const row = await rowOf(id);
    return row && presentLog(row, who);
  };
  /** A row that the caller may open; others are answered like none. */
  async function rowFor(id: number, who: Who): Promise<LogRow | null> {
    const row = await rowOf(id);
    return row && (seesAll(who) || isOwn(row, who)) ? row : null;
  }
  const page: Reading['page'] = async (asked, who) => {
    const { rows, total } = await readPage<LogRow, LogsAsked>(database, logListing, asked);
    return { rows: rows.map((row) => presentLog(row, who)), total };
  };

  const reading: Reading = {
    /** That a class is checked in shows on its attendance screen to whoever opens it. */
    async page(asked: LogsAsked, who) {
      refusePayQuery(asked, who);
      const ofOneClass = asked.class_schedule?.length === 1 && asked.date?.length === 1;
      return page(ofOneClass ? asked : ownOf(asked, who), who);
    },
    async one(id, who) {
      const row = await rowFor(id, who);
      return row && presentLog(row, who);
    },
  };
  mountReads(api, payrollLogs, reading, { database, today: clock.today });
  checkInRoutes(api, parts, { ofAnybody });
  correctionRoutes(api, parts, { ofAnybody });
  contestRoutes(api, parts, { ofAnybody, page });

  const params = z.object({ id: idParam });
  const querystring = z.strictObject({ limit: listQuery.limit, page: listQuery.page });
  const history = { params, querystring, response: { 200: listOf(payrollChange) } };
  api.get('/payroll-logs/:id/history', { schema: history }, async (request) => {
    const row = await rowFor(request.params.id, request.who);
    if (!row) throw notFound('This check-in');
    return presentList(request, request.query, await historyFor(database, row, request.who, request.query));
  });

  api.get(
    '/payroll-logs-stats',
    { schema: { querystring: payrollStatsQuery, response: { 200: payrollStats } } },
    ({ query: { by, ...filters }, who }) => {
      refusePayQuery({ ...filters, by }, who);
      return readStats(database, ownOf(whole(filters), who), who, by);
    },
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
  api.get('/payroll-logs-export', { schema: file }, async ({ query: { format, rows, ...filters }, who }, reply) => {
    if (!readsPay(who)) throw forbidden('You do not have permission to perform this action.');
    const asked = whole(filters);
    const body =
      rows === 'totals'
        ? tableFile(format, 'Totals', totalColumns, eachTotal(database, asked))
        : tableFile(format, 'Check-ins', logColumns, eachLog(database, asked));
    const name = `payroll-${rows}-${clock.today()}.${format}`;
    return reply.headers({ 'content-type': contentTypes[format], 'content-disposition': `attachment; filename="${name}"` }).send(body);
  });
}
