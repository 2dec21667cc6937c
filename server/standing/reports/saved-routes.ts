import { sql } from 'kysely';
import {
  changeSavedReport,
  listSavedReports,
  removeSavedReport,
  saveReport,
} from '#contract/standing/reports.endpoints.ts';
import { maxSavedReports, type SavedReport } from '#contract/standing/saved-reports.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { forbidden, notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList, readCountedPage } from '#server/platform/http/lists.ts';
import { required } from '#server/platform/required.ts';
import { contains, wordsOf } from '#server/platform/resource/search.ts';
import { lockUser } from '#server/school/users.ts';

const columns = (user: CurrentUser) => sql`x.id, x.name, x.address, x.is_shared,
  x.created_by = ${user.id} as is_own, u.name as by`;

async function readSaved(database: Database, id: number, user: CurrentUser): Promise<SavedReport> {
  const { rows } = await sql<SavedReport>`
    select ${columns(user)} from saved_report x join app_user u on u.id = x.created_by
    where x.id = ${id}`.execute(database);
  return required(rows[0], `The saved report ${id}`);
}

/** The row is the user's own, and locked; others are not found, or may only be opened. */
async function lockOwn(trx: Database, id: number, user: CurrentUser): Promise<{ name: string }> {
  const row = await trx
    .selectFrom('saved_report')
    .select(['name', 'created_by', 'is_shared'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const isOwn = row?.created_by === user.id;
  if (!row || (!isOwn && !row.is_shared)) throw notFound('This saved report');
  if (!isOwn) throw forbidden('Only who saved a report changes it.');
  return row;
}

async function assertFree(trx: Database, name: string, user: CurrentUser): Promise<void> {
  const taken = await trx
    .selectFrom('saved_report')
    .select('id')
    .where('created_by', '=', user.id)
    .where('name', '=', name)
    .executeTakeFirst();
  if (taken) throw validationError('name', 'is the name of another of your reports');
}

/** Reports under a name: one's own, and those that others have shared (R-REPORT-4). */
export function savedReportRoutes(api: Api, { database, clock }: AppContext): void {
  implement(api, listSavedReports, async (request) => {
    const { query, user } = request;
    const words = wordsOf(query.search).map((word) => sql`and ${contains(word, ['x.name'])}`);
    const direction = query.ordering.startsWith('-') ? sql`desc` : sql`asc`;
    const key = query.ordering.endsWith('by') ? sql`u.name` : sql`x.name`;
    const found = await readCountedPage(query, (limit, offset) =>
      sql<SavedReport & { total: number }>`
        select ${columns(user)}, count(*) over () as total
        from saved_report x join app_user u on u.id = x.created_by
        where (x.created_by = ${user.id} or x.is_shared) ${sql.join(words, sql` `)}
        order by ${key} collate natural_order ${direction}, x.name, x.id
        limit ${limit} offset ${offset}`.execute(database),
    );
    return presentList(request, query, found);
  });

  implement(api, saveReport, async ({ body, user }, reply) => {
    const saved = await inTransaction(database, async (trx) => {
      await lockUser(trx, user.id);
      await assertFree(trx, body.name, user);
      const { count } = await trx
        .selectFrom('saved_report')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('created_by', '=', user.id)
        .executeTakeFirstOrThrow();
      if (count >= maxSavedReports)
        throw validationError(
          'name',
          `you have ${maxSavedReports} saved reports: delete one first`,
        );
      const { id } = await trx
        .insertInto('saved_report')
        .values({ ...body, created_by: user.id, created_at: clock.now().toString() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return readSaved(trx, id, user);
    });
    return reply.code(201).send(saved);
  });

  implement(api, changeSavedReport, async ({ params: { id }, body, user }) =>
    inTransaction(database, async (trx) => {
      await lockUser(trx, user.id);
      const { name } = await lockOwn(trx, id, user);
      if (body.name !== undefined && body.name !== name) await assertFree(trx, body.name, user);
      if (Object.keys(body).length > 0)
        await trx.updateTable('saved_report').set(body).where('id', '=', id).execute();
      return readSaved(trx, id, user);
    }),
  );

  implement(api, removeSavedReport, async ({ params: { id }, user }, reply) => {
    await inTransaction(database, async (trx) => {
      await lockOwn(trx, id, user);
      await trx.deleteFrom('saved_report').where('id', '=', id).execute();
    });
    return reply.code(204).send(null);
  });
}
