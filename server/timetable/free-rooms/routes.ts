import { sql, type RawBuilder } from 'kysely';
import { listRoomFeatures } from '#contract/timetable/room-features.endpoints.ts';
import { getFreeRooms } from '#contract/timetable/weeks.endpoints.ts';
import { maxRooms, type RoomOfDay } from '#contract/timetable/free-room.ts';
import { maxListed } from '#contract/timetable/room-feature.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { describeDays } from '../calendar-feed/queries.ts';
import { storedWeeks, weekNumbers } from '../class-schedules/weeks.ts';
import { hasFeatures, holdsOn } from '#server/school/free-rooms.ts';
import { isInRoomOf, takesPlace } from '#server/school/meetings.ts';
import { numberOfDay } from '#server/school/when.ts';

/** Rooms with the times at which they are taken. */
export function freeRoomRoutes(api: Api, { database, clock, settings }: AppContext): void {
  implement(api, getFreeRooms, async ({ query }) => {
    const { date, day_of_week, semester, weeks, seats = 0, features = [] } = query;
    const wanted = { seats, features };
    if (date !== undefined && day_of_week !== undefined)
      throw validationError('day_of_week', 'must not be sent with date');
    if (semester !== undefined && day_of_week === undefined)
      throw validationError('semester', 'is of a usual week: send day_of_week');
    if (weeks && day_of_week === undefined)
      throw validationError('weeks', 'are of a usual week: send day_of_week');
    if (day_of_week !== undefined) {
      const taken = takenWeekly(numberOfDay(day_of_week), {
        semester,
        weeks: await weeksWanted(database, weeks ?? null, semester),
        today: clock.today(),
      });
      const open = sql`null`;
      return {
        date: null,
        holidays: [],
        ...(await roomsWith(database, { taken, closed: open }, wanted)),
      };
    }
    const day = date ?? clock.today();
    const [described] = await describeDays(
      database,
      { from: day, to: day },
      settings.current().weekdays,
    );
    const state = { taken: takenOn(day), closed: closedOn(day) };
    const found = await roomsWith(database, state, wanted);
    return { date: day, holidays: described?.holidays ?? [], ...found };
  });

  implement(api, listRoomFeatures, async () => {
    const { rows } = await sql<{ feature: string }>`
      select min(feature) as feature from classroom, unnest(features) feature
      where archived_at is null group by lower(feature)
      order by lower(min(feature)) limit ${maxListed}`.execute(database);
    return { results: rows.map(({ feature }) => feature) };
  });
}

/** @throws ApiError 400 for weeks that the semester does not have. */
async function weeksWanted(
  database: Database,
  weeks: string | null,
  semester: number | undefined,
): Promise<number[] | null> {
  if (semester === undefined) return weekNumbers(weeks);
  return storedWeeks(database, weeks, { semester, current: null });
}

const takenOn = (date: string) => sql`
  select g.class_schedule_id, g.start_time, g.end_time, null::smallint[] as weeks from class_meeting g
  where ${isInRoomOf(sql`r.id`)} and g.date = ${date}::date and ${takesPlace}`;

const closedOn = (date: string) => sql`(
  select k.reason from room_closing k
  where k.classroom_id = r.id and ${holdsOn(sql`${date}::date`)}
  order by k.id limit 1)`;

/** The weekly classes of semesters that have not ended, or of one. */
const takenWeekly = (
  day: number,
  {
    semester,
    weeks,
    today,
  }: { semester: number | undefined; weeks: number[] | null; today: string },
) => sql`
  select c.id as class_schedule_id, c.start_time, c.end_time, c.weeks
  from class_schedule c join semester m on m.id = c.semester_id
  where (c.classroom_id = r.id or r.id = any(c.more_classroom_ids)) and c.day_of_week = ${day} and c.archived_at is null
    ${weeks ? sql`and (c.weeks is null or c.weeks && ${weeks}::smallint[])` : sql``}
    and ${semester === undefined ? sql`m.class_end_date >= ${today}::date` : sql`m.id = ${semester}`}`;

async function roomsWith(
  database: Database,
  { taken, closed }: { taken: RawBuilder<unknown>; closed: RawBuilder<unknown> },
  { seats, features }: { seats: number; features: string[] },
): Promise<{ rooms: RoomOfDay[]; total: number }> {
  const { rows } = await sql<RoomOfDay & { total: number }>`
    select r.id, r.room_number, r.capacity, r.total, ${closed} as closed,
      coalesce(times.taken, '[]') as taken
    from (
      select *, count(*) over () as total from classroom room
      where archived_at is null and capacity >= ${seats} and ${hasFeatures(features)}
      order by room_number collate natural_order, id limit ${maxRooms}
    ) r
    left join lateral (
      select jsonb_agg(jsonb_build_object('class_schedule', w.class_schedule_id,
        'start_time', left(w.start_time::text, 5), 'end_time', left(w.end_time::text, 5),
        'weeks', weeks_text(w.weeks), 'first_week', m.first_week, 'subject_code', s.subject_code) order by w.start_time, w.end_time, s.subject_code) as taken
      from (${taken}) w
      join class_schedule k on k.id = w.class_schedule_id
      join subject s on s.id = k.subject_id
      join semester m on m.id = k.semester_id
    ) times on true
    order by r.room_number collate natural_order, r.id`.execute(database);
  return {
    rooms: rows.map(({ total: _total, ...room }) => room),
    total: rows[0]?.total ?? 0,
  };
}
