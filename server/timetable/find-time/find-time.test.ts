import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TimeProposal, TimesFound } from '#contract/timetable/find-time.ts';
import { clashes } from '../clashes/judge.ts';
import { weeklyMeetings } from '../clashes/proposals.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

const today = '2026-03-02';
let school: TestSchool;
let classes: { id: number; semester_id: number; teacher_id: number }[];
let mondayClass: number;
beforeAll(async () => {
  school = await createTestSchool({ now: `${today}T08:00:00+11:00` });
  const { database } = school;
  // A full week: 120 classes in 12 rooms with 60 students, each in a thirteenth of the classes.
  await sql`
    insert into classroom (room_number, capacity)
    select 'F' || n, 10 + n * 3 from generate_series(1, 12) n`.execute(database);
  await sql`
    insert into teacher (first_name, last_name, email, phone)
    select 'Full' || n, 'Week', 'full' || n || '@school.example', '1'
    from generate_series(1, 10) n`.execute(database);
  await sql`
    insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id,
      semester_id, teacher_id, classroom_id, ref)
    select 'Lecture', 1 + n % 5, make_time(8 + n * 7 % 9, n % 2 * 30, 0),
      make_time(9 + n * 7 % 9, n % 2 * 30, 0), s.id, m.id,
      (select id from teacher where email = 'full' || 1 + n % 7 || '@school.example'),
      (select id from classroom where room_number = 'F' || 1 + n % 12), 'full' || n
    from generate_series(1, 120) n
    cross join (select id from subject order by id limit 1) s
    cross join (select id from semester order by id limit 1) m`.execute(database);
  await sql`
    insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
    select 'FULL' || n, 'Full', 'Student' || n, '1', '2004-01-01'
    from generate_series(1, 60) n`.execute(database);
  await sql`
    insert into enrolment (student_id, class_schedule_id, enrolled_from)
    select s.id, c.id, '2026-01-01'
    from class_schedule c join student s on s.student_id like 'FULL%'
    where c.ref like 'full%' and (c.id * 7 + s.id * 3) % 13 = 0`.execute(database);
  const { rows } = await sql<(typeof classes)[number]>`
    select id, semester_id, teacher_id from class_schedule
    where archived_at is null order by id`.execute(database);
  classes = rows;
  mondayClass = (
    await sql<{ id: number }>`
    select id from class_schedule where ref like 'full%' and day_of_week = 1
    order by id limit 1`.execute(database)
  ).rows[0]!.id;
});
afterAll(() => school.close());

const find = (query: string, caller: Caller = 'admin') =>
  school.call(caller, 'GET', `attendance/find-time/?${query}`);
const found = async (query: string): Promise<TimesFound> => (await find(query)).body;
const isFree = (it: TimeProposal) =>
  it.busy_students === 0 && it.teacher_busy_dates === 0 && it.classroom !== null;

/** The judge's result for a class at a proposed time and room. */
const judged = async (of: (typeof classes)[number], it: TimeProposal) =>
  clashes(
    school.database,
    await weeklyMeetings(
      school.database,
      {
        id: of.id,
        semester_id: of.semester_id,
        teacher_id: of.teacher_id,
        day_of_week: it.day_of_week,
        start_time: it.start_time,
        end_time: it.end_time,
        classroom_id: it.classroom?.id,
      },
      today,
    ),
  );

