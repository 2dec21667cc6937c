import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TimetableClash } from '#contract/timetable/timetable-health.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

const today = '2026-03-02';
let school: TestSchool;
let semester: { id: number; first: string; last: string };
beforeAll(async () => {
  school = await createTestSchool({ now: `${today}T08:00:00+11:00` });
  const { rows } = await sql<typeof semester>`
    select id, semester_start_date as first, semester_end_date as last
    from semester where semester_start_date <= ${today} and semester_end_date >= ${today}
    order by id`.execute(school.database);
  semester = rows[0]!;
});
afterAll(() => school.close());

const parts = ['clashes', 'teachers', 'students', 'rooms', 'hours'];
const get = (path: string, caller: Caller = 'admin') =>
  school.call(caller, 'GET', `attendance/timetable-health/${path}`);

describe('the period (R-HEALTH-1)', () => {
  it('is the rest of the current semester', async () => {
    for (const part of parts) {
      const { status, body } = await get(`${part}/`);
      expect([part, status]).toEqual([part, 200]);
      expect(body.period).toMatchObject({
        semester: { id: semester.id },
        from: today,
        to: semester.last,
      });
    }
  });

  it('is cut to the semester, and rejected outside of it', async () => {
    const whole = await get('rooms/?from_date=2020-01-01&to_date=2030-01-01');
    expect(whole.body.period).toMatchObject({ from: semester.first, to: semester.last });
    const before = await get('rooms/?from_date=2020-01-01&to_date=2020-02-01');
    expect([before.status, before.body]).toEqual([
      400,
      { from_date: [`must be a period between ${semester.first} and ${semester.last}`] },
    ]);
    const unknown = await get('clashes/?semester=999');
    expect([unknown.status, unknown.body]).toEqual([400, { semester: ['does not exist'] }]);
  });

  it('of a past semester is all of it', async () => {
    school.at('2031-03-02T08:00:00+11:00');
    const { body } = await get('clashes/');
    expect(body.period).toMatchObject({ from: semester.first, to: semester.last });
    school.at(`${today}T08:00:00+11:00`);
  });
});

it('requires permission to edit timetables', async () => {
  for (const part of parts) {
    expect((await get(`${part}/`, 'teacher')).status).toBe(403);
    expect((await get(`${part}/`, 'anonymous')).status).toBe(401);
  }
});

it('lists a clash once, with both classes, and the classes over capacity', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id,
      semester_id, teacher_id, classroom_id)
    select c.class_type, 6, '20:00', '21:00', c.subject_id, semester_id, teacher_id, classroom_id
    from (select * from class_schedule where semester_id = ${semester.id} order by id limit 1) c
    cross join generate_series(1, 2)
    returning id`.execute(school.database);
  const ids = rows.map(({ id }) => id);
  const { body } = await get('clashes/?kind=teacher,classroom&limit=100');
  const added = (body.results as TimetableClash[]).filter(({ class: of }) =>
    ids.includes(of.class_schedule),
  );
  expect(
    added.map(({ kind, class: of, other }) => [kind, of.class_schedule, other?.class_schedule]),
  ).toEqual([
    ['classroom', ...ids],
    ['teacher', ...ids],
  ]);
  expect(added[0]).toMatchObject({ class: { day_of_week: 'Saturday', start_time: '20:00' } });
  await sql`update classroom set capacity = 1`.execute(school.database);
  const seats = await get('clashes/?kind=seats&ordering=-missing');
  expect(seats.body.results[0].seats.enrolled).toBeGreaterThan(1);
});

it.each([
  ['clashes/?kind=weather', 'kind'],
  ['clashes/?ordering=weather', 'ordering'],
  ['teachers/?break=0', 'break'],
  ['rooms/?open_from=18:00&open_to=08:00', 'open_to'],
  ['hours/?open_from=8', 'open_from'],
  ['students/?week=next', 'week'],
])('refuses %s', async (path, field) => {
  const { status, body } = await get(path);
  expect([status, Object.keys(body)]).toEqual([400, [field]]);
});

it('an empty filter excludes nothing', async () => {
  const { status, body } = await get('clashes/?kind=');
  expect([status, body.total]).toEqual([200, (await get('clashes/')).body.total]);
});

it('answers empty lists where there is no semester', async () => {
  const empty = await createTestSchool({ rows: {} });
  try {
    for (const part of parts) {
      const { status, body } = await empty.call(
        'admin',
        'GET',
        `attendance/timetable-health/${part}/`,
      );
      expect([part, status, body.period]).toEqual([part, 200, null]);
    }
  } finally {
    await empty.close();
  }
});
