import { sql } from 'kysely';
import { minutesOf } from '#contract/dates.ts';
import type { Weekday } from '#contract/timetable/timetable.ts';
import { forceCustomPlan, type Database } from '#server/platform/database/pool.ts';
import { enrolledOnOrAfter } from '#server/school/enrolled.ts';
import { hasFeatures, missingFeatures } from '#server/school/free-rooms.ts';
import { isTaughtBy, meetingsInRooms, takesPlace } from '#server/school/meetings.ts';
import { weekdayOf } from '#server/school/classes.ts';
import { nameOfDay, numberOfDay } from '#server/school/when.ts';
import type { Wanted } from './wanted.ts';

/** Classes at one time of the week, on a number of dates. */
export interface Taken {
  day_of_week: Weekday;
  /** Minutes of the day. */
  start: number;
  end: number;
  dates: number;
}
export interface Room {
  id: number;
  room_number: string;
  capacity: number;
}

/** The room that a class has, and why it is not among the suitable ones. */
interface PresentRoom extends Room {
  taken: Taken[];
  /** The dates of the class on which it is closed. */
  closedDates: number;
  missingFeatures: string[];
}

/** Other classes: by room, of the teacher, and of the students. */
export interface Occupied {
  /** Open rooms that are large enough, the smallest first. */
  rooms: Room[];
  byRoom: Map<number, Taken[]>;
  /** The room of an existing class, which need not be among `rooms`. */
  present: PresentRoom | null;
  ofTeacher: Taken[];
  /** By class, with the indexes of its students among the wanted ones. */
  ofStudents: { taken: Taken[]; students: number[] }[];
}

interface Row {
  day_of_week: number;
  start_time: string;
  end_time: string;
  dates: number;
}
const takenOf = ({ day_of_week, start_time, end_time, dates }: Row): Taken => ({
  day_of_week: nameOfDay(day_of_week),
  start: minutesOf(start_time),
  end: minutesOf(end_time),
  dates,
});
const atWeekTime = sql`${weekdayOf(sql`g.date`)} as day_of_week, g.start_time, g.end_time,
  count(*)::int as dates`;

/** Three statements, whatever the institute's size. */
export async function readOccupied(database: Database, wanted: Wanted): Promise<Occupied> {
  return {
    ...(await readRooms(database, wanted)),
    ofTeacher: wanted.teachers.length ? await readTeachers(database, wanted) : [],
    ofStudents: wanted.students.length ? await readStudents(database, wanted) : [],
  };
}

interface RoomRow extends Room {
  taken: Row[];
  is_suitable: boolean;
  closed_dates: number;
  missing_features: string[];
}

async function readRooms(
  database: Database,
  wanted: Wanted,
): Promise<Pick<Occupied, 'rooms' | 'byRoom' | 'present'>> {
  const { id, from, to, isInItsWeeks, seats, features, current } = wanted;
  const present = current?.classroom ?? null;
  const { rows } = await sql<RoomRow>`
    with at_week_time as materialized (
      select t.room as classroom_id, ${atWeekTime}
      from ${meetingsInRooms(sql`g.date between ${from}::date and ${to}::date and ${isInItsWeeks(sql`g.date`)}
        and g.class_schedule_id <> ${id} and ${takesPlace}`)}
      join class_meeting g on g.id = t.meeting
      join class_schedule c on c.id = g.class_schedule_id
      where c.archived_at is null and t.room in (
        select id from classroom where capacity >= greatest(1, ${seats}::int) or id = ${present})
      group by t.room, 2, g.start_time, g.end_time
    )
    select room.id, room.room_number, room.capacity, coalesce(t.taken, '[]') as taken,
      room.archived_at is null and room.capacity >= greatest(1, ${seats}::int)
        and ${hasFeatures(features)} and not ${isClosed(wanted)} as is_suitable,
      ${current ? closedDates(wanted, current.day_of_week) : sql`0`} as closed_dates,
      ${missingFeatures(sql`${features}::text[]`)} as missing_features
    from classroom room
    left join lateral (
      select jsonb_agg(jsonb_build_object('day_of_week', w.day_of_week,
        'start_time', left(w.start_time::text, 5), 'end_time', left(w.end_time::text, 5),
        'dates', w.dates)) as taken
      from at_week_time w where w.classroom_id = room.id
    ) t on true
    where room.id = ${present} or (
      room.archived_at is null and room.capacity >= greatest(1, ${seats}::int)
        and ${hasFeatures(features)} and not ${isClosed(wanted)})
    order by room.capacity, room.room_number collate natural_order`.execute(database);
  const all = rows.map((row) => ({ ...row, taken: row.taken.map(takenOf) }));
  const own = all.find((row) => row.id === present);
  return {
    rooms: all.filter((row) => row.is_suitable).map(roomOf),
    byRoom: new Map(all.map((row) => [row.id, row.taken])),
    present: own
      ? {
          ...roomOf(own),
          taken: own.taken,
          closedDates: own.closed_dates,
          missingFeatures: own.missing_features,
        }
      : null,
  };
}

