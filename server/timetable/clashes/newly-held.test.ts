import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Clash } from '#contract/clash.ts';
import { createTestSchool, type Answer, type TestSchool } from '#server/test/test-school.ts';

/**
 * Monday 2 March 2026. `mon9` and `mon9b` need room R1 at the same time, and so do `mon9b` and
 * `mon10`, which have a teacher and S4 in common too. Monday 6 April is a holiday; classes end on
 * Friday 12 June.
 */
let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  return () => school.close();
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (method: Method, path: string, body?: object) =>
  school.call('admin', method, `attendance/${path}`, body);
const idIn = async (table: string): Promise<number> =>
  (await sql<{ id: number }>`select id from ${sql.table(table)} limit 1`.execute(school.database))
    .rows[0]!.id;
const refs = ['mon9', 'mon10', 'mon9b'] as const;
const archived = async () => {
  const ids = await Promise.all(refs.map((ref) => school.classId(ref)));
  await call('POST', 'classschedule/create/', { archive: 'ids', ids });
  return ids;
};
const restore = (ids: number[], confirm: object) =>
  call('POST', 'classschedule/create/', { archive: 'restore', ids, ...confirm });
const asQuery = (confirm: object) =>
  `?${new URLSearchParams(Object.entries(confirm).map(([name, value]) => [name, String(value)])).toString()}`;

interface Case {
  name: string;
  /** Changes after which further classes take place. */
  change: (confirm: object) => Promise<Answer>;
  prepare?: () => Promise<unknown>;
  first: string;
  /** How many dates of `mon9` and `mon9b` are new. */
  dates: number;
}

const semesterId = () => idIn('semester');
const holidayId = () => idIn('holiday');
let ids: number[] = [];
const cases: Case[] = [
  {
    name: 'classes are restored together',
    prepare: async () => (ids = await archived()),
    change: (confirm) => restore(ids, confirm),
    first: '2026-03-02',
    dates: 14,
  },
  {
    name: 'one is restored whose time was given to others',
    prepare: async () => {
      ids = await archived();
      await restore([ids[0]!, ids[1]!], {});
    },
    change: (confirm) => restore([ids[2]!], confirm),
    first: '2026-03-02',
    dates: 14,
  },
  {
    name: 'a semester is restored with its classes',
    prepare: async () => call('POST', `semesters/${await semesterId()}/whole/`, { archive: 'all' }),
    change: async (confirm) =>
      call('POST', `semesters/${await semesterId()}/whole/`, { archive: 'restore', ...confirm }),
    first: '2026-03-02',
    dates: 14,
  },
  {
    name: 'classes end later',
    change: async (confirm) =>
      call('PATCH', `semesters/${await semesterId()}/`, {
        class_end_date: '2026-06-26',
        ...confirm,
      }),
    first: '2026-06-15',
    dates: 2,
  },
  {
    name: 'a holiday is shorter',
    change: async (confirm) =>
      call('PATCH', `holiday/${await holidayId()}/`, { date_to: '2026-04-05', ...confirm }),
    first: '2026-04-06',
    dates: 1,
  },
  {
    name: 'a holiday is deleted',
    change: async (confirm) => call('DELETE', `holiday/${await holidayId()}/${asQuery(confirm)}`),
    first: '2026-04-06',
    dates: 1,
  },
  {
    name: 'a holiday is archived',
    change: async (confirm) =>
      call('POST', 'holiday/create/', { archive: 'ids', ids: [await holidayId()], ...confirm }),
    first: '2026-04-06',
    dates: 1,
  },
];
const planned = async () =>
  (
    await sql<{ number: number }>`
      select count(*) as number from class_meeting where status = 'scheduled'`.execute(
      school.database,
    )
  ).rows[0]!.number;
const remembered = async () =>
  (
    await sql<{ kind: string }>`select kind from confirmed_clash order by 1`.execute(
      school.database,
    )
  ).rows.map(({ kind }) => kind);

