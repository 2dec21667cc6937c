import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { recordName } from '#contract/bulk-operation-terms.ts';
import type {
  BulkOperation,
  OperationRow,
  RefusedRows,
} from '#contract/exchange/bulk-operation.ts';
import {
  bulkOperationEndpoints,
  exportOperationRows,
  listOperationRows,
} from '#contract/exchange/bulk-operations.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { readOne, readPage, type ResourceReader } from '#server/platform/resource/list.ts';
import { registerReads, type RegisteredResource } from '#server/platform/resource/routes.ts';
import { csvOptions } from '#server/platform/spreadsheet/csv.ts';
import { assertVisible, operationList, rightsOf, type OperationsQuery } from './queries.ts';
import { eachRow, readRows } from './rows.ts';
import { undoRoutes } from './undo-routes.ts';

/** Imports and bulk changes, to be looked at and undone (R-UNDO-1). */
export function bulkOperationRoutes(
  api: Api,
  context: AppContext,
  resources: RegisteredResource[],
): void {
  const { database, clock } = context;
  const writers = new Map(resources.map(({ writer }) => [writer.table as string, writer]));
  const list = operationList(clock.timeZone);
  const reader: ResourceReader = {
    async page(query, user) {
      const given = { ...query, rights: rightsOf(user) } as OperationsQuery;
      if (given.from_date && given.to_date && given.from_date > given.to_date)
        throw validationError('to_date', 'must be later than or equal to from_date');
      return readPage<BulkOperation, OperationsQuery>(database, list, given);
    },
    async findById(id, user) {
      await assertVisible(database, id, user);
      return readOne<BulkOperation, OperationsQuery>(database, list, id, {
        search: '',
        limit: 1,
        page: 1,
        ordering: '',
        today: clock.today(),
        rights: rightsOf(user),
      });
    },
  };
  registerReads(api, bulkOperationEndpoints, reader, { today: clock.today });

  implement(api, listOperationRows, async (request) => {
    const { params, query, user } = request;
    await assertVisible(database, params.id, user);
    return presentList(request, query, await readRows(database, params.id, query, user));
  });

  implement(api, exportOperationRows, async ({ params: { id }, query, user }, reply) => {
    await assertVisible(database, id, user);
    const csv = stringify({ header: true, columns: fileColumns, ...csvOptions });
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="changes-${id}.csv"`,
      })
      .send(Readable.from(eachLine(database, id, query.refused, user)).pipe(csv));
  });

  undoRoutes(api, context, writers);
}

const fileColumns = [
  'record',
  'name',
  'change',
  'field',
  'old',
  'new',
  'undone',
  'not_undone_because',
];

/** A line for each field; of a row without fields one. */
async function* eachLine(
  database: Database,
  id: number,
  refused: RefusedRows | undefined,
  user: CurrentUser,
) {
  for await (const row of eachRow(database, id, refused, user)) yield* linesOf(row);
}

function linesOf({ table, label, change, fields, undone, refusal }: OperationRow) {
  const shown = fields.length ? fields : [{ field: '', from: null, to: null }];
  return shown.map(({ field, from, to }) => [
    recordName(table, 1),
    label ?? '',
    change,
    field,
    text(from),
    text(to),
    undone ? 'yes' : 'no',
    refusal ?? '',
  ]);
}

const text = (value: string | number | boolean | null): string =>
  value === null ? '' : String(value);
