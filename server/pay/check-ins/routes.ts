import {
  exportCheckIns,
  getCheckInHistory,
  getPayrollStats,
  listMissingCheckIns,
  payrollLogEndpoints,
} from '#contract/pay/payroll.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { forbidden, notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { readOne, readPage, type ResourceReader } from '#server/platform/resource/list.ts';
import { registerReads } from '#server/platform/resource/routes.ts';
import { contentTypes, tableFile } from '#server/platform/spreadsheet/spreadsheet.ts';
import { checkInRoutes } from './check-in-routes.ts';
import { closingRoutes } from './closing.ts';
import { contestRoutes } from './contest-routes.ts';
import { correctionRoutes } from './correction-routes.ts';
import { eachLog, eachTotal, logColumns, totalColumns } from './export.ts';
import { historyFor } from './history.ts';
import { logList, type LogsOfCall, type LogRow, type LogsQuery } from './list.ts';
import { periodOf } from '#server/timetable/index.ts';
import { findMissing } from './missing.ts';
import {
  isOwn,
  restrictToOwn,
  presentLog,
  readsPay,
  assertPayQueryAllowed,
  canSeeAllLogs,
  type ReadLog,
  type ReadLogs,
} from './own.ts';
import { recalculationRoutes } from './recalculation-routes.ts';
import { requestRoutes } from './request-routes.ts';
import { readStats } from './stats.ts';

/** Teachers' check-ins and their pay. Without the portal a user sees their own lines (R-PAY-4). */
export function payrollRoutes(api: Api, context: AppContext): void {
  const { database, clock } = context;
  const whole = (query: object): LogsQuery => ({
    search: '',
    limit: 1,
    page: 1,
    ordering: '',
    today: clock.today(),
    timeZone: clock.timeZone,
    ...query,
  });

  const rowOf = (id: number, within: Database = database) =>
    readOne<LogRow, LogsQuery>(within, logList, id, whole({}));
  /** @throws ApiError 404 when it was withdrawn meanwhile. */
  const readLog: ReadLog = async (id, user, within) => {
    const row = await rowOf(id, within);
    if (!row) throw notFound('This check-in');
    return presentLog(row, user);
  };
  /** A row that the caller may open; for others the response is the same as for a missing row. */
  async function rowFor(id: number, user: CurrentUser): Promise<LogRow | null> {
    const row = await rowOf(id);
    return row && (canSeeAllLogs(user) || isOwn(row, user)) ? row : null;
  }
  const page: ReadLogs = async (query, user) => {
    const { rows, total } = await readPage<LogRow, LogsQuery>(database, logList, {
      ...query,
      timeZone: clock.timeZone,
    });
    return { rows: rows.map((row) => presentLog(row, user)), total };
  };

  const reader: ResourceReader = {
    /** Every user of the attendance screen of a class sees that it is checked in. */
    async page(query: LogsOfCall, user) {
      assertPayQueryAllowed(query, user);
      const ofOneClass = query.class_schedule?.length === 1 && query.date?.length === 1;
      return page(ofOneClass ? query : restrictToOwn(query, user), user);
    },
    async findById(id, user) {
      const row = await rowFor(id, user);
      return row && presentLog(row, user);
    },
  };
  registerReads(api, payrollLogEndpoints, reader, { today: clock.today });
  checkInRoutes(api, context, { readLog });
  correctionRoutes(api, context, { readLog });
  recalculationRoutes(api, context);
  requestRoutes(api, context);
  closingRoutes(api, context);
  contestRoutes(api, context, { readLog, page });

  implement(api, getCheckInHistory, async (request) => {
    const row = await rowFor(request.params.id, request.user);
    if (!row) throw notFound('This check-in');
    return presentList(
      request,
      request.query,
      await historyFor(database, row, request.user, request.query),
    );
  });

  implement(api, getPayrollStats, async ({ query: { by, ...filters }, user }) => {
    assertPayQueryAllowed({ ...filters, by }, user);
    return readStats(database, restrictToOwn(whole(filters), user), user, by);
  });

  implement(api, listMissingCheckIns, async (request) => {
    const { from_date, to_date, ...query } = request.query;
    const period = periodOf({ from_date, to_date }, clock.today(), query.requested === 'true');
    return presentList(
      request,
      query,
      await findMissing(database, clock, { ...restrictToOwn(query, request.user), ...period }),
    );
  });

  implement(api, exportCheckIns, async ({ query: { format, rows, ...filters }, user }, reply) => {
    if (!readsPay(user)) throw forbidden('You do not have permission to perform this action.');
    const query = whole(filters);
    const body =
      rows === 'totals'
        ? tableFile(format, 'Totals', totalColumns, eachTotal(database, query))
        : tableFile(format, 'Check-ins', logColumns, eachLog(database, query));
    const name = `payroll-${rows}-${clock.today()}.${format}`;
    return reply
      .headers({
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="${name}"`,
      })
      .send(body);
  });
}