describe.each(cases)('$name: new meetings are judged (R-CLASH-7)', (one) => {
  beforeEach(() => one.prepare?.());

  it('with `ask` the change is made, after a refusal if the call asks for one', async () => {
    const before = await planned();
    const { status, body } = await one.change({ confirm_clashes: false });
    expect(status).toBe(409);
    expect(new Set(body.clashes.map(({ kind }: Clash) => kind))).toEqual(
      new Set(['classroom', 'teacher', 'students']),
    );
    expect(body.clashes).toContainEqual(
      expect.objectContaining({
        kind: 'classroom',
        class_schedule: await school.classId('mon9b'),
        other: expect.objectContaining({ class_schedule: await school.classId('mon9') }),
        date: one.first,
        dates: one.dates,
      }),
    );
    expect(body.confirm[0]).toContain('is needed by');
    expect(await planned()).toBe(before);
    expect((await one.change({})).status).toBeLessThan(300);
    expect(await planned()).toBeGreaterThan(before);
    expect(await remembered()).toEqual([]);
  });

  it('with `refuse` it is refused until it is confirmed, and then stored', async () => {
    await call('PATCH', 'settings/', { clashes: 'refuse' });
    const before = await planned();
    expect((await one.change({})).status).toBe(409);
    expect(await planned()).toBe(before);
    expect((await one.change({ confirm_clashes: true })).status).toBeLessThan(300);
    expect(await planned()).toBeGreaterThan(before);
    expect(await remembered()).toEqual(['classroom', 'classroom', 'students', 'teacher']);
  });
});

describe('a change without a clash is made', () => {
  const refusing = () => call('PATCH', 'settings/', { clashes: 'refuse' });

  it('pairs that were confirmed', async () => {
    await refusing();
    const shorter = { date_to: '2026-04-05', confirm_clashes: true };
    await call('PATCH', `holiday/${await holidayId()}/`, shorter);
    expect((await call('DELETE', `holiday/${await holidayId()}/`)).status).toBe(204);
    const later = await call('PATCH', `semesters/${await semesterId()}/`, {
      class_end_date: '2026-06-26',
    });
    expect(later.status).toBe(200);
  });

  it('classes that end earlier, another batch, a holiday that is longer or is restored', async () => {
    await refusing();
    const semester = `semesters/${await semesterId()}/`;
    expect((await call('PATCH', semester, { class_end_date: '2026-06-01' })).status).toBe(200);
    expect((await call('PATCH', semester, { batch: '2027' })).status).toBe(200);
    const holiday = await holidayId();
    expect((await call('PATCH', `holiday/${holiday}/`, { date_to: '2026-04-09' })).status).toBe(
      200,
    );
    await call('POST', 'holiday/create/', {
      archive: 'ids',
      ids: [holiday],
      confirm_clashes: true,
    });
    const back = await call('POST', 'holiday/create/', { archive: 'restore', ids: [holiday] });
    expect(back.status).toBe(200);
  });

  it('dates of the past', async () => {
    await refusing();
    const semester = `semesters/${await semesterId()}/`;
    expect((await call('PATCH', semester, { class_start_date: '2026-02-02' })).status).toBe(200);
  });

  it('seats of classes that were too large before; those of restored ones are', async () => {
    await sql`update classroom set capacity = 3`.execute(school.database);
    await refusing();
    const ids = [await school.classId('mon9'), await school.classId('mon10')];
    await call('POST', 'classschedule/create/', {
      archive: 'ids',
      ids: [await school.classId('mon9b')],
    });
    expect((await call('DELETE', `holiday/${await holidayId()}/`)).status).toBe(204);
    await call('POST', 'classschedule/create/', { archive: 'ids', ids });
    expect(await restore(ids, {})).toMatchObject({
      status: 409,
      body: { clashes: [{ kind: 'seats', seats: { capacity: 3, enrolled: 4 } }] },
    });
  });
});

it('a class is restored while a student of it joins another at that time: one of them is refused (R-CLASH-5)', async () => {
  await call('PATCH', 'settings/', { clashes: 'refuse' });
  const mon9 = await school.classId('mon9');
  const others = [await school.classId('mon9b'), await school.classId('mon10')];
  await call('POST', 'classschedule/create/', { archive: 'ids', ids: others });
  const { rows } = await sql<{ id: number }>`
    with room as (
      insert into classroom (room_number, capacity) values ('R2', 30) returning id)
    insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id,
      semester_id, teacher_id, classroom_id)
    select 'Lecture', 1, '09:30', '10:30', c.subject_id, c.semester_id, (select max(id) from teacher),
      (select id from room)
    from class_schedule c where c.id = ${mon9} returning id`.execute(school.database);
  const joined = rows[0]!.id;
  const student = await school.studentId('S1');
  for (let round = 0; round < 12; round++) {
    await call('POST', 'classschedule/create/', { archive: 'ids', ids: [mon9] });
    const answers = await Promise.all([
      restore([mon9], {}),
      call('POST', 'studentassignment/create/', { student_id: student, class_schedule_id: joined }),
    ]);
    expect(answers.filter(({ status }) => status >= 400)).toHaveLength(1);
    await sql`delete from enrolment where class_schedule_id = ${joined}`.execute(school.database);
  }
});
