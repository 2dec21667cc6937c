import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Clash } from '#contract/clash.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { clashes } from './judge.ts';
import { meetingsOfClasses, plannedMeetings } from './proposals.ts';
import type { ProposedMeeting } from './proposed.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-06-01T08:00:00+10:00' });
});
afterAll(() => school.close());

/** Days count from 1 June 2026, a Monday, slots are quarters of an hour from 8:00. */
const lastDay = 27;
const dateOf = (day: number) => Temporal.PlainDate.from('2026-06-01').add({ days: day }).toString();
const time = (slot: number) =>
  `${String(8 + Math.floor(slot / 4)).padStart(2, '0')}:${String((slot % 4) * 15).padStart(2, '0')}`;
const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

const day = fc.integer({ min: 0, max: lastDay });
const place = fc.integer({ min: 0, max: 2 });
const times = fc
  .record({ start: fc.nat(6), length: fc.integer({ min: 1, max: 6 }) })
  .map(({ start, length }) => ({ start_time: time(start), end_time: time(start + length) }));
const period = fc
  .record({ first: fc.nat(14), days: fc.option(fc.nat(20)) })
  .map(({ first, days }) => ({ first, last: days === null ? null : first + days }));

const weekly = fc.record({
  semester: fc.integer({ min: 0, max: 1 }),
  weekday: fc.integer({ min: 1, max: 3 }),
  times,
  teacher: place,
  room: place,
  archived: fc.nat(5).map((number) => number === 5),
});
const change = fc.record({
  /** Of all meetings, modulo their number. */
  meeting: fc.nat(200),
  to: fc.oneof(
    fc.constant('cancelled' as const),
    place.map((cover) => ({ cover })),
    place.map((room) => ({ room })),
    fc.record({ day, times }).map((moved) => ({ moved })),
  ),
});
const institute = fc.record({
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
  proposed: fc.record({
    /** An existing class, or a new one. */
    class: fc.option(fc.nat(5), { freq: 6 }),
    times,
    teacher: place,
    room: place,
    days: fc.uniqueArray(day, { minLength: 6, maxLength: 20 }),
  }),
});
type Institute = typeof institute extends fc.Arbitrary<infer One> ? One : never;

const run = async <Row>(query: ReturnType<typeof sql<Row>>) =>
  (await query.execute(school.database)).rows;
const idsOf = async (query: ReturnType<typeof sql<{ id: number }>>) =>
  (await run(query)).map(({ id }) => id);

interface Ids {
  teachers: number[];
  rooms: number[];
  students: number[];
  classes: number[];
}

/** Writes an institute in place of the one before. */
async function write(given: Institute): Promise<Ids> {
  for (const table of ['enrolment', 'class_schedule', 'room_closing', 'holiday', 'semester'])
    await sql`delete from ${sql.table(table)}`.execute(school.database);
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
          semester_id, teacher_id, classroom_id)
        select 'Lecture', ${one.weekday}, ${one.times.start_time}, ${one.times.end_time}, s.id,
          ${semesters[one.semester]}, ${teachers[one.teacher]}, ${rooms[one.room]}
        from subject s limit 1 returning id`)),
    );
  const meetings = await idsOf(sql`select id from class_meeting order by id`);
  for (const { meeting, to } of meetings.length ? given.changes : []) {
    const id = meetings[meeting % meetings.length];
    const scheduled = sql`id = ${id} and status = 'scheduled'`;
    if (to === 'cancelled')
      await run(sql`update class_meeting set status = 'cancelled' where ${scheduled}`);
    else if ('cover' in to)
      await run(sql`update class_meeting
        set covering_teacher_id = nullif(${teachers[to.cover]}::bigint, teacher_id)
        where ${scheduled}`);
    else if ('room' in to)
      await run(sql`update class_meeting set classroom_id = ${rooms[to.room]} where ${scheduled}`);
    else
      await run(sql`
        with held as (
          insert into class_meeting (class_schedule_id, date, start_time, end_time, classroom_id,
            teacher_id, status, origin, moved_from)
          select class_schedule_id, ${dateOf(to.moved.day)}, ${to.moved.times.start_time},
            ${to.moved.times.end_time}, classroom_id, teacher_id, 'scheduled', 'moved', date
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
  // As before planning took them: an archived class keeps its meetings of the past.
  await run(sql`alter table class_schedule disable trigger class_schedule_is_planned_again`);
  for (const [at, one] of given.classes.entries())
    if (one.archived)
      await run(sql`update class_schedule set archived_at = now() where id = ${classes[at]}`);
  await run(sql`alter table class_schedule enable trigger class_schedule_is_planned_again`);
  return { teachers, rooms, students, classes };
}

