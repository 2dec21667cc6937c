import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clashText } from '#contract/clash-text.ts';
import type { ClashKind } from '#contract/clash.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { clashes } from './judge.ts';
import type { ProposedMeeting } from './proposed.ts';

/** Mistakes that other timetabling systems are known for; the institute's room has 30 seats. */
let school: TestSchool;
let ids: Record<'mon9' | 'mon10' | 'mon9b' | 'tess' | 'theo' | 'r1' | 'field', number>;
beforeAll(async () => {
  school = await createTestSchool();
  const one = async (query: ReturnType<typeof sql<{ id: number }>>) =>
    (await query.execute(school.database)).rows[0]!.id;
  ids = {
    mon9: await school.classId('mon9'),
    mon10: await school.classId('mon10'),
    mon9b: await school.classId('mon9b'),
    tess: await one(sql`select id from teacher where first_name = 'Tess'`),
    theo: await one(sql`select id from teacher where first_name = 'Theo'`),
    r1: await one(sql`select id from classroom where room_number = 'R1'`),
    field: await one(sql`
      insert into classroom (room_number, capacity) values ('Field', 0) returning id`),
  };
});
afterAll(() => school.close());

/**
 * Monday 16 March: `mon9` 9:00–10:00 with Tess, `mon9b` 9:00–10:30 and `mon10` 10:00–11:00 with
 * Theo, all in R1.
 */
const monday = '2026-03-16';
const clashesOf = (more: Partial<ProposedMeeting>, kinds?: ClashKind[]) =>
  clashes(
    school.database,
    [
      {
        class_schedule_id: null,
        date: monday,
        start_time: '09:00',
        end_time: '10:00',
        teacher_ids: [ids.tess],
        classroom_ids: [],
        ...more,
      },
    ],
    kinds && { kinds },
  );
const texts = async (more: Partial<ProposedMeeting>, kinds?: ClashKind[]) =>
  (await clashesOf(more, kinds)).map((it) => clashText(it));
const change = (set: ReturnType<typeof sql>) =>
  sql`update class_meeting set ${set} where class_schedule_id = ${ids.mon9} and date = ${monday}`.execute(
    school.database,
  );

describe('times', () => {
  const tess = 'Tess Teacher is needed by MAT1 on 2026-03-16, 09:00–10:00';
  it.each([
    ['same start, ends earlier', '09:00', '09:15', [tess]],
    ['same start, ends later', '09:00', '12:00', [tess]],
    ['same end, begins later', '09:45', '10:00', [tess]],
    ['a longer class around a shorter one', '08:00', '12:00', [tess]],
    ['a shorter class within a longer one', '09:15', '09:30', [tess]],
    ['back to back, before', '08:00', '09:00', []],
    ['back to back, after', '10:00', '11:00', []],
    ['one minute', '09:59', '11:00', [tess]],
  ])('%s', async (_, start_time, end_time, expected) => {
    expect(await texts({ start_time, end_time })).toEqual(expected);
  });

  it('return the start and end of the overlap', async () => {
    expect(await clashesOf({ start_time: '08:00', end_time: '09:30' })).toMatchObject([
      { start_time: '09:00', end_time: '09:30', dates: 1, confirmed: false },
    ]);
  });

  it('of the same weekday in another term do not clash', async () => {
    expect(await texts({ date: '2026-07-06' })).toEqual([]);
    expect(await texts({ date: '2026-02-02' })).toEqual([]);
  });

  it('of the same class do not clash', async () => {
    expect(await texts({ class_schedule_id: ids.mon9 })).toEqual([]);
  });
});

