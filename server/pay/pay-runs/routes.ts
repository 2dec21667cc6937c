import { contains } from '#server/platform/resource/search.ts';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import {
  exportPayRun,
  listPayRunChanges,
  makePayRun,
  payRunEndpoints,
} from '#contract/pay/pay-runs.endpoints.ts';
import { decimalOf } from '#contract/pay/money.ts';
import { payRunFileName, type PayRun } from '#contract/pay/pay-run.ts';
import { fullName } from '#contract/person-name.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { createReader, readOne, type ListDefinition } from '#server/platform/resource/list.ts';
import { registerReads } from '#server/platform/resource/routes.ts';
import { contentTypes } from '#server/platform/spreadsheet/spreadsheet.ts';
import { closedUntil } from '#server/school/pay-closing.ts';
import { changesSince } from './changes.ts';
import { eachLineOf, entriesOf, type RunLine } from './entries.ts';
import { columnCount, fileOfRun } from './file.ts';
import { addRun, countPending, nextRun, runOf, type RunRow } from './store.ts';

type ListedRun = RunRow & { maker: string };

const list: ListDefinition = {
  table: 'pay_run',
  archivable: false,
  joins: () => sql`join app_user u on u.id = x.made_by`,
  columns: () => sql`x.*, u.name as maker`,
  search: (word) => contains(word, [sql`x.id::text`]),
  sortKeys: { id: [sql`x.id`] },
};

const present = ({
  maker,
  made_by: _id,
  columns: _columns,
  amount_cents,
  ...run
}: ListedRun): PayRun => ({
  ...run,
  amount: decimalOf(amount_cents),
  file_name: payRunFileName(run, 'csv'),
  made_by: maker,
});

const sumOf = (lines: RunLine[], of: (line: RunLine) => number): number =>
  lines.reduce((sum, line) => sum + of(line), 0);

/** Files for the payroll system that can be reconciled (R-PAY-10). */
export function payRunRoutes(api: Api, { database, clock }: AppContext): void {
  const reader = createReader<ListedRun>(database, list, clock.today, present);
  registerReads(api, payRunEndpoints, reader, { today: clock.today });
  const rowOf = async (id: number) => {
    const query = { search: '', limit: 1, page: 1, ordering: '', today: clock.today() };
    const row = await readOne<ListedRun, typeof query>(database, list, id, query);
    if (!row) throw notFound('This pay run');
    return row;
  };

  implement(api, makePayRun, async ({ body: { preview, ...period }, user }, reply) => {
    const made = await inTransaction(database, async (trx) => {
      // Runs are created one at a time, and closed days stay closed meanwhile.
      await sql`lock table pay_closing in share row exclusive mode`.execute(trx);
      const closed = await closedUntil(trx);
      if (closed === null || period.to_date > closed)
        throw validationError('to_date', 'must be closed: close pay until this date first');
      const lines = await entriesOf(trx, period, { closed, timeZone: clock.timeZone });
      const sums = {
        lines: lines.filter(({ kind }) => kind === 'line').length,
        corrections: lines.filter(({ kind }) => kind === 'correction').length,
        minutes: sumOf(lines, ({ minutes }) => minutes),
      };
      const cents = sumOf(lines, ({ amount_cents }) => amount_cents);
      if (preview)
        return {
          ...sums,
          amount: decimalOf(cents),
          pending: await countPending(trx, period),
          ...correctionsIn(lines),
        };
      if (lines.length === 0) throw nothingToExport(await runOf(trx, period));
      const run = {
        ...period,
        ...sums,
        id: await nextRun(trx),
        amount_cents: cents,
        columns: columnCount,
        made_by: user.id,
        made_at: clock.now().toString(),
      };
      await addRun(trx, { ...run, checksum: await checksumOf(run, lines) }, lines);
      return run.id;
    });
    if (typeof made !== 'number') return made;
    return reply.code(201).send(present(await rowOf(made)));
  });

  implement(api, listPayRunChanges, async (request) => {
    const { id } = request.params;
    await rowOf(id);
    return presentList(request, request.query, await changesSince(database, id, request.query));
  });

  implement(api, exportPayRun, async ({ params: { id }, query: { format } }, reply) => {
    const run = await rowOf(id);
    return reply
      .headers({
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="${payRunFileName(run, format)}"`,
      })
      .send(fileOfRun(run, format, eachLineOf(database, id)));
  });
}

/** How many corrections a preview names. */
const namedCorrections = 20;

function correctionsIn(lines: RunLine[]) {
  const corrections = lines.filter(({ kind }) => kind === 'correction');
  return {
    corrected: new Set(corrections.map(({ payroll_log_id }) => payroll_log_id)).size,
    first_corrections: corrections.slice(0, namedCorrections).map((line) => ({
      id: line.payroll_log_id,
      date: line.date,
      subject_code: line.subject_code,
      teacher: fullName(line),
      paycode: line.paycode,
      amount: decimalOf(line.amount_cents),
    })),
  };
}

/** SHA-256 of the CSV file. */
async function checksumOf(run: { id: number; columns: number }, lines: RunLine[]): Promise<string> {
  const each = async function* () {
    yield* lines;
  };
  return createHash('sha256')
    .update(await buffer(fileOfRun(run, 'csv', each())))
    .digest('hex');
}

const nothingToExport = (run: number | null) =>
  new ApiError(409, {
    detail:
      run === null
        ? 'No completed check-ins of these days are left to export.'
        : `Nothing has changed since pay run ${run}, which has these days.`,
  });
