import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runs } from '#server/test/runs.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let mon9: number;
let semester: number;
let otherSubject: number;
let rooms: number[];
let teachers: number[];
let payCodes: number[];
let usual: Record<string, unknown>;
const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  school.call('account', method, `attendance/${path}`, body);

beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  mon9 = await school.classId('mon9');
  const added = await Promise.all(
    ['7', '8'].map((room_number) =>
      call('POST', 'classroom/create/', { room_number, capacity: 40 }),
    ),
  );
  rooms = added.map(({ body }) => Number(body.id));
  const { rows } = await sql<{ semester: number; subject: number; teachers: number[] }>`
    select (select id from semester) as semester,
      (select id from subject where subject_code = 'MAT2') as subject,
      (select array_agg(id order by id) from teacher) as teachers`.execute(school.database);
  semester = rows[0]!.semester;
  otherSubject = rows[0]!.subject;
  teachers = rows[0]!.teachers;
  const codes = await sql<{ id: number }>`
    insert into pay_code (paycode, amount_cents, paycode_type) values ('A', 5000, 'Lecture'), ('B', 6000, 'Lecture') returning id`.execute(
    school.database,
  );
  payCodes = codes.rows.map(({ id }) => id);
  const own = await school.database
    .selectFrom('class_schedule')
    .select(['classroom_id', 'teacher_id', 'payroll_id', 'start_time', 'end_time'])
    .where('id', '=', mon9)
    .executeTakeFirstOrThrow();
  usual = { ...own, day_of_week: 'Monday', weeks: null };
});
afterAll(() => school.close());

/** The class is as at the beginning: without changes for later dates. */
async function reset(): Promise<void> {
  await sql`
    delete from class_schedule_pattern where class_schedule_id = ${mon9}
      and valid_from > '0001-01-01'`.execute(school.database);
  await sql`update class_schedule set archived_at = null where id = ${mon9}`.execute(
    school.database,
  );
  await sql`select adopt_patterns(), plan_meetings()`.execute(school.database);
}
beforeEach(reset);

/** Times, room, teacher and pay code of each date of a class. */
async function datesOf(id: number, from = '2026-01-01'): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', m.date, m.start_time, m.end_time, m.classroom_id, m.teacher_id, m.status,
      (select p.payroll_id from class_schedule_pattern p
        where p.class_schedule_id = m.class_schedule_id and p.valid_from <= m.date
        order by p.valid_from desc limit 1)) as text
    from class_meeting m where m.class_schedule_id = ${id} and m.date >= ${from}::date
    order by m.date`.execute(school.database);
  return rows.map(({ text }) => text);
}

const pick = fc.nat(1);
const laterChange = fc.record({
  /** Weeks after today's. */
  week: fc.integer({ min: 1, max: 10 }),
  weeks: fc.option(fc.integer({ min: 1, max: 4 })),
  what: fc.oneof(
    fc
      .integer({ min: 10, max: 16 })
      .map((hour) => ({ start_time: `${hour}:00`, end_time: `${hour}:50` })),
    fc.constantFrom('Tuesday', 'Thursday').map((day_of_week) => ({ day_of_week })),
    fc.constantFrom('2-9', '1,3,5,7,9,11', '4', null).map((weeks) => ({ weeks })),
    pick.map((room) => ({ room })),
    pick.map((teacher) => ({ teacher })),
    pick.map((payCode) => ({ payCode })),
  ),
});
const laterChanges = fc.array(laterChange, { minLength: 1, maxLength: 4 });
type LaterChange = typeof laterChange extends fc.Arbitrary<infer Value> ? Value : never;

const mondayIn = (weeks: number) => Temporal.PlainDate.from('2026-03-02').add({ weeks }).toString();

/** The change holds from its week on, or, as while a teacher is away, for some weeks. */
async function plan({ week, weeks, what }: LaterChange): Promise<void> {
  const columns: Record<string, unknown> =
    'room' in what
      ? { classroom_id: rooms[what.room] }
      : 'teacher' in what
        ? { teacher_id: teachers[what.teacher] }
        : 'payCode' in what
          ? { payroll_id: payCodes[what.payCode] }
          : what;
  const former = Object.fromEntries(Object.keys(columns).map((name) => [name, usual[name]]));
  const write = (body: object, effective_from: string) =>
    call('PATCH', `classschedule/${mon9}/`, { ...body, effective_from, confirm_clashes: true });
  const done = await write(columns, mondayIn(week));
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  if (weeks !== null) expect((await write(former, mondayIn(week + weeks))).status).toBe(200);
}

const byList = (archive: 'ids' | 'restore') =>
  call('POST', 'classschedule/create/', {
    archive,
    ids: [mon9],
    confirm_clashes: true,
  });
const whole = (archive: 'all' | 'restore') =>
  call('POST', `semesters/${semester}/whole/`, { archive, confirm_clashes: true });

async function succeed(calls: (() => Promise<{ status: number; body: unknown }>)[]): Promise<void> {
  for (const one of calls) {
    const { status, body } = await one();
    expect(status, JSON.stringify(body)).toBeLessThan(300);
  }
}

const ways: [string, () => Promise<void>][] = [
  [
    'archived and restored in a list',
    () => succeed([() => byList('ids'), () => byList('restore')]),
  ],
  [
    'archived and restored with its semester',
    () => succeed([() => whole('all'), () => whole('restore')]),
  ],
  [
    'archived, which is undone',
    async () => {
      const { body } = await byList('ids');
      await succeed([
        () => call('POST', `bulk-operations/${body.operation}/undo/`, { confirm_clashes: true }),
      ]);
    },
  ],
];

it.each(ways)(
  'a class that is %s has the dates that were planned before (R-MEETING-2)',
  async (_, way) => {
    await fc.assert(
      fc
        .asyncProperty(laterChanges, async (changes) => {
          for (const change of changes) await plan(change);
          const before = await datesOf(mon9);
          await way();
          expect(await datesOf(mon9)).toEqual(before);
        })
        .beforeEach(reset),
      runs(25),
    );
  },
  120_000,
);

it('a class that takes over has the changes that were planned for the one before it (R-CLASS-6)', async () => {
  await fc.assert(
    fc
      .asyncProperty(laterChanges, fc.integer({ min: 1, max: 8 }), async (changes, week) => {
        for (const change of changes) await plan(change);
        const from = mondayIn(week);
        const before = await datesOf(mon9, from);
        const { status, body } = await call('POST', `classschedule/${mon9}/successor/`, {
          subject_id: otherSubject,
          effective_from: from,
          confirm_clashes: true,
        });
        expect(status, JSON.stringify(body)).toBe(201);
        expect(await datesOf(body.id, from)).toEqual(before);
        await succeed([
          () => call('POST', `operations/${body.operation}/undo/`, { confirm_clashes: true }),
        ]);
        expect(await datesOf(mon9, from)).toEqual(before);
      })
      .beforeEach(reset),
    runs(25),
  );
}, 120_000);

it('a change without a date, as of an import, holds until one that was planned before it', async () => {
  await succeed([
    () =>
      call('PATCH', `classschedule/${mon9}/`, {
        classroom_id: rooms[0],
        effective_from: '2026-03-16',
      }),
    () => call('PATCH', `classschedule/${mon9}/`, { classroom_id: rooms[1] }),
  ]);
  const { rows } = await sql<{ classroom_id: number }>`
    select classroom_id from class_meeting where class_schedule_id = ${mon9}
      and date in ('2026-03-09', '2026-03-16') order by date`.execute(school.database);
  expect(rows.map(({ classroom_id }) => classroom_id)).toEqual([rooms[1], rooms[0]]);
});
