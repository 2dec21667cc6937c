import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let ids: Record<'semester' | 'tess' | 'room' | 'mon9' | 'tue14', number>;
beforeAll(async () => {
  school = await createTestSchool();
  const { rows } = await sql<typeof ids>`
    select (select min(id) from semester) as semester, (select min(id) from classroom) as room,
      (select id from teacher where first_name = 'Tess') as tess`.execute(school.database);
  ids = {
    ...rows[0]!,
    mon9: await school.classId('mon9'),
    tue14: await school.classId('tue14'),
  };
});
afterAll(() => school.close());

const judge = (more: Record<string, unknown> = {}) => {
  const query = {
    semester_id: ids.semester,
    day_of_week: 'Monday',
    start_time: '09:00',
    end_time: '09:30',
    ...more,
  };
  const text = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`);
  return school.call('admin', 'GET', `attendance/clashes/?${text.join('&')}`);
};
const kinds = async (more: Record<string, unknown>) =>
  (await judge(more)).body.clashes.map(({ kind }: { kind: string }) => kind);

describe('a class is judged while its form is filled in (R-CLASH-2)', () => {
  it('by the fields that are filled in', async () => {
    expect(await kinds({})).toEqual([]);
    expect(await kinds({ teacher_id: ids.tess })).toEqual(['teacher']);
    expect(await kinds({ classroom_id: ids.room })).toEqual(['classroom', 'classroom']);
    expect(await kinds({ end_time: '08:00', teacher_id: ids.tess })).toEqual([]);
  });

  it('on the dates from today on that are no holidays, or from the date of the change', async () => {
    const first = async (more: object) =>
      (await judge({ teacher_id: ids.tess, ...more })).body.clashes;
    // Mondays from 2 March to 8 June, without Easter Monday.
    expect(await first({})).toMatchObject([
      { date: '2026-03-02', dates: 14, last_date: '2026-06-08' },
    ]);
    expect(await first({ effective_from: '2026-05-01' })).toMatchObject([
      { date: '2026-05-04', dates: 6 },
    ]);
    expect(await first({ effective_from: '2026-12-01' })).toEqual([]);
  });

  it('of a class that has begun today the change is judged from tomorrow on, as it will hold', async () => {
    const answer = await judge({ id: ids.mon9, classroom_id: ids.room });
    const rooms = answer.body.clashes.filter(({ kind }: { kind: string }) => kind === 'classroom');
    expect(rooms).toMatchObject([{ date: '2026-03-09' }]);
  });

  it('with its students, and not against itself', async () => {
    const answer = await judge({ id: ids.tue14, teacher_id: ids.tess });
    expect(answer.body.clashes).toMatchObject([
      { kind: 'students', students: { count: 1, first: [{ student_id: 'S1' }] } },
      { kind: 'teacher' },
    ]);
    expect(await kinds({ id: ids.mon9, teacher_id: ids.tess })).toEqual([]);
  });

  it('requires permission to plan, and the necessary fields', async () => {
    expect((await judge({ day_of_week: 'Someday' })).status).toBe(400);
    expect((await judge({ semester_id: '' })).body).toMatchObject({
      semester_id: [expect.any(String)],
    });
    expect((await school.call('teacher', 'GET', 'attendance/clashes/')).status).toBe(403);
  });
});
