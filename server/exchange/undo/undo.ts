import type { UndoResult } from '#contract/exchange/bulk-operation.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { asOperation } from '#server/platform/resource/bulk-operation.ts';
import { setCardChange } from '#server/people/index.ts';
import {
  lockEverything,
  kindsOfDates,
  writtenMeetings,
  settleClashes,
  planAt,
  planDates,
} from '#server/timetable/index.ts';
import { waitForErasures } from '../csv/students.ts';
import { refuseByWriter } from './by-writer.ts';
import { leaveTakenCards } from './cards.ts';
import {
  addToUndoing,
  meetingOfKey,
  meetingTable,
  meetingsToUndo,
  recordMeetings,
  undoMeetings,
} from './meetings.ts';
import { recordOutcome, resultOf } from './outcome.ts';
import { refusePast } from './past.ts';
import { refusePeople, refuseTakenIds } from './people.ts';
import { refuseForbidden } from './permissions.ts';
import { tablesInOrder } from './tables.ts';
import { collectRows, recordedColumns, refuseChanged, tablesToUndo } from './undo-table.ts';
import { writeBack } from './write-back.ts';
import type { Undone, Undoing } from './undoing.ts';

/** Tables whose rows decide when classes are held. */
const planned = ['class_schedule', 'semester', 'holiday', meetingTable];

/**
 * Undoes operations in the given order, the latest first: each as far as nothing was built on it, as an
 * operation of its own (R-UNDO-2, R-UNDO-6). Clashes are judged once, of what is held in the end.
 * @returns what became of each, in the same order.
 * @throws ApiError 409 when there is nothing left of one, or classes clash then and that has to be
 * confirmed.
 */
export async function undoOperations(
  trx: Database,
  operations: Undone[],
  undoing: Undoing,
): Promise<UndoResult[]> {
  const { user, clock } = undoing;
  await waitForErasures(trx);
  await planAt(trx, clock);
  const tables = await tablesToUndo(
    trx,
    operations.map(({ id }) => id),
  );
  const isPlanned = planned.some((table) => tables.has(table));
  // Before the first row is written: who holds some of these locks must not wait for the others.
  if (isPlanned || tables.has('enrolment')) await lockEverything(trx);
  const results: UndoResult[] = [];
  let left: number = limits.undoRefusals;
  for (const operation of operations) {
    const result = await undoOperation(trx, operation, { ...undoing, maxRows: left });
    left -= result.rows.length;
    results.push(result);
  }
  if (isPlanned)
    await settleClashes(trx, await writtenMeetings(trx, clock.today()), {
      kinds: kindsOfDates,
      mode: undoing.mode,
      confirm: undoing.confirm,
      by: { user: user.id, now: clock.now().toString() },
    });
  return results;
}

/** Undoes what nothing was built on, and names the other rows (R-UNDO-2). */
async function undoOperation(
  trx: Database,
  operation: Undone,
  undoing: Undoing & { maxRows: number },
): Promise<UndoResult> {
  const { user, clock } = undoing;
  const now = clock.now().toString();
  await collectRows(trx, operation.id);
  const columns = await recordedColumns(trx);
  const meetings = await meetingsToUndo(trx, operation.id);
  if (columns.size === 0 && meetings.waiting.length === 0)
    throw new ApiError(409, { detail: 'This change has been undone.' });
  const present = tablesInOrder.filter((table) => columns.has(table));
  for (const table of present) await refuseChanged(trx, table, operation.id);
  await refusePeople(trx, user);
  await refuseForbidden(trx, present, user);
  await refuseTakenIds(trx);
  await undoMeetings(trx, meetings);
  await refusePast(trx, new Set(present), operation);
  for (const table of present) await refuseByWriter(trx, table, undoing.writers.get(table), user);
  await leaveTakenCards(trx);
  await setCardChange(trx, {
    by: user.id,
    at: now,
    reason: 'corrected',
    respelled: columns.has('student_card') || undefined,
  });

  const { operation: id } = await asOperation(
    trx,
    {
      kind: 'undo',
      about: operation.about,
      user: user.id,
      now,
      rights: operation.rights,
      undoes: operation.id,
    },
    async () => {
      const { before, after } = meetings;
      await recordMeetings(trx, before.splice(0), after.splice(0));
      await writeBack(trx, present, columns, {
        ...undoing,
        operation: operation.id,
        since: operation.recorded_at,
      });
      // Of classes that have just come back.
      await undoMeetings(trx, meetings);
      await recordMeetings(trx, before, after);
      await planDates(trx, meetings.undone.map(meetingOfKey));
    },
  );
  await setCardChange(trx, { by: null, at: now });
  await addToUndoing(trx, operation.id, meetings);
  await recordOutcome(trx, operation, id);
  return resultOf(trx, id, undoing.maxRows);
}
