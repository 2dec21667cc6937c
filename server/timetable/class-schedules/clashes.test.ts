import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let ids: {
  theo: number;
  tess: number;
  r1: number;
  semester: number;
  mon9: number;
  mon10: number;
  mon9b: number;
};
beforeAll(async () => {
  school = await createTestSchool();
  const first = async (query: ReturnType<typeof sql<{ id: number }>>) =>
    (await query.execute(school.database)).rows[0]!.id;
  ids = {
    theo: await first(sql<{ id: number }>`select id from teacher where first_name = 'Theo'`),
    tess: await first(sql<{ id: number }>`select id from teacher where first_name = 'Tess'`),
    r1: await first(sql<{ id: number }>`select id from classroom`),
    semester: await first(sql<{ id: number }>`select id from semester`),
    mon9: await school.classId('mon9'),
    mon10: await school.classId('mon10'),
    mon9b: await school.classId('mon9b'),
  };
});
afterAll(() => school.close());

/** Clashes of a class on Monday as `id kinds`. */
async function clashes(more: Record<string, unknown>): Promise<string[]> {
  const proposed = {
    day_of_week: 'Monday',
    start_time: '09:30',
    end_time: '10:00',
    teacher_id: ids.tess,
    classroom_id: ids.r1,
    semester_id: ids.semester,
    ...more,
  };
  const query = new URLSearchParams(
    Object.entries(proposed).map(([name, value]) => [name, String(value)]),
  );
  const { status, body } = await school.call(
    'admin',
    'GET',
    `attendance/classschedule-clashes/?${query.toString()}`,
  );
  expect(status).toBe(200);
  return body.clashes.map(
    ({ id, kinds }: { id: number; kinds: string[] }) =>
      `${(['mon9', 'mon10', 'mon9b'] as const).find((ref) => ids[ref] === id)} ${kinds.join('+')}`,
  );
}

describe('a class clashes with others', () => {
  it('of its teacher or in its room at an overlapping time', async () => {
    expect(await clashes({})).toEqual(['mon9 teacher+classroom', 'mon9b classroom']);
    expect(await clashes({ teacher_id: ids.theo })).toEqual([
      'mon9 classroom',
      'mon9b teacher+classroom',
    ]);
  });

  it('not back to back, on another day, or with itself', async () => {
    expect(await clashes({ start_time: '11:00', end_time: '12:00' })).toEqual([]);
    expect(await clashes({ day_of_week: 'Friday' })).toEqual([]);
    expect(await clashes({ id: ids.mon9 })).toEqual(['mon9b classroom']);
    expect(await clashes({ start_time: '10:30', end_time: '11:00', teacher_id: ids.theo })).toEqual(
      ['mon10 teacher+classroom'],
    );
  });

  it('that start at the same time and end earlier, lie within it, or around it', async () => {
    expect(await clashes({ start_time: '09:00', end_time: '09:10' })).toEqual([
      'mon9 teacher+classroom',
      'mon9b classroom',
    ]);
    expect(await clashes({ start_time: '08:00', end_time: '12:00' })).toHaveLength(3);
  });

  it('not of a semester whose dates do not overlap', async () => {
    const { body } = await school.call('admin', 'POST', 'attendance/semesters/create/', {
      year: 2026,
      semester: 2,
      batch: '2026',
      semester_start_date: '2026-07-01',
      semester_end_date: '2026-11-30',
      class_start_date: '2026-07-06',
      class_end_date: '2026-11-20',
    });
    expect(await clashes({ semester_id: body.id })).toEqual([]);
  });
});

it('the response to a change contains the clashes, and the change is made', async () => {
  const { status, body } = await school.call(
    'admin',
    'PATCH',
    `attendance/classschedule/${ids.mon10}/`,
    { start_time: '09:45' },
  );
  expect(status).toBe(200);
  expect(body.clashes.map(({ id }: { id: number }) => id)).toEqual([ids.mon9, ids.mon9b]);
});

it('an invalid class is rejected with the field’s name', async () => {
  expect(
    (await school.call('admin', 'GET', 'attendance/classschedule-clashes/?day_of_week=Someday'))
      .body,
  ).toMatchObject({
    day_of_week: [expect.any(String)],
    start_time: [expect.any(String)],
    teacher_id: [expect.any(String)],
  });
  expect((await school.call('teacher', 'GET', 'attendance/classschedule-clashes/')).status).toBe(
    403,
  );
});
