import { sql } from 'kysely';
import type { OperationDone } from '#contract/meeting-changes.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import {
  changedSince,
  named,
  stampStatus,
  usedSince,
  type By,
  type Change,
  type PatternChange,
} from './operations.ts';
import { changesPayOfClasses, changesPayOfCovers } from './pay-codes.ts';
import { undoPatternChange } from './pattern-change.ts';
import {
  deleteMeetings,
  lockMeetings,
  putBack,
  saveMeetings,
  type FoundMeeting,
  type MeetingRow,
} from './store.ts';

/**
 * Restores the meetings from before an operation, all or none.
 * @throws ApiError 404 when there is no such operation, or it set pay codes and the user may not;
 * 409 when it was undone, or a meeting was changed or marked since.
 */
export async function undo(
  trx: Database,
  id: number,
  { user, now, setsPayCodes }: By & { setsPayCodes: boolean },
): Promise<OperationDone> {
  const { rows } = await sql<Change & Nullable<UndoneChange> & { undone_at: string | null }>`
    select before, after, undone_at, class_schedule_ids, patterns_before, patterns_after
    from operation where id = ${id} for update`.execute(trx);
  const operation = rows[0];
  if (!operation || (!setsPayCodes && changesPay(operation))) throw notFound('This change');
  if (operation.undone_at !== null)
    throw new ApiError(409, { detail: 'This change has been undone.' });
  const meetings = isPatternChange(operation)
    ? await undoPatternChange(trx, operation)
    : await undoMeetings(trx, operation, now);
  await sql`update operation set undone_by = ${user}, undone_at = ${now} where id = ${id}`.execute(
    trx,
  );
  return { operation: id, meetings: meetings.map(named) };
}

/** The start of its validity does not matter. */
type UndoneChange = Omit<PatternChange, 'effective_from'>;
type Nullable<T> = { [Name in keyof T]: T[Name] | null };

const isPatternChange = (
  operation: Change & Nullable<UndoneChange>,
): operation is Change & UndoneChange => operation.class_schedule_ids !== null;

const changesPay = (operation: Change & Nullable<UndoneChange>): boolean =>
  changesPayOfCovers(operation) || (isPatternChange(operation) && changesPayOfClasses(operation));

async function undoMeetings(
  trx: Database,
  { before, after }: Change,
  now: string,
): Promise<MeetingRow[]> {
  const present = await lockMeetings(
    trx,
    after.map((row) => row.id),
  );
  assertUnchanged(after, present);
  const earlier = new Map(before.map((row) => [row.id, row]));
  const isThere = new Set(present.map((row) => row.id));
  const added = present.filter((row) => !earlier.has(row.id));
  if (present.some((row) => isUsed(row, earlier.get(row.id)))) throw usedSince();
  if (added.length)
    await deleteMeetings(
      trx,
      added.map((row) => row.id),
    );
  const restored = await saveMeetings(
    trx,
    before.filter((row) => isThere.has(row.id)),
  );
  for (const row of before.filter((one) => !isThere.has(one.id)))
    restored.push(await putBack(trx, row));
  await stampStatus(trx, present, restored, now);
  return [...restored, ...added];
}

/** Whether marks or a check-in depend on the current times or teacher of a meeting. */
function isUsed(row: FoundMeeting, before: MeetingRow | undefined): boolean {
  if (!before) return row.taken || row.checked_in;
  const timesOf = (it: MeetingRow) => `${it.date} ${it.start_time} ${it.end_time}`;
  if (timesOf(row) !== timesOf(before)) return row.taken || row.checked_in;
  return row.checked_in && row.covering_teacher_id !== before.covering_teacher_id;
}

function assertUnchanged(after: MeetingRow[], present: FoundMeeting[]): void {
  const sequences = new Map(present.map((row) => [row.id, row.sequence]));
  if (after.some((row) => sequences.get(row.id) !== row.sequence)) throw changedSince();
}
