import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());
const list = async (query: string) =>
  (await school.call('teacher', 'GET', `attendance/classschedule/?${query}`)).body;
const refsOf = async (query: string): Promise<number[]> =>
  (await list(query)).results.map((row: { id: number }) => row.id);
const ids = (...refs: string[]) => Promise.all(refs.map(school.classId));

describe('the classes of a date', () => {
  it('are those of its weekday, with all fields of a row', async () => {
    const { results, total } = await list('date=2026-03-02&ordering=start_time');
    expect(total).toBe(3);
    expect(results[0]).toMatchObject({
      class_type: 'Lecture',
      day_of_week: 'Monday',
      start_time: '09:00',
      end_time: '10:00',
      color_coding: '#e59623',
      subject: { subject_name: 'Algebra', subject_code: 'MAT1' },
      classroom: { room_number: 'R1' },
      teacher: { first_name: 'Tess', last_name: 'Teacher' },
      semester: {
        semester: 1,
        year: 2026,
        semester_start_date: '2026-02-02',
        semester_end_date: '2026-06-30',
      },
      number_of_students: 4,
      today_students_stats: { total_students: 4, total_present: 0, total_absent: 0 },
      currentClass: true,
      period: 'current_and_upcoming',
      order: 0,
    });
  });

  it('count the marks of that date', async () => {
    const mon9 = await school.classId('mon9');
    await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S1',
      class_schedule: mon9,
      date: '2026-03-02',
    });
    await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S2',
      class_schedule: mon9,
      date: '2026-03-02',
      status: 'Absent',
    });
    const stats = async (date: string) =>
      (await list(`date=${date}&id=${mon9}`)).results[0].today_students_stats;
    expect(await stats('2026-03-02')).toEqual({
      total_students: 4,
      total_present: 1,
      total_absent: 1,
    });
    expect(await stats('2026-02-23')).toEqual({
      total_students: 4,
      total_present: 0,
      total_absent: 0,
    });
  });

  it.each([
    ['a holiday', '2026-04-06'],
    ['before the classes begin', '2026-02-02'],
    ['after they have ended', '2026-06-15'],
    ['a Sunday', '2026-03-01'],
  ])('are none on %s', async (_name, date) => expect(await refsOf(`date=${date}`)).toEqual([]));

  it('contain the position of the read in the live stream; those of the week have none', async () => {
    expect(await list('date=2026-03-02')).toHaveProperty('as_of', expect.any(String));
    expect(await list('')).not.toHaveProperty('as_of');
  });

  it('are past when they have ended', async () => {
    school.at('2026-03-02T10:00:00+11:00');
    const { results } = await list('date=2026-03-02&ordering=start_time');
    const of = new Map(results.map((row: { id: number }) => [row.id, row]));
    const [mon9, mon9b, mon10] = await ids('mon9', 'mon9b', 'mon10');
    expect(of.get(mon9)).toMatchObject({ period: 'passed', currentClass: false });
    expect(of.get(mon9b)).toMatchObject({ period: 'current_and_upcoming', currentClass: true });
    expect(of.get(mon10)).toMatchObject({ currentClass: true });
    school.at('2026-03-02T09:15:00+11:00');
  });
});

describe('filters', () => {
  it('accept several values, joined by commas', async () => {
    expect((await refsOf('day_of_week=Tuesday,Saturday')).sort()).toEqual(
      (await ids('tue14', 'sat9')).sort(),
    );
    const [a, b] = await ids('mon9', 'mon10');
    expect((await refsOf(`id=${a},${b}`)).sort()).toEqual([a, b].sort());
  });

  it('search in subject, room and teacher, wildcards taken literally', async () => {
    expect(await refsOf('search=geometry')).toHaveLength(3);
    expect(await refsOf('search=theo%20tut')).toHaveLength(3);
    expect(await refsOf('search=%25')).toHaveLength(0);
    expect(await refsOf('search=_')).toHaveLength(0);
  });

  it.each([
    'mat1',
    'ALG',
    'tess teacher',
    'r1',
    'monday',
    'mon',
    '9',
    '09:00',
    ':',
    '10:30 geo',
    'day',
  ])('find the same classes of a date in the week as on the date: %s', async (search) => {
    const query = `search=${encodeURIComponent(search)}`;
    const [ofWeek, ofDate] = [
      await refsOf(`${query}&day_of_week=Monday`),
      await refsOf(`${query}&date=2026-03-02`),
    ];
    expect(ofWeek.toSorted()).toEqual(ofDate.toSorted());
  });

  it('return pages with links both ways', async () => {
    const second = await list('limit=2&page=2');
    expect(second).toMatchObject({
      total: 5,
      next: '/api/v2/attendance/classschedule/?limit=2&page=3',
      previous: '/api/v2/attendance/classschedule/?limit=2&page=1',
    });
    expect((await list('limit=2&page=3')).next).toBeNull();
  });

  it.each([
    ['limit=0', { limit: ['must be from 1 to 9999'] }],
    ['limit=10000', { limit: ['must be from 1 to 9999'] }],
    ['page=x', { page: ['must be a whole number'] }],
    ['teacher=me', { teacher: ['must be whole numbers, separated by commas'] }],
    ['day_of_week=Someday', { day_of_week: ['must be a day of the week'] }],
    ['date=2026-13-01', { date: ['must be a date, YYYY-MM-DD'] }],
    ['ordering=secret', { ordering: ['cannot be ordered by this'] }],
    ['drop=table', { drop: ['is not a known field'] }],
  ])('%s is refused by name', async (query, body) => {
    expect(await school.call('teacher', 'GET', `attendance/classschedule/?${query}`)).toMatchObject(
      { status: 400, body },
    );
  });
});

it('one class by its id; an unknown id answers 404', async () => {
  const [mon9] = await ids('mon9');
  expect(
    (await school.call('teacher', 'GET', `attendance/classschedule/${mon9}/`)).body,
  ).toMatchObject({ id: mon9, currentClass: true });
  expect((await school.call('teacher', 'GET', 'attendance/classschedule/999999/')).status).toBe(
    404,
  );
});

it('teachers are searched by name', async () => {
  const { body } = await school.call('admin', 'GET', 'attendance/teachers/?search=TESS');
  expect(body.results).toMatchObject([{ first_name: 'Tess', email: 'tess@school.example' }]);
  expect((await school.call('teacher', 'GET', 'attendance/teachers/')).status).toBe(403);
});

it('the subject of a class with attendance cannot change: past rates and exports would become another subject’s', async () => {
  const school = await createTestSchool();
  const id = await school.classId('mon9');
  const { rows } = await sql<{
    id: number;
  }>`select id from subject where subject_code = 'MAT2'`.execute(school.database);
  const change = () =>
    school.call('admin', 'PATCH', `attendance/classschedule/${id}/`, { subject_id: rows[0]!.id });
  await school.call('teacher', 'POST', 'attendance/attendance/create/', {
    rfid_number: 'S1',
    class_schedule: id,
    date: '2026-03-02',
  });
  expect(await change()).toMatchObject({
    status: 400,
    body: {
      subject_id: ['cannot change once attendance has been taken: a new class can take over'],
    },
  });
  await school.close();
});
