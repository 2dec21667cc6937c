import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let id: Record<string, number>;
beforeEach(async () => {
  school = await createTestSchool();
  id = {};
  for (const ref of ['mon9', 'mon10', 'mon9b', 'tue14', 'sat9'])
    id[ref] = await school.classId(ref);
  for (const code of ['S1', 'S2', 'S3', 'S4', 'S5']) id[code] = await school.studentId(code);
});
afterEach(() => school.close());

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  caller: Caller = 'admin',
) => school.call(caller, method, `attendance/${path}`, body);
const enrol = (student: unknown, ref: string, more: object = {}) =>
  call('POST', 'studentassignment/create/', {
    student_id: student,
    class_schedule_id: id[ref],
    ...more,
  });
const remove = (code: string, ref: string) =>
  call('DELETE', `delete-enroll/${id[code]}/${id[ref]}/`);
const rollOf = async (ref: string, date: string): Promise<string[]> =>
  (await call('GET', `attendance/?class_schedule=${id[ref]}&date=${date}`)).body.results
    .map((row: { student_id: string }) => row.student_id)
    .sort();
const tap = (card: string, ref: string, date: string) =>
  call(
    'POST',
    'attendance/create/',
    { rfid_number: card, class_schedule: id[ref], date },
    'teacher',
  );
const periods = async (code: string, ref: string) =>
  (
    await call('GET', `studentassignment/?student=${id[code]}&class_schedule=${id[ref]}`)
  ).body.results.map((row: { enrolled_from: string; enrolled_to: string | null }) => [
    row.enrolled_from,
    row.enrolled_to,
  ]);

describe('enrolling in a class', () => {
  it('starts a period today', async () => {
    expect(await enrol('S2', 'tue14')).toMatchObject({
      status: 201,
      body: {
        results: [{ student_id: 'S2', name: 'Bo Nguyễn', status: 'Student Added Successfully!' }],
        fail: [],
      },
    });
    expect(await periods('S2', 'tue14')).toEqual([['2026-03-02', null]]);
    expect((await enrol(id.S2, 'tue14')).body.results[0].status).toBe('already enrolled');
    expect(await periods('S2', 'tue14')).toHaveLength(1);
  });

  it('is refused with all conflicting classes', async () => {
    const { status, body } = await enrol('S4', 'mon9');
    expect(status).toBe(400);
    expect(body.fail).toMatchObject([
      {
        student_id: 'S4',
        class_schedules: [
          {
            subject: { subject_code: 'MAT2' },
            start_time: '09:00',
            end_time: '10:30',
            currentClass: true,
          },
        ],
      },
    ]);
    expect(body).not.toHaveProperty('results');
    expect(await periods('S4', 'mon9')).toEqual([]);
  });

  it('back to back is no overlap', async () => {
    expect((await enrol('S2', 'mon10')).status).toBe(201);
  });

  it('several at once: successes, failures with reasons; a preview writes nothing', async () => {
    const before = await enrol(['S2', 'S4'], 'mon9b', { preview: true });
    expect(before).toMatchObject({
      status: 200,
      body: { fail: [{ student_id: 'S2' }], results: [{ student_id: 'S4' }] },
    });
    expect(await periods('S3', 'tue14')).toEqual([]);
    const { body } = await enrol(['S2', 'S3', 'S5'], 'tue14');
    expect(body.results).toHaveLength(3);
  });

  it('above the room’s seats requires a confirmation', async () => {
    await sql`update classroom set capacity = 4`.execute(school.database);
    const { status, body } = await enrol('S4', 'mon10', {});
    expect(status).toBe(201);
    await sql`update classroom set capacity = 1`.execute(school.database);
    const full = await enrol('S2', 'mon10');
    expect(full).toMatchObject({
      status: 409,
      body: {
        detail: 'MAT2 in R1: 2 students for 1 seats',
        over_capacity: [{ class_schedule: id.mon10, capacity: 1, enrolled: 2 }],
      },
    });
    expect((await enrol('S2', 'mon10', { preview: true })).body.over_capacity).toHaveLength(1);
    expect((await enrol('S2', 'mon10', { confirm_capacity: true })).status).toBe(201);
    expect(body.over_capacity).toEqual([]);
  });

  it.each([
    [{ student_id: 'S2' }, { class_schedule_id: ['Please select a Schedule'] }],
    [{ class_schedule_id: 1 }, { student_id: ['is required'] }],
    [{ student_id: [], class_schedule_id: 1 }, { student_id: ['Please select a student'] }],
    [{ student_id: 'S99', class_schedule_id: 1 }, { student_id: ['does not exist'] }],
    [{ student_id: 'S2', class_schedule_id: 424_242 }, { class_schedule_id: ['does not exist'] }],
    [
      { student_id: 'S2', class_schedule_id: 1, from_date: '2026-02-30' },
      { from_date: ['must be a date, YYYY-MM-DD'] },
    ],
  ])('refuses %j', async (body, errors) => {
    expect(await call('POST', 'studentassignment/create/', body)).toMatchObject({
      status: 400,
      body: errors,
    });
  });

  it('is not for teachers', async () => {
    expect(
      (
        await call(
          'POST',
          'studentassignment/create/',
          { student_id: 'S2', class_schedule_id: id.tue14 },
          'teacher',
        )
      ).status,
    ).toBe(403);
  });
});