describe('changes of single dates', () => {
  it('the covering teacher is busy, and the covered one is free', async () => {
    await change(sql`covering_teacher_id = ${ids.theo}`);
    expect(await texts({})).toEqual([]);
    expect(await texts({ teacher_ids: [ids.theo], end_time: '09:30' })).toEqual([
      'Theo Tutor is needed by MAT1 on 2026-03-16, 09:00–10:00',
      'Theo Tutor is needed by MAT2 on 2026-03-16, 09:00–10:30',
    ]);
    await change(sql`covering_teacher_id = null`);
  });

  it('a moved class clashes where it is held, and not where it was', async () => {
    await change(sql`status = 'moved', moved_to = '2026-03-18'`);
    await sql`
      insert into class_meeting (class_schedule_id, date, start_time, end_time, classroom_id,
        teacher_id, status, origin, moved_from)
      values (${ids.mon9}, '2026-03-18', '15:00', '16:00', ${ids.r1}, ${ids.tess}, 'scheduled',
        'moved', ${monday})`.execute(school.database);
    expect(await texts({})).toEqual([]);
    expect(await texts({ date: '2026-03-18', start_time: '15:30', end_time: '17:00' })).toEqual([
      'Tess Teacher is needed by MAT1 on 2026-03-18, 15:00–16:00',
    ]);
    await sql`delete from class_meeting where origin = 'moved'`.execute(school.database);
    await change(sql`status = 'scheduled', moved_to = null`);
  });

  it('a cancelled class does not clash', async () => {
    await change(sql`status = 'cancelled'`);
    expect(await texts({})).toEqual([]);
    await change(sql`status = 'scheduled'`);
  });

  it('a class on a holiday is not held, and a proposal there names the holiday', async () => {
    expect(await texts({ date: '2026-04-06' })).toEqual(['2026-04-06 is a holiday (Easter)']);
  });
});

describe('rooms', () => {
  it('a place without seats is never taken, and never full', async () => {
    const inField = { classroom_ids: [ids.field], teacher_ids: [] };
    await change(sql`classroom_id = ${ids.field}`);
    expect(await texts(inField)).toEqual([]);
    expect(
      await texts({ ...inField, class_schedule_id: ids.mon9b }, ['classroom', 'seats']),
    ).toEqual([]);
    await change(sql`classroom_id = ${ids.r1}`);
    expect(await texts({ ...inField, classroom_ids: [ids.r1] })).toEqual([
      'Room R1 is needed by MAT1 on 2026-03-16, 09:00–10:00',
      'Room R1 is needed by MAT2 on 2026-03-16, 09:00–10:30',
    ]);
  });

  it('a room with one seat too few is too small, and a full one is not', async () => {
    const small = async (capacity: number) => {
      await sql`update classroom set capacity = ${capacity} where id = ${ids.r1}`.execute(
        school.database,
      );
      return texts({ class_schedule_id: ids.mon9, classroom_ids: [ids.r1] }, ['seats']);
    };
    expect(await small(3)).toEqual(['Room R1 has 3 seats for 4 students on 2026-03-16']);
    expect(await small(4)).toEqual([]);
    await small(30);
  });

  it('a closed room has its reason', async () => {
    await school.call('admin', 'GET', 'user/details/');
    await sql`
      insert into room_closing (classroom_id, closed_from, closed_to, reason, created_by, created_at)
      select ${ids.r1}, '2026-03-14', ${monday}, 'New floor', id, now() from app_user limit 1`.execute(
      school.database,
    );
    const closed = (date: string) => texts({ classroom_ids: [ids.r1], date }, ['closed']);
    expect(await closed(monday)).toEqual(['Room R1 is closed on 2026-03-16 (New floor)']);
    expect(await closed('2026-03-17')).toEqual([]);
  });
});

it('students of both classes are counted, and the first five listed', async () => {
  const students = sql`select id from student where student_id <> 'S4'`;
  await sql`
    insert into enrolment (student_id, class_schedule_id, enrolled_from)
    select id, ${ids.mon9b}, '2026-02-09' from (${students}) s`.execute(school.database);
  const [found] = await clashesOf({ class_schedule_id: ids.mon9 }, ['students']);
  expect(found && clashText(found)).toBe(
    '4 students (Anna Ångström, Bo Nguyễn, Cai Østby, Eli Adams) are in MAT2 on 2026-03-16, 09:00–10:30',
  );
  const days = ['2026-03-16', '2026-03-23', '2026-03-30'].map((date) => ({
    class_schedule_id: ids.mon9,
    date,
    start_time: '09:00',
    end_time: '10:00',
    teacher_ids: [],
    classroom_ids: [],
  }));
  expect(await clashes(school.database, days, { kinds: ['students'] })).toMatchObject([
    { kind: 'students', dates: 3, date: '2026-03-16', last_date: '2026-03-30' },
  ]);
});
