import { sql } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { DesiredClass, Wanted } from './desired.ts';
import type { Matched } from './existing.ts';
import type { Known } from './known.ts';
import type { ResolvedClass } from './resolve.ts';
import type { RoomIds } from './rooms.ts';
import { isPlannedIn, type Weeks } from './weeks.ts';
import type { TimedClass } from './waiting.ts';

/** Facts by which the dates of all classes of a calendar are compared. */
interface Comparing {
  semester: Known['semesters'][number];
  /** Of the classes that the calendar makes. */
  weeks: ReadonlyMap<Matched, Weeks>;
  idOf: RoomIds;
  /** The first and the last date of the calendar. */
  span: { from: string; to: string };
  today: string;
  /** Tomorrow, for classes whose meeting of today has begun. */
  last: ReadonlyMap<number, string>;
}

/**
 * The dates of a class that the calendar makes, or that was here before.
 * @param isOfOtherCalendar another calendar made it, or had it first.
 */
export function desiredOf(
  one: Matched,
  { id, isOfOtherCalendar }: Pick<DesiredClass, 'id' | 'isOfOtherCalendar'>,
  { semester, weeks, idOf, span, today, last }: Comparing,
): DesiredClass {
  const own = weeks.get(one) ?? null;
  const room = one.isOurs ? idOf(one.class.room) : one.classroom_id;
  // A class that the calendar makes has no past; another is compared on the days of the file.
  const since = one.id === null ? semester.class_from : (last.get(id) ?? today);
  const from = !one.isOurs && span.from > since ? span.from : since;
  const isFromSpan = !one.isOurs && span.from > semester.class_from;
  return {
    id,
    isNew: one.id === null,
    isOfOtherCalendar,
    line: one.class.event.line,
    uid: one.class.uids[0] ?? '',
    start_time: one.class.start,
    end_time: one.class.end,
    classroom_id: room,
    teacher_id: one.isOurs ? one.class.teacher_id : one.teacher_id,
    wanted: wantedOf(one.class, room, idOf, one.isOurs),
    hasUnreadable: one.class.hasUnreadable,
    isPlanned: (date) => isPlannedIn(own, date, semester),
    since: isFromSpan ? span.from : semester.class_from,
    from,
    to: one.isOurs ? semester.to : span.to,
  };
}

/** The dates of a class of another system that got its times from the calendar. */
export function desiredOfTimed(
  { class: one, id, isNew }: TimedClass,
  { semester, idOf, today, last }: Comparing,
): DesiredClass {
  const room = idOf(one.room);
  return {
    id,
    line: one.event.line,
    uid: one.uids[0] ?? '',
    start_time: one.start,
    end_time: one.end,
    classroom_id: room,
    teacher_id: one.teacher_id,
    wanted: wantedOf(one, room, idOf, true),
    hasUnreadable: one.hasUnreadable,
    // The dates that it has here are compared.
    isPlanned: () => true,
    isNew,
    isOfOtherCalendar: false,
    since: semester.class_from,
    from: isNew ? semester.class_from : (last.get(id) ?? today),
    to: semester.to,
  };
}

function wantedOf(
  { occurrences, rooms, location, stand_ins }: ResolvedClass,
  room: number,
  idOf: RoomIds,
  isOurs: boolean,
): Map<string, Wanted> {
  return new Map(
    [...occurrences].map(([date, one]) => {
      const other = rooms.get(date);
      // A class that was here before keeps its room where the calendar has the usual one.
      const isUsual = other === undefined || (!isOurs && one.location === location);
      return [
        date,
        {
          date,
          start_time: one.start,
          end_time: one.end,
          classroom_id: isUsual ? room : idOf(other),
          movedFrom: one.movedFrom,
          stand_in: stand_ins.get(date) ?? null,
          line: one.change.line,
        },
      ];
    }),
  );
}

/**
 * From when on a calendar changes classes: tomorrow, of those whose meeting of today has begun
 * (R-IMPORT-7). One of today that has marks stays, and is named.
 */
export async function afterBegun(
  trx: Database,
  ids: number[],
  today: string,
  localNow: string,
): Promise<Map<number, string>> {
  const rows = await trx
    .selectFrom('class_meeting')
    .select(['class_schedule_id as id', sql<string>`date + 1`.as('date')])
    .where('class_schedule_id', '=', anyOf.ids(ids))
    .where('date', '=', today)
    .where(sql`date + start_time`, '<=', localNow)
    .execute();
  return new Map(rows.map(({ id, date }) => [id, date]));
}
