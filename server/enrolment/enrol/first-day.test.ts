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
const enrolmentId = async (code: string, ref: string): Promise<number> =>
  (await call('GET', `studentassignment/?student=${id[code]}&class_schedule=${id[ref]}`)).body
    .results[0].id;

describe('without a date an enrolment starts', () => {
  it('today, while today’s class has not begun or has no mark yet', async () => {
    await enrol('S4', 'tue14');
    expect(await periods('S4', 'tue14')).toEqual([['2026-03-02', null]]);
  });

  it('tomorrow, when today’s roll has a mark: the roll stays complete', async () => {
    await tap('S4', 'mon10', '2026-03-02');
    await enrol('S2', 'mon10');
    expect(await periods('S2', 'mon10')).toEqual([['2026-03-03', null]]);
  });

  it('tomorrow, when today’s class is over', async () => {
    school.at('2026-03-02T11:00:00+11:00');
    await enrol('S2', 'mon10');
    expect(await periods('S2', 'mon10')).toEqual([['2026-03-03', null]]);
  });
});

describe('the date of an enrolment', () => {
  it.each(['1900-01-01', '2026-02-01', '2026-07-01', '2999-12-31'])(
    '%s lies outside the semester: refused, by class and by cohort',
    async (from_date) => {
      const refused = {
        status: 400,
        body: { from_date: ['must be from 2026-02-02 to 2026-06-30'] },
      };
      expect(await enrol('S2', 'tue14', { from_date })).toMatchObject(refused);
      const { body: cohort } = await call(
        'POST',
        'cohort/create/',
        { name: 'C', year: 2026, schedules_id: [id.tue14] },
        'account',
      );
      expect(
        await call('POST', 'studentcohortassignment/create/', {
          student: 'S2',
          cohort: cohort.id,
          from_date,
        }),
      ).toMatchObject(refused);
      expect(await periods('S2', 'tue14')).toEqual([]);
    },
  );

  it('in the past lists the rolls that become incomplete, before and after the change', async () => {
    await tap('S4', 'mon10', '2026-02-16');
    await tap('S4', 'mon10', '2026-02-23');
    const expected = {
      incomplete_rolls: [
        { class_schedule: id.mon10, subject_code: 'MAT2', date: '2026-02-23', students: 2 },
      ],
    };
    const body = { from_date: '2026-02-20' };
    expect((await enrol(['S2', 'S3'], 'mon10', { ...body, preview: true })).body).toMatchObject(
      expected,
    );
    expect((await enrol(['S2', 'S3'], 'mon10', body)).body).toMatchObject(expected);
    expect((await enrol(['S2', 'S3'], 'mon10', body)).body).toMatchObject({ incomplete_rolls: [] });
  });

  it('is returned when it is later than requested, since an earlier enrolment in the class ends after it', async () => {
    await tap('S2', 'mon9', '2026-03-02');
    await call('DELETE', `delete-enroll/${id.S2}/${id.mon9}/`);
    expect(await periods('S2', 'mon9')).toEqual([['2026-02-02', '2026-03-02']]);
    const { body } = await enrol('S2', 'mon9', { from_date: '2026-02-20' });
    expect(body.results).toEqual([
      expect.objectContaining({ student_id: 'S2', enrolled_from: '2026-03-03' }),
    ]);
    expect((await periods('S2', 'mon9'))[0]).toEqual(['2026-03-03', null]);
  });
});

describe('a change to another class', () => {
  it('does not put a student into two classes at the same time: not before the last mark in the current one', async () => {
    await tap('S1', 'mon9', '2026-02-23');
    const path = `studentassignment/${await enrolmentId('S1', 'mon9')}/`;
    expect(
      await call('PATCH', path, { class_schedule: id.mon9b, from_date: '2026-02-16' }),
    ).toMatchObject({
      status: 400,
      body: {
        from_date: ['must be after 2026-02-23, the last day with a mark in the current class'],
      },
    });
    expect(await periods('S1', 'mon9')).toEqual([['2026-02-02', null]]);
    expect(
      await call('PATCH', path, { class_schedule: id.mon9b, from_date: '2026-02-24' }),
    ).toMatchObject({ status: 200 });
    expect([await periods('S1', 'mon9'), await periods('S1', 'mon9b')]).toEqual([
      [['2026-02-02', '2026-02-23']],
      [['2026-02-24', null]],
    ]);
  });

  it('on a day whose roll was taken starts the day after', async () => {
    await tap('S1', 'mon9', '2026-03-02');
    const path = `studentassignment/${await enrolmentId('S1', 'mon9')}/`;
    expect(await call('PATCH', path, { class_schedule: id.mon9b })).toMatchObject({
      status: 200,
      body: { enrolled_from: '2026-03-03' },
    });
  });
});

describe('an enrolment by its id', () => {
  it('is read by id, and ended like by student and class', async () => {
    const row = await enrolmentId('S2', 'mon9');
    expect(await call('GET', `studentassignment/${row}/`)).toMatchObject({
      status: 200,
      body: {
        id: row,
        student: { student_id: 'S2' },
        class_schedule: id.mon9,
        enrolled_from: '2026-02-02',
        enrolled_to: null,
      },
    });
    expect((await call('DELETE', `studentassignment/${row}/`)).status).toBe(204);
    expect((await call('GET', `studentassignment/${row}/`)).body.enrolled_to).toBe('2026-03-01');
    expect((await call('DELETE', `studentassignment/${row}/`)).status).toBe(409);
    for (const method of ['GET', 'DELETE'] as const)
      expect((await call(method, 'studentassignment/424242/')).status).toBe(404);
  });
});

it('an archived student is missing on later rolls, stays on taken ones, and rolls stay complete', async () => {
  await tap('S2', 'mon9', '2026-02-23');
  await call('POST', 'students/create/', { archive: 'ids', ids: [id.S2] });
  expect(await periods('S2', 'mon9')).toEqual([['2026-02-02', '2026-03-01']]);
  const rollOf = async (date: string) =>
    (await call('GET', `attendance/?class_schedule=${id.mon9}&date=${date}`)).body.results
      .map((row: { student_id: string }) => row.student_id)
      .sort();
  expect(await rollOf('2026-02-23')).toEqual(['S1', 'S2', 'S3', 'S5']);
  expect(await rollOf('2026-03-02')).toEqual(['S1', 'S3', 'S5']);
});