describe('two users enrol the same student concurrently', () => {
  it('in overlapping classes only one succeeds', async () => {
    for (let round = 0; round < 15; round++) {
      const answers = await Promise.all([
        enrol('S2', 'mon9b', { from_date: '2026-03-10' }),
        enrol('S2', 'mon10', { from_date: '2026-03-10' }),
      ]);
      await sql`delete from enrolment where student_id = ${id.S2}
        and class_schedule_id in (${id.mon9b}, ${id.mon10})`.execute(school.database);
      await sql`delete from enrolment where student_id = ${id.S2}`.execute(school.database);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    }
  });

  it('in the same class creates one period', async () => {
    await Promise.all(Array.from({ length: 8 }, () => enrol('S3', 'tue14')));
    expect(await periods('S3', 'tue14')).toHaveLength(1);
  });

  it('many students in different orders cause no deadlock', async () => {
    const answers = await Promise.all([
      enrol(['S1', 'S2', 'S3', 'S5'], 'tue14'),
      enrol(['S5', 'S3', 'S2', 'S1'], 'sat9'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });
});

describe('the past does not change', () => {
  it('after a removal: rolls before it, and the marks of today', async () => {
    await tap('S2', 'mon9', '2026-02-23');
    expect((await remove('S2', 'mon9')).status).toBe(204);
    expect(await rollOf('mon9', '2026-02-23')).toEqual(['S1', 'S2', 'S3', 'S5']);
    expect(await rollOf('mon9', '2026-03-02')).toEqual(['S1', 'S3', 'S5']);
    expect(await periods('S2', 'mon9')).toEqual([['2026-02-02', '2026-03-01']]);
    expect((await remove('S2', 'mon9')).status).toBe(404);

    await tap('S3', 'mon9', '2026-03-02');
    await remove('S3', 'mon9');
    expect(await rollOf('mon9', '2026-03-02')).toEqual(['S1', 'S3', 'S5']);
    school.at('2026-03-09T12:00:00+11:00');
    expect(await rollOf('mon9', '2026-03-09')).toEqual(['S1', 'S5']);
    expect(await rollOf('mon9', '2026-03-02')).toEqual(['S1', 'S3', 'S5']);
  });

  it('a returning student gets a new period', async () => {
    await remove('S2', 'mon9');
    await enrol('S2', 'mon9');
    expect(await periods('S2', 'mon9')).toEqual([
      ['2026-03-02', null],
      ['2026-02-02', '2026-03-01'],
    ]);
    await tap('S2', 'mon9', '2026-03-02');
    await remove('S2', 'mon9');
    await enrol('S2', 'mon9');
    expect((await periods('S2', 'mon9'))[0]).toEqual(['2026-03-03', null]);
  });

  it('several are removed at once, and students who were not in the class are listed', async () => {
    const { body } = await call('POST', 'studentassignment/bulk-remove/', {
      class_schedule: id.mon9,
      student: ['S1', 'S2', 'S4'],
    });
    expect(body).toMatchObject({
      results: [
        { student_id: 'S1' },
        { student_id: 'S2', status: 'Student Removed Successfully!' },
      ],
      fail: [{ student_id: 'S4', status: 'is not in this class' }],
    });
    expect(await rollOf('mon9', '2026-03-02')).toEqual(['S3', 'S5']);
    expect(
      (
        await call('POST', 'studentassignment/bulk-remove/', {
          class_schedule: id.mon9,
          student: ['S4'],
        })
      ).status,
    ).toBe(400);
  });

  it('removing is an operation, and its undo enrols again from the first day on (R-UNDO-1)', async () => {
    const before = await periods('S2', 'mon9');
    const { operation } = (
      await call('POST', 'studentassignment/bulk-remove/', {
        class_schedule: id.mon9,
        student: ['S2'],
      })
    ).body;
    expect((await periods('S2', 'mon9'))[0][1]).toBe('2026-03-01');
    await call('POST', `bulk-operations/${operation}/undo/`, {});
    expect(await periods('S2', 'mon9')).toEqual(before);
  });

  it('an enrolment that never started is deleted', async () => {
    await enrol('S2', 'tue14');
    await remove('S2', 'tue14');
    expect(await periods('S2', 'tue14')).toEqual([]);
  });
});

describe('change of schedule', () => {
  const change = async (code: string, ref: string, body: object) => {
    const { results } = (
      await call('GET', `studentassignment/?student=${id[code]}&class_schedule=${id[ref]}`)
    ).body;
    return call('PATCH', `studentassignment/${results[0].id}/`, { student: id[code], ...body });
  };

  it('ends one enrolment and starts the other, although the classes overlap', async () => {
    const { status, body } = await change('S1', 'mon9', { class_schedule: id.mon9b });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        class_schedule: id.mon9b,
        enrolled_from: '2026-03-02',
        results: [{ status: 'Sucessfullly changed the schedule' }],
      },
    });
    expect(await periods('S1', 'mon9')).toEqual([['2026-02-02', '2026-03-01']]);
  });

  it('requires another schedule', async () => {
    expect(await change('S1', 'mon9', {})).toMatchObject({
      status: 400,
      body: { class_schedule: ['Please select a schedule to change to!'] },
    });
    expect(await change('S1', 'mon9', { class_schedule: id.mon9 })).toMatchObject({
      status: 400,
      body: { class_schedule: ['Please choose a different schedule'] },
    });
    expect(await change('S1', 'mon9', { class_schedule: id.tue14, student: 'S2' })).toMatchObject({
      status: 400,
      body: { student: [expect.any(String)] },
    });
  });

  it('is refused with the conflicting classes, and changes nothing', async () => {
    await enrol('S1', 'mon10');
    expect(await change('S1', 'mon9', { class_schedule: id.mon9b })).toMatchObject({
      status: 400,
      body: { fail: [{ student_id: 'S1' }] },
    });
    expect(await periods('S1', 'mon9')).toEqual([['2026-02-02', null]]);
  });
});

