import fc from 'fast-check';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

/** Days count from 1 June 2026, a Monday, slots are quarters of an hour from 8:00. */
const lastDay = 27;
export const dateOf = (day: number) =>
  Temporal.PlainDate.from('2026-06-01').add({ days: day }).toString();
const time = (slot: number) =>
  `${String(8 + Math.floor(slot / 4)).padStart(2, '0')}:${String((slot % 4) * 15).padStart(2, '0')}`;
export const day = fc.integer({ min: 0, max: lastDay });
export const place = fc.integer({ min: 0, max: 2 });
export const times = fc
  .record({ start: fc.nat(6), length: fc.integer({ min: 1, max: 6 }) })
  .map(({ start, length }) => ({ start_time: time(start), end_time: time(start + length) }));
const period = fc
  .record({ first: fc.nat(14), days: fc.option(fc.nat(20)) })
  .map(({ first, days }) => ({ first, last: days === null ? null : first + days }));

const weekly = fc.record({
  semester: fc.integer({ min: 0, max: 1 }),
  weekday: fc.integer({ min: 1, max: 3 }),
  times,
  /** Of its semester; null: every week. */
  weeks: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { minLength: 1 })),
  teacher: place,
  room: place,
  coTeacher: fc.option(place),
  moreRoom: fc.option(place),
  archived: fc.nat(5).map((number) => number === 5),
});
const change = fc.record({
  /** An index into all meetings, modulo their number. */
  meeting: fc.nat(200),
  to: fc.oneof(
    fc.constant('cancelled' as const),
    place.map((cover) => ({ cover })),
    fc.constant('away' as const),
    place.map((coCover) => ({ coCover })),
    place.map((room) => ({ room })),
    fc.record({ day, times }).map((moved) => ({ moved })),
  ),
});
export const institute = fc.record({
  classes: fc.array(weekly, { minLength: 2, maxLength: 6 }),
  changes: fc.array(change, { maxLength: 8 }),
  enrolments: fc.array(
    fc.record({ student: fc.integer({ min: 0, max: 4 }), class: fc.nat(5), period }),
    { minLength: 6, maxLength: 24 },
  ),
  holidays: fc.array(fc.record({ first: day, days: fc.nat(2) }), { maxLength: 2 }),
  closings: fc.array(fc.record({ room: place, first: day, days: fc.nat(5) }), { maxLength: 2 }),
  /** Class dates of the two semesters. */
  semesters: fc.tuple(
    fc.record({ first: fc.nat(5), last: fc.integer({ min: 6, max: 20 }) }),
    fc.record({ first: fc.integer({ min: 6, max: 20 }), last: fc.integer({ min: 21, max: 27 }) }),
  ),
});
export type Institute = typeof institute extends fc.Arbitrary<infer One> ? One : never;

/** Two institutes in one, on two weekdays: with clashes of every kind. */
export const crowded = fc.tuple(institute, institute).map(([one, other]) => ({
  ...one,
  classes: [...one.classes, ...other.classes].map((it) => ({
    ...it,
    weekday: 1 + (it.weekday % 2),
  })),
  enrolments: [...one.enrolments, ...other.enrolments],
}));

/**
 * Empties the timetable of a test school, and adds what random ones need: a place without seats, one
 * that two students fill, and a third teacher.
 */
export async function prepareInstitutes(database: Database): Promise<void> {
  await sql`delete from enrolment`.execute(database);
  await sql`delete from class_schedule`.execute(database);
  await sql`insert into classroom (room_number, capacity) values ('Field', 0), ('Small', 2)`.execute(
    database,
  );
  await sql`
    insert into teacher (first_name, last_name, email, phone)
    values ('Tom', 'Third', 'tom@school.example', '1')`.execute(database);
}

interface Ids {
  teachers: number[];
  rooms: number[];
  students: number[];
  classes: number[];
  semesters: number[];
}

