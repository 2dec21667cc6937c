import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import {
  insertMeetings,
  saveMeetings,
  deleteMeetings,
  type MeetingRow,
  type NewMeeting,
} from '#server/timetable/index.ts';
import { isStaying } from './undo-table.ts';

/**
 * Meetings are derived from classes (decision 39): only what an import changes on single dates is
 * recorded, by class and date, since a class that an undo removed comes back with other meetings.
 */
export const meetingTable = 'class_meeting';

/** What is not the same in a meeting that came back, or belongs to its roll. */
const volatile = sql`'{id,sequence,closed_at,reopened_at,status_changed_at,status_before_archive}'::text[]`;
const keyOf = (row: { class_schedule_id: number; date: string }) =>
  `${row.class_schedule_id},${row.date}`;

/** The class and the date of a recorded meeting. */
export function meetingOfKey(key: string): Pick<MeetingRow, 'class_schedule_id' | 'date'> {
  const [id, date = ''] = key.split(',');
  return { class_schedule_id: Number(id), date };
}

/** Records meetings as they were and became in the operation that runs. */
export async function recordMeetings(
  trx: Database,
  before: MeetingRow[],
  after: MeetingRow[],
): Promise<void> {
  if (before.length + after.length === 0) return;
  const json = (rows: MeetingRow[]) =>
    sql`jsonb_array_elements(${JSON.stringify(rows.map((row) => ({ key: keyOf(row), row })))}::jsonb)`;
  await sql`
    insert into bulk_operation_row (operation_id, table_name, row_key, before, after, label)
    select (act() ->> 'operation')::bigint, ${meetingTable},
      coalesce(b.value ->> 'key', a.value ->> 'key'), (b.value -> 'row') - ${volatile},
      (a.value -> 'row') - ${volatile},
      s.subject_code || ' ' || split_part(coalesce(b.value ->> 'key', a.value ->> 'key'), ',', 2)
    from ${json(before)} b full join ${json(after)} a on a.value ->> 'key' = b.value ->> 'key'
    join class_schedule c
      on c.id = split_part(coalesce(b.value ->> 'key', a.value ->> 'key'), ',', 1)::bigint
    join subject s on s.id = c.subject_id
    on conflict (operation_id, table_name, row_key) do update set after = excluded.after`.execute(
    trx,
  );
}

interface RecordedMeeting {
  key: string;
  before: Partial<MeetingRow> | null;
  after: Partial<MeetingRow> | null;
}

/** Meetings of an operation that are still to be undone, and what became of the others. */
interface MeetingsToUndo {
  waiting: RecordedMeeting[];
  undone: string[];
  refused: Map<string, string>;
  /** As they were and are, for the record of the undo. */
  before: MeetingRow[];
  after: MeetingRow[];
}

/** The meetings that an operation wrote on single dates, and that no undo has taken back. */
export async function meetingsToUndo(trx: Database, operation: number): Promise<MeetingsToUndo> {
  const waiting = await trx
    .selectFrom('bulk_operation_row')
    .select(['row_key as key', 'before', 'after'])
    .where('operation_id', '=', operation)
    .where('table_name', '=', meetingTable)
    .where('undone_by', 'is', null)
    .$narrowType<RecordedMeeting>()
    .orderBy('row_key')
    .execute();
  return { waiting, undone: [], refused: new Map(), before: [], after: [] };
}

interface Present {
  key: string;
  /** Null where the class has no meeting on the date. */
  row: MeetingRow | null;
  /** The class is there, and holds what planning needs. */
  carries: boolean;
}

/**
 * Gives the meetings back what they were (R-UNDO-2), of classes that are there: those of a removed one
 * wait until the same undo has brought it back, and are then tried again. A meeting is restored if it is
 * as the operation left it and carries nothing.
 */
