import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Absence } from '#contract/standing/absences.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-09T20:00:00+11:00' });
  for (const [ref, date, student, status] of [
    ['mon9', '2026-03-02', 'S1', 'Absent'],
    ['mon9', '2026-03-09', 'S1', 'Present'],
    ['mon9', '2026-03-09', 'S2', 'Absent'],
    ['mon9', '2026-03-09', 'S3', 'Present'],
    ['tue14', '2026-03-03', 'S1', 'Absent'],
  ] as const) {
    const class_schedule = await school.classId(ref);
    const mark = { class_schedule, date, student, status };
    const { status: answer } = await school.call(
      'admin',
      'POST',
      'attendance/attendance/create/',
      mark,
    );
    expect(answer).toBe(201);
  }
});
afterAll(() => school.close());

const list = (query = '', caller: Caller = 'admin') =>
  school.call(caller, 'GET', `attendance/absences/?${query}`);
const found = async (query = '', caller: Caller = 'admin') =>
  ((await list(query, caller)).body.results as Absence[]).map(
    (row) => `${row.student_id} ${row.subject.subject_code} ${row.absent} ${row.rate}`,
  );
const both = 'from_date=2026-03-02&to_date=2026-03-09';

it('who is absent today, with the class that was missed', async () => {
  const { body } = await list();
  expect(body).toMatchObject({ total: 1, from_date: '2026-03-09', to_date: '2026-03-09' });
  expect(body.results).toMatchObject([
    {
      student_id: 'S2',
      absent: 1,
      rate: 0,
      last: { date: '2026-03-09', start_time: '09:00' },
    },
  ]);
});

it('who was absent most, by subject', async () => {
  expect(await found(`${both}&ordering=student_id`)).toEqual([
    'S1 MAT1 1 50',
    'S1 MAT2 1 0',
    'S2 MAT1 1 0',
  ]);
});

it('an excused absence is no class of the rate, and none of the classes counted (R-RATE-2)', async () => {
  const rowOf = async () => (await list(`${both}&search=s1&ordering=subject`)).body.results[0];
  const class_schedule = await school.classId('mon9');
  const mark = { class_schedule, date: '2026-03-02', student: 'S1', status: 'Absent' };
  const excuse = (value: string | null) =>
    school.call('admin', 'POST', 'attendance/attendance/create/', { ...mark, excuse: value });
  expect(await rowOf()).toMatchObject({ absent: 1, excused: 0, counted: 2, rate: 50 });
  await excuse('sick');
  expect(await rowOf()).toMatchObject({ absent: 1, excused: 1, counted: 1, rate: 100 });
  await school.call('admin', 'PATCH', 'attendance/settings/', { excused_counts: true });
  expect(await rowOf()).toMatchObject({ counted: 2, rate: 50 });
  await school.call('admin', 'PATCH', 'attendance/settings/', { excused_counts: false });
  await excuse(null);
  expect(await rowOf()).toMatchObject({ excused: 0, counted: 2, rate: 50 });
});

it('who is below a percentage in a subject, also without an absence', async () => {
  expect(await found(`${both}&below=50&ordering=-student_id`)).toEqual([
    'S2 MAT1 1 0',
    'S1 MAT2 1 0',
  ]);
  expect(await found(`${both}&below=51&search=s1&ordering=subject`)).toEqual([
    'S1 MAT1 1 50',
    'S1 MAT2 1 0',
  ]);
});

it('by class, subject and teacher; a teacher finds the own classes, and none of others', async () => {
  const tue14 = await school.classId('tue14');
  expect(await found(`${both}&class_schedule=${tue14}`)).toEqual(['S1 MAT2 1 0']);
  const other = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
  expect(await found(`${both}&teacher=${other}`)).toEqual([]);
  expect(await found(both, 'otherTeacher')).toEqual([]);
  expect(await found(both, 'teacher')).toHaveLength(3);
  expect(await found(`${both}&teacher=${other}`, 'teacher')).toEqual([]);
  expect(await found(`${both}&cohort=1`)).toEqual([]);
});

it.each([
  ['below=0', 'below', 'must be'],
  ['below=101', 'below', 'must be'],
  ['from_date=2006-01-01&to_date=2026-03-09', 'from_date', 'at most 366 days'],
  ['from_date=2026-03-10&to_date=2026-03-09', 'to_date', 'later than or equal'],
  ['subject=x', 'subject', ''],
])('%s is refused with the field’s name', async (query, field, message) => {
  const { status, body } = await list(query);
  expect({ status, text: String(body[field]) }).toEqual({
    status: 400,
    text: expect.stringContaining(message),
  });
});