/** Replaces the previous institute. */
export async function writeInstitute(database: Database, given: Institute): Promise<Ids> {
  const run = async (query: ReturnType<typeof sql>) => void (await query.execute(database));
  const idsOf = async (query: ReturnType<typeof sql<{ id: number }>>) =>
    (await query.execute(database)).rows.map(({ id }) => id);
  for (const table of ['enrolment', 'class_schedule', 'room_closing', 'holiday', 'semester'])
    await sql`delete from ${sql.table(table)}`.execute(database);
  const teachers = await idsOf(sql`select id from teacher order by id`);
  const rooms = await idsOf(sql`select id from classroom order by id`);
  const students = await idsOf(sql`select id from student order by id`);
  for (const { first, days } of given.holidays)
    await run(sql`insert into holiday (name, date_from, date_to)
      values (${`Holiday ${first} ${days}`}, ${dateOf(first)}, ${dateOf(first + days)})
      on conflict do nothing`);
  for (const { room, first, days } of given.closings)
    await run(sql`
      insert into room_closing (classroom_id, closed_from, closed_to, reason, created_by, created_at)
      select ${rooms[room]}, ${dateOf(first)}, ${dateOf(first + days)}, 'Paint', id, now()
      from app_user limit 1`);
  const semesters: number[] = [];
  for (const { first, last } of given.semesters)
    semesters.push(
      ...(await idsOf(sql`
        insert into semester (year, semester, batch, semester_start_date, semester_end_date,
          class_start_date, class_end_date)
        values (2026, ${semesters.length + 1}, 'x', ${dateOf(0)}, ${dateOf(lastDay)},
          ${dateOf(first)}, ${dateOf(last)}) returning id`)),
    );
  const classes: number[] = [];
  for (const one of given.classes)
    classes.push(
      ...(await idsOf(sql`
        insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id,
          semester_id, teacher_id, classroom_id, weeks, co_teacher_ids, more_classroom_ids)
        select 'Lecture', ${one.weekday}, ${one.times.start_time}, ${one.times.end_time}, s.id,
          ${semesters[one.semester]}, ${teachers[one.teacher]}, ${rooms[one.room]},
          ${one.weeks}::smallint[], ${one.coTeacher === null ? null : [teachers[one.coTeacher]]}::bigint[],
          ${one.moreRoom === null ? null : [rooms[one.moreRoom]]}::bigint[]
        from subject s limit 1 returning id`)),
    );
  const meetings = await idsOf(sql`select id from class_meeting order by id`);
  for (const { meeting, to } of meetings.length ? given.changes : []) {
    const id = meetings[meeting % meetings.length];
    const scheduled = sql`id = ${id} and status = 'scheduled'`;
    if (to === 'cancelled')
      await run(sql`update class_meeting set status = 'cancelled' where ${scheduled}`);
    else if (to === 'away')
      await run(sql`update class_meeting
        set changed_places = jsonb_build_object(teacher_id, '{"away": true}'::jsonb), covering_teacher_id = null
        where ${scheduled} and co_teacher_ids is not null`);
    else if ('coCover' in to)
      await run(sql`update class_meeting
        set changed_places = jsonb_build_object(co_teacher_ids[1],
          jsonb_build_object('teacher', ${teachers[to.coCover]}::bigint))
        where ${scheduled} and co_teacher_ids is not null and ${teachers[to.coCover]}::bigint <> all(
          array_remove(array[teacher_id, covering_teacher_id] || co_teacher_ids, null))`);
    else if ('cover' in to)
      await run(sql`update class_meeting
        set covering_teacher_id = nullif(${teachers[to.cover]}::bigint, teacher_id)
        where ${scheduled} and changed_places is null
          and coalesce(${teachers[to.cover]}::bigint <> all(co_teacher_ids), true)`);
    else if ('room' in to)
      await run(sql`update class_meeting set classroom_id = ${rooms[to.room]} where ${scheduled}`);
    else
      await run(sql`
        with held as (
          insert into class_meeting (class_schedule_id, date, start_time, end_time, classroom_id,
            teacher_id, co_teacher_ids, more_classroom_ids, status, origin, moved_from)
          select class_schedule_id, ${dateOf(to.moved.day)}, ${to.moved.times.start_time},
            ${to.moved.times.end_time}, classroom_id, teacher_id, co_teacher_ids, more_classroom_ids,
            'scheduled', 'moved', date
          from class_meeting where ${scheduled} and origin = 'weekly'
          on conflict do nothing returning 1
        )
        update class_meeting set status = 'moved', moved_to = ${dateOf(to.moved.day)}
        where ${scheduled} and exists (select from held)`);
  }
  for (const one of given.enrolments)
    await run(sql`
      insert into enrolment (student_id, class_schedule_id, enrolled_from, enrolled_to)
      values (${students[one.student]}, ${classes[one.class % classes.length]},
        ${dateOf(one.period.first)}, ${one.period.last === null ? null : dateOf(one.period.last)})
      on conflict do nothing`);
  // As before planning removed them: an archived class keeps its past meetings.
  await run(sql`alter table class_schedule disable trigger class_schedule_is_planned_again`);
  for (const [at, one] of given.classes.entries())
    if (one.archived)
      await run(sql`update class_schedule set archived_at = now() where id = ${classes[at]}`);
  await run(sql`alter table class_schedule enable trigger class_schedule_is_planned_again`);
  return { teachers, rooms, students, classes, semesters };
}
