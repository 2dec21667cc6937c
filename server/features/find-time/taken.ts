import { sql } from 'kysely';
import { minutesOf } from '#contract/dates.ts';
import type { Weekday } from '#contract/timetable.ts';
import { forceCustomPlan, type Database } from '#server/platform/database/pool.ts';
import { enrolledOnOrAfter } from '../enrolment/predicates.ts';
import { hasFeatures } from '../free-rooms/predicates.ts';
import { takesPlace, teacherOfMeeting } from '../meetings/predicates.ts';
import { weekdayOf } from '../timetable/predicates.ts';
import { nameOfDay } from '../timetable/when.ts';
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

/** Other classes: by room, of the teacher, and of the students. */
export interface Occupied {
  /** Open rooms that are large enough, the smallest first. */
  rooms: Room[];
  byRoom: Map<number, Taken[]>;
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
  // Sundays are not proposed; only single classes may be held on them.
  day_of_week: nameOfDay(Math.min(day_of_week, 6)),
  start: minutesOf(start_time),
  end: minutesOf(end_time),
  dates,
});
const onWeekdays = ({ day_of_week }: Row): boolean => day_of_week <= 6;

const atWeekTime = sql`${weekdayOf(sql`g.date`)} as day_of_week, g.start_time, g.end_time,
  count(*)::int as dates`;

/** Three statements, whatever the institute's size. */
export async function readOccupied(database: Database, wanted: Wanted): Promise<Occupied> {
  const { rooms, byRoom } = await readRooms(database, wanted);
  return {
    rooms,
    byRoom,
    ofTeacher: wanted.teacher === null ? [] : await readTeacher(database, wanted, wanted.teacher),
    ofStudents: wanted.students.length ? await readStudents(database, wanted) : [],
  };
}

async function readRooms(database: Database, { id, from, to, seats, features }: Wanted) {
  const { rows } = await sql<Room & { taken: Row[] }>`
    with at_week_time as materialized (
      select g.classroom_id, ${atWeekTime}
      from class_meeting g join class_schedule c on c.id = g.class_schedule_id
      where g.date between ${from}::date and ${to}::date and g.class_schedule_id <> ${id}
        and c.archived_at is null and ${takesPlace}
        and g.classroom_id in (select id from classroom where capacity >= greatest(1, ${seats}::int))
      group by g.classroom_id, 2, g.start_time, g.end_time
    )
    select room.id, room.room_number, room.capacity, coalesce(t.taken, '[]') as taken
    from classroom room
    left join lateral (
      select jsonb_agg(jsonb_build_object('day_of_week', w.day_of_week,
        'start_time', left(w.start_time::text, 5), 'end_time', left(w.end_time::text, 5),
        'dates', w.dates)) as taken
      from at_week_time w where w.classroom_id = room.id
    ) t on true
    where room.archived_at is null and room.capacity >= greatest(1, ${seats}::int)
      and ${hasFeatures(features)}
      and not exists (
        select from room_closing k where k.classroom_id = room.id
          and k.closed_from <= ${to}::date and k.closed_to >= ${from}::date)
    order by room.capacity, room.room_number collate natural_order`.execute(database);
  return {
    rooms: rows.map(({ id: room, room_number, capacity }) => ({ id: room, room_number, capacity })),
    byRoom: new Map(
      rows.map(({ id: room, taken }) => [room, taken.filter(onWeekdays).map(takenOf)]),
    ),
  };
}

async function readTeacher(
  database: Database,
  { id, from, to }: Wanted,
  teacher: number,
): Promise<Taken[]> {
  const { rows } = await sql<Row>`
    select ${atWeekTime}
    from class_meeting g join class_schedule c on c.id = g.class_schedule_id
    where (g.teacher_id = ${teacher} or g.covering_teacher_id = ${teacher})
      and ${teacherOfMeeting} = ${teacher} and g.date between ${from}::date and ${to}::date
      and g.class_schedule_id <> ${id} and c.archived_at is null and ${takesPlace}
    group by 1, g.start_time, g.end_time`.execute(database);
  return rows.filter(onWeekdays).map(takenOf);
}

async function readStudents(
  database: Database,
  { id, from, to, students }: Wanted,
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
        and g.date between ${from}::date and ${to}::date
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
    taken: row.taken.filter(onWeekdays).map(takenOf),
  }));
}