export async function undoMeetings(trx: Database, state: MeetingsToUndo): Promise<void> {
  if (state.waiting.length === 0) return;
  const keys = state.waiting.map(({ key }) => key);
  const { rows } = await sql<Present>`
    select k.key, case when m.id is not null then to_jsonb(m) end as row,
      carries_something(c.id, split_part(k.key, ',', 2)::date) as carries
    from unnest(${keys}::text[]) k(key)
    join class_schedule c on c.id = split_part(k.key, ',', 1)::bigint
    left join class_meeting m on m.class_schedule_id = c.id
      and m.date = split_part(k.key, ',', 2)::date`.execute(trx);
  const present = new Map(rows.map((one) => [one.key, one]));
  const [save, add]: [MeetingRow[], NewMeeting[]] = [[], []];
  const remove: number[] = [];
  const still: RecordedMeeting[] = [];
  for (const one of state.waiting) {
    const there = present.get(one.key);
    if (!there) {
      still.push(one);
      continue;
    }
    const refusal = refusalOf(one, there);
    if (refusal) {
      state.refused.set(one.key, refusal);
      continue;
    }
    state.undone.push(one.key);
    if (there.row) state.before.push(there.row);
    if (one.before === null) {
      if (there.row) remove.push(there.row.id);
    } else if (there.row) save.push({ ...there.row, ...restoredOf(one.before, there.row) });
    else add.push(one.before as NewMeeting);
  }
  state.waiting = still;
  if (remove.length) await deleteMeetings(trx, remove);
  if (save.length) state.after.push(...(await saveMeetings(trx, save)));
  if (add.length) state.after.push(...(await insertMeetings(trx, add)));
}

/** The columns that planning writes from the class; none for a meeting that is cancelled or was moved away. */
const planned = (row: MeetingRow): readonly (keyof MeetingRow)[] =>
  row.status === 'scheduled' || row.status === 'holiday' ? ofClass(row) : [];

/** The columns that a meeting has from its class: those that were not changed by hand. */
const ofClass = (row: MeetingRow): readonly (keyof MeetingRow)[] => [
  ...(!row.own_time ? (['start_time', 'end_time'] as const) : []),
  ...(!row.own_room ? (['classroom_id', 'more_classroom_ids'] as const) : []),
  ...(row.origin === 'weekly' ? (['teacher_id', 'co_teacher_ids'] as const) : []),
];

/** The values from before the operation; what both states have of their class stays as the class is now. */
function restoredOf(before: Partial<MeetingRow>, now: MeetingRow): Partial<MeetingRow> {
  // The operation left unchanged what it did not record.
  const isPlanned = new Set<string>(
    planned({ ...now, ...before }).filter((name) => ofClass(now).includes(name)),
  );
  return Object.fromEntries(Object.entries(before).filter(([name]) => !isPlanned.has(name)));
}

function refusalOf({ before, after }: RecordedMeeting, { row, carries }: Present): string | null {
  if (after === null) return row ? 'has another class on this date by now' : null;
  if (!row) return 'is no longer there';
  const isPlanned = new Set<string>(planned({ ...row, ...after }));
  const isChanged = Object.entries(after).some(
    ([name, value]) => !isPlanned.has(name) && plain(Reflect.get(row, name)) !== plain(value),
  );
  if (isChanged) return 'was changed since';
  const covers = before !== null && 'covering_teacher_id' in before;
  // Accounts set it for who stands in, and for no other.
  const payCode = [after, before].map((one) => Reflect.get(one ?? {}, 'cover_payroll_id') ?? null);
  if (covers && !payCode.includes(Reflect.get(row, 'cover_payroll_id') ?? null))
    return 'has another pay code since';
  const isHeldOtherwise =
    before === null ||
    covers ||
    ['status', 'start_time', 'end_time'].some((name) => name in before);
  return carries && isHeldOtherwise ? 'has marks, a note or a check-in since' : null;
}

/** Times are `HH:MM` here and `HH:MM:SS` in JSON of the database. */
const plain = (value: unknown): string =>
  JSON.stringify(value ?? null).replace(/^"(\d\d:\d\d):00"$/, '"$1"');

/** Adds the meetings to the rows that the undo worked on: its result and its record follow from these. */
export async function addToUndoing(
  trx: Database,
  operation: number,
  { undone, refused, waiting }: MeetingsToUndo,
): Promise<void> {
  const reasons = [
    ...undone.map((key) => ({ key, reason: null })),
    ...[...refused].map(([key, reason]) => ({ key, reason })),
    ...waiting.map(({ key }) => ({ key, reason: 'its class is no longer there' })),
  ];
  if (reasons.length === 0) return;
  await sql`
    insert into undoing (table_name, row_key, before, after, restore, label, refusal, follows)
    select r.table_name, r.row_key, r.before, r.after, r.before, r.label, g.reason,
      g.reason is not null and ${isStaying('class_schedule', sql`split_part(r.row_key, ',', 1)`)}
    from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) as g(key text, reason text)
    join bulk_operation_row r on r.operation_id = ${operation} and r.table_name = ${meetingTable}
      and r.row_key = g.key`.execute(trx);
}