interface Rows {
  meetings: (ProposedMeeting & {
    class_schedule_id: number;
    status: string;
    covering: number | null;
  })[];
  enrolments: {
    student_id: number;
    code: string;
    class_schedule_id: number;
    first: string;
    last: string | null;
  }[];
  classes: { id: number; archived: boolean; first: string; last: string }[];
  rooms: { id: number; capacity: number }[];
  holidays: { first: string; last: string }[];
  closings: { classroom_id: number; first: string; last: string }[];
}

async function read(): Promise<Rows> {
  return {
    meetings:
      await run(sql`select class_schedule_id, date, start_time, end_time, status, teacher_id,
      covering_teacher_id as covering, classroom_id from class_meeting`),
    enrolments: await run(sql`select e.student_id, s.student_id as code, class_schedule_id,
      enrolled_from as first, enrolled_to as last
      from enrolment e join student s on s.id = e.student_id`),
    classes: await run(sql`select c.id, c.archived_at is not null as archived,
      class_start_date as first, class_end_date as last
      from class_schedule c join semester m on m.id = c.semester_id`),
    rooms: await run(sql`select id, capacity from classroom`),
    holidays: await run(sql`select date_from as first, date_to as last from holiday`),
    closings: await run(
      sql`select classroom_id, closed_from as first, closed_to as last from room_closing`,
    ),
  };
}

const contains = (span: { first: string; last: string | null }, date: string) =>
  span.first <= date && (span.last === null || date <= span.last);

/** A minute of the one is a minute of the other. */
function shareAMinute(a: ProposedMeeting, b: ProposedMeeting): boolean {
  const ofOne = new Set<number>();
  for (let it = minutesOf(a.start_time); it < minutesOf(a.end_time); it++) ofOne.add(it);
  for (let it = minutesOf(b.start_time); it < minutesOf(b.end_time); it++)
    if (ofOne.has(it)) return true;
  return false;
}

/** The clashes, minute by minute: `kind class: dates; students`. */
function enumerated(meetings: ProposedMeeting[], rows: Rows): string[] {
  const found = new Map<string, { dates: Set<string>; students: Set<string> }>();
  const add = (key: string, date: string, students: string[] = []) => {
    const there = found.get(key) ?? { dates: new Set(), students: new Set() };
    there.dates.add(date);
    for (const one of students) there.students.add(one);
    found.set(key, there);
  };
  const studentsOf = (id: number | null, date: string) =>
    rows.enrolments.filter((it) => it.class_schedule_id === id && contains(it, date));
  for (const mine of meetings) {
    for (const theirs of rows.meetings) {
      const other = theirs.class_schedule_id;
      if (other === mine.class_schedule_id || theirs.status !== 'scheduled') continue;
      if (rows.classes.find(({ id }) => id === other)?.archived) continue;
      if (theirs.date !== mine.date || !shareAMinute(mine, theirs)) continue;
      if ((theirs.covering ?? theirs.teacher_id) === mine.teacher_id)
        add(`teacher ${other}`, mine.date);
      const room = rows.rooms.find(({ id }) => id === mine.classroom_id);
      if (room && room.capacity > 0 && theirs.classroom_id === mine.classroom_id)
        add(`classroom ${other}`, mine.date);
      const there = new Set(studentsOf(other, mine.date).map(({ code }) => code));
      const both = studentsOf(mine.class_schedule_id, mine.date)
        .map(({ code }) => code)
        .filter((code) => there.has(code));
      if (both.length) add(`students ${other}`, mine.date, both);
    }
    if (rows.holidays.some((it) => contains(it, mine.date))) add('holiday', mine.date);
    if (
      rows.closings.some((it) => it.classroom_id === mine.classroom_id && contains(it, mine.date))
    )
      add('closed', mine.date);
    const own = rows.classes.find(({ id }) => id === mine.class_schedule_id);
    if (own && !contains(own, mine.date)) add('outside', mine.date);
    if (own?.archived) add('archived', mine.date);
    const room = rows.rooms.find(({ id }) => id === mine.classroom_id);
    const number = studentsOf(mine.class_schedule_id, mine.date).length;
    if (room && room.capacity > 0 && number > room.capacity) add('seats', mine.date);
  }
  return [...found]
    .map(([key, { dates, students }]) => {
      const sorted = [...dates].toSorted();
      return `${key}: ${sorted[0]} ${sorted.at(-1)} ${sorted.length}; ${[...students].toSorted().join(' ')}`;
    })
    .toSorted();
}