describe('proposals for a class (R-FIND-1)', () => {
  it('have a clash for the judge exactly when they say so', async () => {
    let [free, taken] = [0, 0];
    for (const one of classes.filter((_, place) => place % 12 === 0)) {
      const best = (await found(`id=${one.id}`)).results.slice(0, 4);
      // A single weekday has few times, so that bad ones are included.
      const oneDay = (await found(`id=${one.id}&day_of_week=Wednesday`)).results;
      for (const proposal of [...best, ...oneDay].filter(({ classroom }) => classroom)) {
        const clash = await judged(one, proposal);
        expect([isFree(proposal), proposal, clash]).toEqual([clash.length === 0, proposal, clash]);
        if (isFree(proposal)) free++;
        else taken++;
      }
    }
    expect([free > 20, taken > 10]).toEqual([true, true]);
  });

  it('start with those without a clash', async () => {
    for (const { id } of classes.filter((_, place) => place % 10 === 0)) {
      const { results } = await found(`id=${id}`);
      const free = results.map(isFree);
      expect(free).toEqual(free.toSorted((a, b) => Number(b) - Number(a)));
    }
  });

  it('keep the class’s length, its hours and its weekdays', async () => {
    const { results, current } = await found(
      `id=${classes[9]!.id}&minutes=50&earliest=10:00&latest=13:00&day_of_week=Tuesday,Friday`,
    );
    expect(new Set(results.map(({ day_of_week }) => day_of_week))).toEqual(
      new Set(['Tuesday', 'Friday']),
    );
    for (const { start_time, end_time } of results) {
      expect(start_time >= '10:00' && end_time <= '13:00').toBe(true);
      expect(Number(end_time.slice(3)) - Number(start_time.slice(3))).not.toBe(0);
    }
    expect(current).not.toBeNull();
  });

  it('contain a room that is large enough, and none where none is', async () => {
    const { id } = classes[20]!;
    for (const { classroom } of (await found(`id=${id}&seats=40`)).results)
      if (classroom) expect(classroom.capacity).toBeGreaterThanOrEqual(40);
    const { results, seats } = await found(`id=${id}&seats=9000`);
    expect([seats, results.every(({ classroom }) => classroom === null)]).toEqual([9000, true]);
  });

  it('exclude rooms that are closed in the period', async () => {
    const { id } = classes[20]!;
    const room = (await found(`id=${id}`)).results[0]!.classroom!;
    await school.call('admin', 'POST', 'attendance/room-closings/create/', {
      classroom_id: room.id,
      closed_from: today,
      closed_to: '2026-12-31',
      reason: 'Flood',
    });
    const after = (await found(`id=${id}`)).results;
    expect(after.every(({ classroom }) => classroom?.id !== room.id)).toBe(true);
  });

  it('show the present room with its problems, and no other in its place', async () => {
    const { rows } = await sql<{ id: number; classroom_id: number; day: number }>`
      select id, classroom_id, day_of_week as day from class_schedule
      where ref = 'full30'`.execute(school.database);
    const { id, classroom_id, day } = rows[0]!;
    const present = async (query = '') => {
      const { current } = await found(`id=${id}${query}`);
      expect(current!.classroom!.id).toBe(classroom_id);
      return current!.room_problems;
    };
    expect(await present('&seats=1')).toEqual([]);
    const first = 8 + day;
    const closing = await school.call('admin', 'POST', 'attendance/room-closings/create/', {
      classroom_id,
      closed_from: `2026-03-${String(first - 1).padStart(2, '0')}`,
      closed_to: `2026-03-${String(first + 7).padStart(2, '0')}`,
      reason: 'Paint',
    });
    expect(await present('&seats=1')).toEqual(['closed on 2 dates']);
    await school.call('admin', 'DELETE', `attendance/room-closings/${closing.body.id}/`);
    await sql`update classroom set capacity = 5, features = '{lab}'
      where id = ${classroom_id}`.execute(school.database);
    expect(await present('&seats=8&features=Lab,Pool')).toEqual([
      '3 seats too few',
      'without Pool',
    ]);
    await sql`update classroom set capacity = 0 where id = ${classroom_id}`.execute(
      school.database,
    );
    expect(await present('&seats=8')).toEqual([]);
  });
});

describe('rooms', () => {
  it('with the required features, whatever their case', async () => {
    await sql`
      update classroom set features = '{Projector,Lab}' where room_number in ('F10', 'F11')`.execute(
      school.database,
    );
    const { id } = classes[20]!;
    const { results, features } = await found(`id=${id}&features=projector,LAB`);
    expect(features).toEqual(['projector', 'LAB']);
    const rooms = new Set(results.flatMap(({ classroom }) => classroom?.room_number ?? []));
    expect([rooms.size > 0, rooms.isSubsetOf(new Set(['F10', 'F11']))]).toEqual([true, true]);
    const none = (await found(`id=${id}&features=Pool`)).results;
    expect(none.every(({ classroom }) => classroom === null)).toBe(true);
  });

  it('that are free at the present time are listed, and have no clash for the judge', async () => {
    let named = 0;
    for (const one of classes.filter((_, place) => place % 15 === 0)) {
      const { rooms, current } = await found(`id=${one.id}`);
      for (const room of rooms.slice(0, 3)) {
        named++;
        const there = await judged(one, { ...current!, classroom: room });
        expect(there.filter(({ kind }) => kind === 'classroom' || kind === 'seats')).toEqual([]);
      }
    }
    expect(named).toBeGreaterThan(5);
  });
});

