import type { UndoResult } from '#contract/exchange/bulk-operation.ts';
import {
  listLaterOperations,
  previewBulkUndo,
  previewUndoWithLater,
  undoBulkOperation,
  undoWithLater,
} from '#contract/exchange/bulk-operations.endpoints.ts';
import type { UndoWithLaterResult } from '#contract/exchange/undo-with-later.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { publishPlan } from '#server/school/live-marks.ts';
import { rolledBack } from '#server/timetable/index.ts';
import type { Refusals } from './apply.ts';
import { attempt } from './attempt.ts';
import { lockWithLater, readLater } from './later.ts';
import { assertOnly, assertVisible, lockOperations } from './queries.ts';
import { sumOf } from './outcome.ts';
import { undoOperations } from './undo.ts';
import type { Undone } from './undoing.ts';

/** One operation, undone for a user. */
interface Order {
  id: number;
  user: CurrentUser;
  confirm: boolean | undefined;
}

/** Undoing one operation, and one with everything after it; a preview is the undo, rolled back. */
export function undoRoutes(
  api: Api,
  { database, clock, live, settings }: AppContext,
  writers: ReadonlyMap<string, ResourceWriter>,
): void {
  const { timeZone } = clock;
  const undo = (
    trx: Database,
    operations: Undone[],
    { user, confirm, refusals }: Omit<Order, 'id'> & { refusals: Refusals },
  ): Promise<UndoResult[]> =>
    undoOperations(trx, operations, {
      user,
      clock,
      writers,
      mode: settings.current().clashes,
      confirm,
      refusals,
    });

  const alone = (order: Order) => async (trx: Database, refusals: Refusals) => {
    await assertOnly(trx);
    const operations = await lockOperations(trx, [order.id], order.user);
    const [done] = await undo(trx, operations, { ...order, refusals });
    if (!done) throw notFound('This change');
    return done;
  };
  implement(api, previewBulkUndo, async ({ params: { id }, user }) => {
    // Clashes are a question of the undo itself.
    const done = await attempt(database, rolledBack, alone({ id, user, confirm: true }));
    return { ...done, operation: null };
  });
  implement(api, undoBulkOperation, async ({ params: { id }, body, user }) => {
    const order = { id, user, confirm: body.confirm_clashes };
    const done = await attempt(database, inTransaction, alone(order));
    publishPlan(live);
    return done;
  });

  implement(api, listLaterOperations, async ({ params: { id }, user }) => {
    await assertVisible(database, id, user);
    const { order: _order, ...later } = await readLater(database, id, user, timeZone);
    return later;
  });
  const withLater =
    (order: Order, confirmed?: number[]) =>
    async (trx: Database, refusals: Refusals): Promise<UndoWithLaterResult> => {
      const { id, user } = order;
      const operations = await lockWithLater(trx, { id, user, timeZone, confirmed });
      return sumOf(operations, await undo(trx, operations, { ...order, refusals }));
    };
  implement(api, previewUndoWithLater, async ({ params: { id }, user }) => {
    const order = { id, user, confirm: true };
    const done = await attempt(database, rolledBack, withLater(order));
    return {
      ...done,
      operations: done.operations.map(({ result, ...operation }) => ({
        ...operation,
        result: { ...result, operation: null },
      })),
    };
  });
  implement(api, undoWithLater, async ({ params: { id }, body, user }) => {
    const order = { id, user, confirm: body.confirm_clashes };
    const done = await attempt(database, inTransaction, withLater(order, body.operations));
    publishPlan(live);
    return done;
  });
}