const roomOf = ({ id, room_number, capacity }: Room): Room => ({ id, room_number, capacity });

/** The days of the wanted period on which room `room` is closed. */
const closedDays = ({ from, to, isInItsWeeks }: Wanted) => sql`
  room_closing k
  cross join lateral generate_series(greatest(k.closed_from, ${from}::date),
    least(k.closed_to, ${to}::date), interval '1 day') day(at)
  cross join lateral (select day.at::date as date) closed
  where k.classroom_id = room.id and ${isInItsWeeks(sql`closed.date`)}`;

const isClosed = (wanted: Wanted) => sql`exists (select from ${closedDays(wanted)})`;

/** Number of dates of a weekday in the wanted period on which room `room` is closed. */
const closedDates = (wanted: Wanted, day: Weekday) => sql`(
  select count(distinct closed.date)::int from ${closedDays(wanted)}
    and ${weekdayOf(sql`closed.date`)} = ${numberOfDay(day)})`;

async function readTeachers(
  database: Database,
  { id, from, to, isInItsWeeks, teachers }: Wanted,
): Promise<Taken[]> {
  const { rows } = await sql<Row>`
    select ${atWeekTime}
    from class_meeting g join class_schedule c on c.id = g.class_schedule_id
    where ${isTaughtBy(teachers)} and g.date between ${from}::date and ${to}::date
      and ${isInItsWeeks(sql`g.date`)}
      and g.class_schedule_id <> ${id} and c.archived_at is null and ${takesPlace}
    group by 1, g.start_time, g.end_time`.execute(database);
  return rows.map(takenOf);
}

async function readStudents(
  database: Database,
  { id, from, to, isInItsWeeks, students }: Wanted,
): Promise<Occupied['ofStudents']> {
  const { rows } = await sql<{ students: number[]; taken: Row[] }>`${sql.raw(forceCustomPlan)}
    with theirs as materialized (
      select e.class_schedule_id as class, array_agg(s.place - 1) as students
      from unnest(${students}::bigint[]) with ordinality s(id, place)
      join enrolment e on e.student_id = s.id
      where e.class_schedule_id <> ${id} and ${enrolledOnOrAfter(from)}
      group by e.class_schedule_id
    ), at_week_time as (
      select g.class_schedule_id as class, ${atWeekTime}
      from class_meeting g join class_schedule c on c.id = g.class_schedule_id
      where g.class_schedule_id in (select class from theirs)
        and g.date between ${from}::date and ${to}::date and ${isInItsWeeks(sql`g.date`)}
        and c.archived_at is null and ${takesPlace}
      group by g.class_schedule_id, 2, g.start_time, g.end_time
    )
    select t.students, jsonb_agg(jsonb_build_object('day_of_week', w.day_of_week,
      'start_time', left(w.start_time::text, 5), 'end_time', left(w.end_time::text, 5),
      'dates', w.dates)) as taken
    from theirs t join at_week_time w on w.class = t.class
    group by t.class, t.students`.execute(database);
  return rows.map((row) => ({
    students: row.students,
    taken: row.taken.map(takenOf),
  }));
}