describe('proposals for a single class', () => {
  it('are dates of the seven days from its own, without other dates of the class', async () => {
    const { id } = classes.find(({ id: it }) => it === mondayClass)!;
    const { results, current } = await found(`id=${id}&on=2026-03-09`);
    expect(current).toMatchObject({ date: '2026-03-09', dates: 1 });
    const dates = new Set(results.map(({ date }) => date!));
    for (const date of dates) expect(date >= '2026-03-09' && date <= '2026-03-14').toBe(true);
    expect(dates.size).toBeGreaterThan(3);
    // From the next day on, next week's class conflicts.
    const after = (await found(`id=${id}&on=2026-03-09&effective_from=2026-03-10`)).results;
    expect(after.some(({ date }) => date === '2026-03-16')).toBe(false);
  });

  it('have no clash when the class is moved there', async () => {
    const { results } = await found(`id=${mondayClass}&on=2026-03-09`);
    const best = results.find((it) => isFree(it) && it.date !== '2026-03-09')!;
    const meeting = await school.database
      .selectFrom('class_meeting')
      .select(['id', 'sequence'])
      .where('class_schedule_id', '=', mondayClass)
      .where('date', '=', '2026-03-09')
      .executeTakeFirstOrThrow();
    const moved = await school.call('admin', 'POST', `attendance/meetings/${meeting.id}/move/`, {
      sequence: meeting.sequence,
      date: best.date,
      start_time: best.start_time,
      end_time: best.end_time,
      classroom_id: best.classroom!.id,
    });
    expect(moved.status).toBe(200);
  });
});

describe('proposals for a new class', () => {
  it('are for the students of cohorts, in a semester', async () => {
    const { semester_id } = classes[0]!;
    const { students, current, results } = await found(
      `semester_id=${semester_id}&seats=25&minutes=120`,
    );
    expect([students, current]).toEqual([0, null]);
    expect(results[0]).toMatchObject({ busy_students: 0, teacher_busy_dates: 0 });
  });
});

it('are for as many students as a roll holds: 50,000 held other requests up for 350 ms', async () => {
  const { database } = school;
  await sql`
    insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
    select 'MANY' || n, 'Many', 'Student', '1', '2004-01-01' from generate_series(1, 10000) n`.execute(
    database,
  );
  const { rows } = await sql<{ id: number }>`
    insert into cohort (name, year) values ('Many', 2026) returning id`.execute(database);
  const { id } = rows[0]!;
  await sql`
    insert into cohort_assignment (student_id, cohort_id, assigned_from)
    select id, ${id}, '2026-01-01' from student where student_id like 'MANY%'`.execute(database);
  const many = await find(`semester_id=${classes[0]!.semester_id}&cohort=${id}`);
  expect(many).toMatchObject({
    status: 400,
    body: { cohort: ['more than 9999 students would come'] },
  });
  await sql`
    delete from cohort_assignment
    where student_id = (select min(id) from student where student_id like 'MANY%')`.execute(
    database,
  );
  expect((await found(`semester_id=${classes[0]!.semester_id}&cohort=${id}`)).students).toBe(9999);
});

it.each([
  ['minutes=90', 400, 'semester_id'],
  ['semester_id=999999', 400, 'semester_id'],
  ['id=999999', 404, 'detail'],
  ['id=1&minutes=3', 400, 'minutes'],
  ['id=1&effective_from=2999-01-01', 400, 'effective_from'],
  ['id=1&day_of_week=Someday', 400, 'day_of_week'],
  ['id=1&latest=25:00', 400, 'latest'],
  ['semester_id=1&on=2026-03-09', 400, 'on'],
  ['id=1&on=2026-03-10', 404, 'detail'],
  ['id=1&features=' + 'x'.repeat(41), 400, 'features'],
])('%s is refused: %i %s', async (query, status, field) => {
  const answer = await find(query);
  expect([answer.status, Object.keys(answer.body)]).toEqual([status, [field]]);
});

it('require permission to change the timetable', async () => {
  expect((await find(`id=${classes[0]!.id}`, 'teacher')).status).toBe(403);
});
