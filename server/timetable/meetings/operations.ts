import { sql } from 'kysely';
import type { OperationDone } from '#contract/timetable/meeting-changes.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { required } from '#server/platform/required.ts';
import type { OtherColumns } from './other-columns-row.ts';
import { rowOf, saveMeetings, type FoundMeeting, type MeetingRow } from './store.ts';

export type OperationKind =
  | 'cancel'
  | 'restore'
  | 'cover'
  | 'room'
  | 'move'
  | 'extra'
  | 'away'
  | 'change';

/** What a change did to meetings. */
export interface Change {
  before: MeetingRow[];
  /** Meetings before the change, and added ones. */
  after: MeetingRow[];
  /** The id of the closing of a room that was made with it. */
  room_closing_id?: number | null;
}

/** Classes before and after the change: rows of `class_schedule_pattern`. */
export interface PatternChange {
  class_schedule_ids: number[];
  patterns_before: Pattern[];
  patterns_after: Pattern[];
  /** Their subject, type and colour; null in changes of earlier versions, and of a teacher or room. */
  columns_before?: OtherColumns[] | null;
  columns_after?: OtherColumns[] | null;
  effective_from: string;
  /** A class that took over from the other one. */
  added_class_id?: number | null;
}
/** `valid_from` and the class's columns from then on. */
export type Pattern = Record<string, unknown> & { valid_from: string };

export interface By {
  user: number;
  /** ISO instant. */
  now: string;
}

/** Records a change, which can be undone in one step. */
export async function recordOperation(
  trx: Database,
  kind: OperationKind,
  { before, after, room_closing_id = null }: Change,
  { user, now }: By,
  patterns?: PatternChange,
): Promise<OperationDone> {
  if (before.length + after.length === 0 && !patterns && room_closing_id === null)
    return { operation: null, meetings: [] };
  await stampStatus(trx, before, after, now);
  const json = (value: unknown) =>
    value === undefined ? null : sql`${JSON.stringify(value)}::jsonb`;
  const added = await sql<{ id: number }>`
    insert into operation (kind, done_by, done_at, before, after, class_schedule_ids,
      patterns_before, patterns_after, columns_before, columns_after, effective_from, added_class_id, room_closing_id)
    values (${kind}, ${user}, ${now}, ${json(before)}, ${json(after)},
      ${patterns?.class_schedule_ids ?? null}::bigint[], ${json(patterns?.patterns_before)},
      ${json(patterns?.patterns_after)}, ${json(patterns?.columns_before)},
      ${json(patterns?.columns_after)}, ${patterns?.effective_from ?? null}::date,
      ${patterns?.added_class_id ?? null}::bigint, ${room_closing_id}::bigint)
    returning id`.execute(trx);
  return { operation: oneRow(added).id, meetings: after.map(named) };
}

/** Records when meetings were cancelled, moved or restored: earlier marks are still accepted. */
export async function stampStatus(
  trx: Database,
  before: MeetingRow[],
  after: MeetingRow[],
  now: string,
): Promise<void> {
  const earlier = new Map(before.map((row) => [row.id, row.status]));
  const changed = after.filter((row) => earlier.get(row.id) !== row.status).map((row) => row.id);
  if (changed.length === 0) return;
  await trx
    .updateTable('class_meeting')
    .set({ status_changed_at: now })
    .where('id', '=', anyOf.ids(changed))
    .execute();
}

export const named = ({ id, class_schedule_id, date, status }: MeetingRow) => ({
  id,
  class_schedule: class_schedule_id,
  date,
  status,
});

export const changedSince = () =>
  new ApiError(409, {
    detail:
      'These classes, or the holidays of their dates, were changed since: this can no longer be undone. Undo the later change first.',
  });

export const usedSince = () =>
  new ApiError(409, {
    detail: 'Attendance was taken or a check-in made since: this can no longer be undone.',
  });

/** The row that was not held on a meeting's date, and that the meeting replaced. */
export async function replacedOn(
  trx: Database,
  { class_schedule_id, date }: MeetingRow,
): Promise<MeetingRow | undefined> {
  const named = JSON.stringify([{ class_schedule_id, date }]);
  const { rows } = await sql<{ row: MeetingRow }>`
    select b.row from operation o cross join jsonb_array_elements(o.before) b(row)
    where o.kind in ('move', 'extra') and o.undone_at is null and o.before @> ${named}::jsonb
      and jsonb_build_array(b.row) @> ${named}::jsonb and b.row ->> 'status' <> 'scheduled'
      and not o.after @> jsonb_build_array(jsonb_build_object('id', b.row -> 'id'))
    order by o.id desc limit 1`.execute(trx);
  return rows[0]?.row;
}

/** The rows before and after a change of existing meetings. */
export async function changeRows(
  trx: Database,
  meetings: FoundMeeting[],
  next: (meeting: MeetingRow) => MeetingRow,
): Promise<Change> {
  if (meetings.length === 0) return { before: [], after: [] };
  const before = meetings.map(rowOf);
  const saved = new Map((await saveMeetings(trx, before.map(next))).map((row) => [row.id, row]));
  return { before, after: before.map(({ id }) => required(saved.get(id), `Meeting ${id}`)) };
}