it('who joins a class from tomorrow on is in its list today, and leaves it again (R-MEETING-2)', async () => {
  const list = async (enrolled: boolean) =>
    (
      await call('GET', `schedule-students/?schedule_id=${id.mon10}&enrolled=${enrolled}`)
    ).body.results.map((row: { student_id: string }) => row.student_id);
  await tap('S4', 'mon10', '2026-03-02');
  await enrol('S2', 'mon10');
  const { body } = await call('GET', `schedule-students/?schedule_id=${id.mon10}&search=S2`);
  expect(body.results).toMatchObject([{ enrolled: true, enrolled_from: '2026-03-03' }]);
  expect(await list(true)).toContain('S2');
  expect(await list(false)).not.toContain('S2');
  await remove('S2', 'mon10');
  expect(await list(false)).toContain('S2');
});

it('the students of a class: those in it first, then the others, page by page', async () => {
  const list = async (query: string) =>
    (await call('GET', `schedule-students/?schedule_id=${id.mon9}&${query}`)).body;
  const rows = (body: { results: { student_id: string; enrolled: boolean }[] }) =>
    body.results.map((row) => `${row.student_id} ${row.enrolled}`);
  expect(rows(await list(''))).toEqual(['S1 true', 'S2 true', 'S3 true', 'S5 true', 'S4 false']);
  expect(rows(await list('limit=2&page=2'))).toEqual(['S3 true', 'S5 true']);
  expect(rows(await list('limit=3&page=2'))).toEqual(['S5 true', 'S4 false']);
  expect(rows(await list('enrolled=false'))).toEqual(['S4 false']);
  expect(rows(await list('search=zimmer'))).toEqual(['S4 false']);
  await tap('S2', 'mon9', '2026-02-23');
  await remove('S2', 'mon9');
  expect((await list('search=S2')).results).toMatchObject([
    { enrolled: false, enrolled_from: '2026-02-02', enrolled_to: '2026-03-01' },
  ]);
});
