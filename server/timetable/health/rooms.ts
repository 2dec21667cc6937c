import { sql, type RawBuilder } from 'kysely';
import { minutesOf } from '#contract/dates.ts';
import type { RoomHours, RoomUse, RoomUseQuery } from '#contract/timetable/timetable-health.ts';
import { holdsOn } from '#server/school/free-rooms.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { contains, wordsOf } from '#server/platform/resource/search.ts';
import { holidayOn } from '#server/school/holidays.ts';
import { nameOfDay } from '#server/school/when.ts';
import { weekdayOf } from '#server/school/classes.ts';
import { byRoom } from '#server/school/meetings.ts';
import { heldIn } from './held.ts';
import type { HealthPeriod } from './period.ts';

export interface Opening {
  /** `HH:mm`. */
  open_from: string;
  open_to: string;
}
type Query = Opening & Pick<RoomUseQuery, 'use' | 'search' | 'ordering' | 'limit' | 'page'>;

const sortKeys: Record<string, string> = {
  room_number: 'room_number',
  capacity: 'capacity',
  utilisation: 'utilisation',
  classes: 'classes',
};

/**
 * Parts of a statement: `open` has the dates on which a room could be used: on weekdays on which the
 * institute holds classes in the period, without holidays and days on which it is closed; `used` the
 * minutes of a date in which it is, each once.
 */
const roomDays = (period: HealthPeriod): RawBuilder<unknown> => sql`
  held as materialized (${heldIn(period)}),
  open as materialized (
    select r.id as room, d.date, d.day
    from (
      select day.date, ${weekdayOf(sql`day.date`)} as day
      from (select ${period.from}::date + n as date
        from generate_series(0, ${period.to}::date - ${period.from}::date) n) day
      where ${
        period.isUsual
          ? sql`true`
          : sql`not exists (select from holiday h where ${holidayOn(sql`day.date`)})`
      }
    ) d
    cross join classroom r
    where d.day in (select day from held) and r.archived_at is null and r.capacity > 0
      and not exists (select from room_closing k where k.classroom_id = r.id
        and ${holdsOn(sql`d.date`)})
  ),
  used as materialized (
    select room, date, day, lower(part) as start_minute, upper(part) as end_minute
    from (
      select room, date, day, unnest(range_agg(int4range(
        extract(epoch from start_time)::int / 60, extract(epoch from end_time)::int / 60))) as part
      from ${byRoom('held')} h group by room, date, day
    ) parts
  )`;

/** Rooms and the used share of their opening minutes (R-HEALTH-5); without rooms without seats. */
export async function roomUseOf(
  database: Database,
  period: HealthPeriod,
  { open_from, open_to, use, search, ordering, limit, page }: Query,
): Promise<Page<RoomUse>> {
  const [first, last] = [minutesOf(open_from), minutesOf(open_to)];
  const conditions = [
    ...(use ? [sql`(classes > 0) = ${use === 'used'}`] : []),
    ...wordsOf(search).map((word) => contains(word, ['room_number'])),
  ];
  const key = ordering.replace('-', '');
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  return readCountedPage({ limit, page }, (rows, offset) =>
    sql<RoomUse & { total: number }>`
    with ${roomDays(period)},
    minutes as (
      select room, sum(greatest(0, least(end_minute, ${last}::int)
        - greatest(start_minute, ${first}::int))) as used_minutes
      from used join open using (room, date) group by room
    ),
    opening as (
      select room, count(*) * (${last}::int - ${first}::int) as opening_minutes
      from open group by room
    ),
    in_room as (
      select room, count(distinct class) as classes from ${byRoom('held')} h group by room
    ),
    rooms as (
      select r.id, r.room_number, r.capacity, coalesce(n.classes, 0) as classes,
        coalesce(m.used_minutes, 0) as used_minutes, coalesce(o.opening_minutes, 0) as opening_minutes,
        case when o.opening_minutes > 0 then
          floor(coalesce(m.used_minutes, 0) * 100.0 / o.opening_minutes)::int end as utilisation
      from classroom r
      left join in_room n on n.room = r.id
      left join minutes m on m.room = r.id
      left join opening o on o.room = r.id
      where r.archived_at is null and r.capacity > 0
    )
    select id, room_number, capacity, classes, used_minutes, opening_minutes, utilisation,
      count(*) over () as total
    from rooms
    ${conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
    order by ${sql.ref(sortKeys[key] ?? 'utilisation')} ${
      key === 'room_number' ? sql`collate natural_order` : sql``
    } ${direction} nulls last, room_number collate natural_order, id
    limit ${rows} offset ${offset}`.execute(database),
  );
}

/** The use of all rooms together, by day of the week and hour of their opening times. */
export async function roomHoursOf(
  database: Database,
  period: HealthPeriod,
  { open_from, open_to }: Opening,
): Promise<Pick<RoomHours, 'rooms' | 'hours'>> {
  const [first, last] = [minutesOf(open_from), minutesOf(open_to)];
  const { rows } = await sql<{
    day: number;
    hour: number;
    used_minutes: number;
    opening_minutes: number;
    rooms: number;
  }>`
    with ${roomDays(period)},
    hours as (
      select n as hour, greatest(n * 60, ${first}::int) as since,
        least(n * 60 + 60, ${last}::int) as until
      from generate_series(${first}::int / 60, (${last}::int - 1) / 60) n
    ),
    opening as (select day, count(*) as room_days, count(distinct room) as rooms
      from open group by day),
    taken as (
      select u.day, h.hour,
        sum(least(u.end_minute, h.until) - greatest(u.start_minute, h.since)) as used_minutes
      from used u
      join open o on o.room = u.room and o.date = u.date
      join hours h on u.start_minute < h.until and h.since < u.end_minute
      group by u.day, h.hour
    )
    select o.day, h.hour, coalesce(t.used_minutes, 0) as used_minutes,
      o.room_days * (h.until - h.since) as opening_minutes, max(o.rooms) over () as rooms
    from opening o cross join hours h
    left join taken t on t.day = o.day and t.hour = h.hour
    order by o.day, h.hour`.execute(database);
  return {
    rooms: rows[0]?.rooms ?? 0,
    hours: rows.map(({ day, hour, used_minutes, opening_minutes }) => ({
      day_of_week: nameOfDay(day),
      hour,
      used_minutes,
      opening_minutes,
      utilisation: Math.floor((used_minutes * 100) / opening_minutes),
    })),
  };
}
