import { sql, type RawBuilder } from 'kysely';
import type { RoomClosed, RoomClosing } from '#contract/timetable/room-closing.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { isInRoomOf, takesPlace } from '#server/school/meetings.ts';

/** Maximum closings, and classes of each, in a response. */
const maxClosings = 100;
const maxClasses = 20;

/** Counts and names the classes from today on in a room within days: a row `effect`. */
const effectOf = (
  classroom: RawBuilder<unknown>,
  first: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
  today: string,
): RawBuilder<unknown> => sql`
  lateral (
    select coalesce(sum(held.dates), 0)::int as meetings,
      coalesce(jsonb_agg(jsonb_build_object('id', held.id, 'subject', held.subject,
        'group_name', held.group_name,
        'date', held.date, 'start_time', left(held.start_time::text, 5),
        'end_time', left(held.end_time::text, 5), 'dates', held.dates)
        order by held.date, held.start_time, held.id)
        filter (where held.place <= ${maxClasses}), '[]') as classes
    from (
      select c.id, count(*) as dates, min(g.date) as date,
        (array_agg(g.start_time order by g.date))[1] as start_time,
        (array_agg(g.end_time order by g.date))[1] as end_time,
        jsonb_build_object('subject_name', s.subject_name, 'subject_code', s.subject_code)
          as subject, c.group_name,
        row_number() over (order by min(g.date), min(g.start_time), c.id) as place
      from class_meeting g
      join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
      join subject s on s.id = c.subject_id
      where ${isInRoomOf(classroom)} and ${takesPlace}
        and g.date between greatest(${first}, ${today}::date) and ${last}
      group by c.id, s.id
    ) held
  ) effect`;

/** The change that closed a room (row `k`) together with meetings, if it was not undone; null otherwise. */
export const closedWith = sql<RoomClosing['with']>`(
  select jsonb_build_object('operation', o.id, 'meetings', jsonb_array_length(o.after))
  from operation o
  where o.room_closing_id = k.id and o.undone_at is null and jsonb_array_length(o.after) > 0)`;

/** Current and future closings, the next ones first. */
export async function findClosings(
  database: Database,
  classroom: number | undefined,
  today: string,
): Promise<RoomClosing[]> {
  const ofRoom = classroom === undefined ? sql`` : sql`and k.classroom_id = ${classroom}`;
  const { rows } = await sql<RoomClosing>`
    select k.id, jsonb_build_object('id', r.id, 'room_number', r.room_number) as classroom,
      k.closed_from, k.closed_to, k.reason, u.name as by, ${closedWith} as "with", effect.meetings, effect.classes
    from (
      select * from room_closing k where k.closed_to >= ${today}::date ${ofRoom}
      order by k.closed_from, k.id limit ${maxClosings}
    ) k
    join classroom r on r.id = k.classroom_id
    join app_user u on u.id = k.created_by
    cross join ${effectOf(sql`r.id`, sql`k.closed_from`, sql`k.closed_to`, today)}
    order by k.closed_from, k.id`.execute(database);
  return rows;
}

interface ClosedRoom {
  room_number: string;
  reason: string;
  closed_from: string;
  closed_to: string;
}

/** The closings of rooms that include days of a period. */
export async function closingsBetween(
  database: Database,
  from: string,
  to: string,
  rooms: number[] | undefined,
): Promise<ClosedRoom[]> {
  if (rooms === undefined) return [];
  const { rows } = await sql<ClosedRoom>`
    select r.room_number, k.reason, k.closed_from, k.closed_to
    from room_closing k join classroom r on r.id = k.classroom_id
    where k.classroom_id = any(${rooms}::bigint[]) and k.closed_from <= ${to}::date
      and k.closed_to >= ${from}::date
    order by k.closed_from, r.room_number, k.id limit ${maxClosings}`.execute(database);
  return rows;
}

interface Days {
  classroom_id: number;
  closed_from: string;
  closed_to: string;
}

/** The effect of closing a room. */
export async function closingEffect(
  database: Database,
  { classroom_id, closed_from, closed_to }: Days,
  today: string,
): Promise<Omit<RoomClosed, 'id'>> {
  const found = await sql<Omit<RoomClosed, 'id'>>`
    select effect.* from ${effectOf(
      sql`${classroom_id}`,
      sql`${closed_from}::date`,
      sql`${closed_to}::date`,
      today,
    )}`.execute(database);
  return oneRow(found);
}

/** @returns the id of the closing. */
export async function insertClosing(
  trx: Database,
  closing: Days & { reason: string },
  { user, now }: { user: number; now: string },
): Promise<number> {
  const { id } = await trx
    .insertInto('room_closing')
    .values({ ...closing, created_by: user, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