const shown = ({ kind, other, date, last_date, dates, students }: Clash): string => {
  const names = students?.first.map(({ student_id }) => student_id) ?? [];
  expect(names).toHaveLength(students?.count ?? 0);
  return `${kind}${other ? ` ${other.class_schedule}` : ''}: ${date} ${last_date} ${dates}; ${names.join(' ')}`;
};

/** Rows of one holiday or closing each are one here, as in the enumeration. */
const withoutCauses = (found: Clash[]) =>
  found.filter(({ kind }) => kind !== 'holiday' && kind !== 'closed');

it('finds what a comparison minute by minute finds, and nothing else (R-CLASH-1)', async () => {
  // A place without seats, one that two students fill, and one for all.
  await sql`delete from enrolment`.execute(school.database);
  await sql`delete from class_schedule`.execute(school.database);
  await sql`insert into classroom (room_number, capacity) values ('Field', 0), ('Small', 2)`.execute(
    school.database,
  );
  await sql`
    insert into teacher (first_name, last_name, email, phone)
    values ('Tom', 'Third', 'tom@school.example', '1')`.execute(school.database);
  await school.call('admin', 'GET', 'user/details/');
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(institute, async (given) => {
      const { teachers, rooms, classes } = await write(given);
      const { proposed } = given;
      const meetings = proposed.days.map((one) => ({
        class_schedule_id:
          proposed.class === null ? null : classes[proposed.class % classes.length]!,
        date: dateOf(one),
        ...proposed.times,
        teacher_id: teachers[proposed.teacher]!,
        classroom_id: rooms[proposed.room]!,
      }));
      const found = await clashes(school.database, meetings);
      const rows = await read();
      const expected = enumerated(meetings, rows);
      const ofCauses = (text: string) => /^(holiday|closed)/.test(text);
      expect(withoutCauses(found).map(shown).toSorted()).toEqual(
        expected.filter((text) => !ofCauses(text)),
      );
      for (const kind of ['holiday', 'closed'] as const)
        expect(found.some((one) => one.kind === kind)).toBe(
          expected.some((text) => text.startsWith(kind)),
        );
      // Thousands of classes are judged in one statement of its own shape.
      const planned = await meetingsOfClasses(school.database, classes, dateOf(0));
      expect(await clashes(school.database, plannedMeetings(sql`true`), { max: 1000 })).toEqual(
        await clashes(school.database, planned, { max: 1000 }),
      );
      for (const { kind } of found) seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }),
    { numRuns: 150 },
  );
  // The institutes are crowded enough for each kind.
  for (const kind of [
    'teacher',
    'classroom',
    'students',
    'seats',
    'holiday',
    'outside',
    'archived',
    'closed',
  ])
    expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(3);
}, 120_000);
