import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import type { MeetingRow, NewMeeting } from '#server/timetable/index.ts';
import type { DatesOfClass } from './meetings.ts';
import { className, type ClassWords, type Listed } from './listed-classes.ts';

/** Names of rooms and teachers by id. */
export interface RowNames {
  rooms: ReadonlyMap<number, string>;
  teachers: ReadonlyMap<number, string>;
}

export async function readRowNames(trx: Database): Promise<RowNames> {
  const rooms = await trx.selectFrom('classroom').select(['id', 'room_number as name']).execute();
  const teachers = await trx
    .selectFrom('teacher')
    .select(['id', sql<string>`person_name(first_name, last_name)`.as('name')])
    .execute();
  const named = (rows: { id: number; name: string }[]) =>
    new Map(rows.map(({ id, name }) => [id, name]));
  return { rooms: named(rooms), teachers: named(teachers) };
}

type DateRow = Pick<
  MeetingRow | NewMeeting,
  'start_time' | 'end_time' | 'classroom_id' | 'covering_teacher_id' | 'status' | 'reason'
> & { moved_to: string | null };

const dateCompared = ['date', 'time', 'room', 'cover', 'reason'] as const;

/** A date of a class in words. */
function wordsOf(row: DateRow, { rooms, teachers }: RowNames) {
  const { status, moved_to, covering_teacher_id, classroom_id, reason } = row;
  const held = status === 'scheduled' ? 'held' : status;
  return {
    date: status === 'moved' ? `moved to ${moved_to}` : held,
    time: `${row.start_time.slice(0, 5)}–${row.end_time.slice(0, 5)}`,
    room: rooms.get(classroom_id) ?? '',
    cover: covering_teacher_id === null ? '' : (teachers.get(covering_teacher_id) ?? ''),
    reason: reason ?? '',
  };
}

/**
 * The dates of classes that are changed, cancelled, added, and those of new classes, as they are
 * counted. The reason is named where nothing else changes.
 */
export function listDates(
  all: DatesOfClass[],
  before: ReadonlyMap<number, ClassWords>,
  after: ReadonlyMap<number, ClassWords>,
  names: RowNames,
): Listed[] {
  const updated: Listed[] = [];
  const archived: Listed[] = [];
  const created: Listed[] = [];
  const ofNew: Listed[] = [];
  for (const { desired, changes } of all) {
    const words = before.get(desired.id) ?? after.get(desired.id);
    const common = { record: 'class_meeting', class: words ? className(words) : '' } as const;
    const added = (date: string, row: DateRow): Listed => {
      const is = wordsOf(row, names);
      const cover = is.cover && `, ${is.cover} covers`;
      const to = `${is.date}, ${is.time}, room ${is.room}${cover}`;
      return { ...common, outcome: 'created', date, fields: [{ field: 'date', from: '', to }] };
    };
    if (changes.heldOfNew !== null) {
      for (const wanted of changes.heldOfNew)
        ofNew.push(
          added(wanted.date, {
            ...wanted,
            covering_teacher_id: wanted.stand_in === desired.teacher_id ? null : wanted.stand_in,
            status: 'scheduled',
            reason: null,
            moved_to: null,
          }),
        );
      continue;
    }
    for (const row of changes.add) created.push(added(row.date, row));
    for (const row of changes.remove) {
      const from = wordsOf(row, names).date;
      const fields = [{ field: 'date' as const, from, to: 'no longer added' }];
      archived.push({ ...common, outcome: 'archived', date: row.date, fields });
    }
    for (const { before: old, after: now } of changes.save) {
      const [was, is] = [wordsOf(old, names), wordsOf(now, names)];
      const differing = dateCompared.filter((field) => was[field] !== is[field]);
      const shown = differing.filter((field) => field !== 'reason');
      const isEnd = now.status === 'cancelled' && old.status !== 'cancelled';
      (isEnd ? archived : updated).push({
        ...common,
        outcome: isEnd ? 'archived' : 'updated',
        date: old.date,
        fields: (shown.length > 0 ? shown : differing).map((field) => ({
          field,
          from: was[field],
          to: is[field],
        })),
      });
    }
  }
  return [...updated, ...archived, ...created, ...ofNew];
}
