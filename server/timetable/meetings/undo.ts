import { sql } from 'kysely';
import type { OperationDone } from '#contract/timetable/meeting-changes.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { ApiError, forbidden, notFound } from '#server/platform/http/api-error.ts';
import { lockNeeds, lockSemesters } from '../clashes/lock.ts';
import { kindsOfDates, writtenMeetings } from '../clashes/newly-held.ts';
import { settleClashes } from '../clashes/settle.ts';
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
import { comparable, rowsOf, undoPatternChange } from './pattern-change.ts';
import { isCheckedIn, placesOfRow } from './places.ts';
import { planDates } from './planning.ts';
import { giveBack, reopenEnded } from './taken-over.ts';
import {
  carriedBy,
  deleteMeetings,
  lockMeetings,
  putBack,
  saveMeetings,
  type FoundMeeting,
  type MeetingRow,
} from './store.ts';

interface Undoing extends By {
  /** From when on clashes matter. */
  today: string;
  setsPayCodes: boolean;
  opensRooms: boolean;
  /** What becomes of clashes with the classes as they are again. */
  mode: 'ask' | 'refuse';
  confirm: boolean | undefined;
}

/**
 * Restores the meetings from before an operation, all or none.
 * @throws ApiError 403 where it opens a room and the user may not; 404 when there is no such operation, or it set pay codes and the user may not;
 * 409 when it was undone, a meeting was changed or marked since, or classes clash then and that has
 * to be confirmed (R-CLASH-7).
 */
export async function undo(
  trx: Database,
  id: number,
  { user, now, today, setsPayCodes, opensRooms, mode, confirm }: Undoing,
): Promise<OperationDone> {
  const operation = await trx
    .selectFrom('operation')
    .select([
      'before',
      'after',
      'undone_at',
      'class_schedule_ids',
      'patterns_before',
      'patterns_after',
      'columns_before',
      'columns_after',
      'effective_from',
      'added_class_id',
      'room_closing_id',
    ])
    .where('id', '=', id)
    .$narrowType<Change & Nullable<UndoneChange> & { room_closing_id: number | null }>()
    .forUpdate()
    .executeTakeFirst();
  if (!operation || (!setsPayCodes && changesPay(operation))) throw notFound('This change');
  if (operation.undone_at !== null)
    throw new ApiError(409, { detail: 'This change has been undone.' });
  if (operation.room_closing_id !== null && !opensRooms) throw forbidden('You may not open rooms.');
  await lockWhatIsNeededAgain(trx, operation, today);
  // Before the classes are judged that are in the room again.
  if (operation.room_closing_id !== null)
    await trx.deleteFrom('room_closing').where('id', '=', operation.room_closing_id).execute();
  const meetings = isPatternChange(operation)
    ? await undoClasses(trx, operation)
    : await undoMeetings(trx, { id, ...operation }, now);
  await settleClashes(trx, await writtenMeetings(trx, today), {
    kinds: kindsOfDates,
    mode,
    confirm,
    by: { user, now },
  });
  await trx
    .updateTable('operation')
    .set({ undone_by: user, undone_at: now })
    .where('id', '=', id)
    .execute();
  return { operation: id, meetings: meetings.map(named) };
}

async function lockWhatIsNeededAgain(
  trx: Database,
  { before, after, class_schedule_ids, patterns_before }: Change & Nullable<UndoneChange>,
  today: string,
): Promise<void> {
  const rows = [...before, ...after, ...(patterns_before ?? [])];
  const idsIn = (name: string) =>
    rows.flatMap((row) => Reflect.get(row, name) as unknown).filter((id) => typeof id === 'number');
  const classes = class_schedule_ids ?? [...before, ...after].map((row) => row.class_schedule_id);
  await lockSemesters(trx, { classes });
  await lockNeeds(trx, {
    teachers: [...idsIn('teacher_id'), ...idsIn('covering_teacher_id'), ...idsIn('co_teacher_ids')],
    classrooms: [...idsIn('classroom_id'), ...idsIn('more_classroom_ids')],
    classes,
    from: today,
  });
}

type UndoneChange = Required<PatternChange>;
type Nullable<T> = { [Name in keyof T]: T[Name] | null };

const isPatternChange = (
  operation: Change & Nullable<UndoneChange>,
): operation is Change & UndoneChange => operation.class_schedule_ids !== null;

const changesPay = (operation: Change & Nullable<UndoneChange>): boolean =>
  changesPayOfCovers(operation) || (isPatternChange(operation) && changesPayOfClasses(operation));

async function undoClasses(trx: Database, change: Change & UndoneChange): Promise<MeetingRow[]> {
  const { class_schedule_ids, added_class_id: added, effective_from: from } = change;
  const id = class_schedule_ids.find((one) => one !== added);
  if (added === null || id === undefined) return undoPatternChange(trx, change);
  await reopenEnded(trx, id);
  const meetings = await undoPatternChange(trx, change);
  await giveBack(trx, { id, added, from });
  return meetings;
}

async function undoMeetings(
  trx: Database,
  { id, before, after }: Change & { id: number },
  now: string,
): Promise<MeetingRow[]> {
  const present = await lockMeetings(
    trx,
    after.map((row) => row.id),
  );
  await assertUnchanged(trx, { id, after }, present);
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
  // What comes back follows holidays and changes of classes that came in between.
  await planDates(trx, restored);
  return [...restored, ...added];
}

/** Whether marks or a check-in depend on the current times or teacher of a meeting. */
function isUsed(row: FoundMeeting, before: MeetingRow | undefined): boolean {
  if (!before) return carriedBy(row) !== null;
  const timesOf = (it: MeetingRow) => `${it.date} ${it.start_time} ${it.end_time}`;
  if (timesOf(row) !== timesOf(before)) return carriedBy(row) !== null;
  return placesOfRow(row).some(
    (place) =>
      isCheckedIn(row, place) &&
      !placesOfRow(before).some(
        ({ teacher, cover }) => teacher === place.teacher && cover === place.cover,
      ),
  );
}

/** Undoing a later change leaves the meetings as they were, with other sequences. */
async function assertUnchanged(
  trx: Database,
  { id, after }: { id: number; after: MeetingRow[] },
  present: FoundMeeting[],
): Promise<void> {
  const sequences = new Map(present.map((row) => [row.id, row.sequence]));
  const others = after.filter((row) => sequences.get(row.id) !== row.sequence);
  if (others.length === 0) return;
  const found = await sql<{ changed: boolean }>`
    select exists (select from ${rowsOf(others)} a left join class_meeting m on m.id = a.id
        where ${comparable(sql`m`)} is distinct from ${comparable(sql`a`)})
      or exists (select from operation o cross join jsonb_array_elements(o.before || o.after) r(row)
        where o.id > ${id} and o.undone_at is null
          and (r.row ->> 'id')::bigint = any(${others.map((row) => row.id)}::bigint[])) as changed`.execute(
    trx,
  );
  if (oneRow(found).changed) throw changedSince();
}
