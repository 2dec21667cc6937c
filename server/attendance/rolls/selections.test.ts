import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

const monday = '2026-03-02';
let school: TestSchool;
let mon9: number;

beforeAll(async () => {
  school = await createTestSchool();
  mon9 = await school.classId('mon9');
});
afterAll(() => school.close());
beforeEach(async () => {
  school.at('2026-03-02T09:15:00+11:00');
  await sql`truncate mark_detail, attendance, attendance_request`.execute(school.database);
});

const post = (path: string, body: object) =>
  school.call('teacher', 'POST', `attendance/${path}/`, {
    class_schedule: mon9,
    date: monday,
    ...body,
  });
const tap = (rfid_number: string, more: object = {}) =>
  post('attendance/create', { rfid_number, ...more });
const rest = (body: object = {}) => post('mark-rest-absent', body);
const withdraw = (body: object) => post('withdraw-marks', { status: 'Absent', ...body });
const ids = (...codes: string[]) => Promise.all(codes.map(school.studentId));
const statuses = async () => {
  const { body } = await school.call(
    'teacher',
    'GET',
    `attendance/attendance/?class_schedule=${mon9}&date=${monday}`,
  );
  return Object.fromEntries(
    body.results.map((row: { student_id: string; status: string }) => [row.student_id, row.status]),
  );
};

describe('marking the remaining students absent', () => {
  it('changes only those without a mark, and returns them', async () => {
    await tap('S1');
    const answer = await rest();
    expect(answer.status).toBe(200);
    expect(new Set(answer.body.students)).toEqual(new Set(await ids('S2', 'S3', 'S5')));
    expect(await statuses()).toEqual({ S1: 'Present', S2: 'Absent', S3: 'Absent', S5: 'Absent' });
    expect((await rest()).body.students).toEqual([]);
  });

  it('is in the history of each of them', async () => {
    await rest();
    const { rows } = await sql<{ to_status: string; how: string }>`
      select to_status, how from attendance_history order by id desc limit 4`.execute(
      school.database,
    );
    expect(rows).toEqual(Array.from({ length: 4 }, () => ({ to_status: 'Absent', how: 'rest' })));
  });

  it('during a queue of taps leaves each student with one mark, and no tap overwritten', async () => {
    const taps = Promise.all(['S1', 'S2', 'S3'].map((code) => tap(code)));
    const answers = await Promise.all([rest(), rest(), taps]);
    expect(answers.slice(0, 2).map((answer) => (answer as { status: number }).status)).toEqual([
      200, 200,
    ]);
    expect(await statuses()).toEqual({ S1: 'Present', S2: 'Present', S3: 'Present', S5: 'Absent' });
  });

  it('excludes archived students', async () => {
    const student = await school.studentId('S2');
    const archive = (at: string | null) =>
      school.database
        .updateTable('student')
        .set({ archived_at: at })
        .where('id', '=', student)
        .execute();
    await archive('2026-03-01T00:00:00Z');
    expect((await rest()).body.students).not.toContain(student);
    await archive(null);
  });

  it.each([
    ['a day in the future', { date: '2026-03-09' }, 'date'],
    ['a day without this class', { date: '2026-03-01' }, 'date'],
    ['a class that does not exist', { class_schedule: 424242 }, 'class_schedule'],
  ])('refuses %s', async (_name, body, field) => {
    const answer = await rest(body);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
  });
});

describe('withdrawing marks', () => {
  it('resets students who still have the status to N/A, and keeps marks that changed meanwhile', async () => {
    const { students } = (await rest()).body;
    await tap('S2');
    const answer = await withdraw({ student: students });
    expect(new Set(answer.body.students)).toEqual(new Set(await ids('S1', 'S3', 'S5')));
    expect(await statuses()).toEqual({ S1: 'N/A', S2: 'Present', S3: 'N/A', S5: 'N/A' });
    expect((await withdraw({ student: students })).body.students).toEqual([]);
  });

  it('changes neither another class nor another day', async () => {
    const { students } = (await rest()).body;
    expect((await withdraw({ student: students, date: '2026-02-23' })).body.students).toEqual([]);
    expect(
      (await withdraw({ student: students, class_schedule: await school.classId('mon10') })).body
        .students,
    ).toEqual([]);
    expect(Object.values(await statuses())).not.toContain('N/A');
  });

  it.each([[[]], ['S1'], [undefined]])('needs students: %j', async (student) => {
    const answer = await withdraw({ student });
    expect([answer.status, answer.body]).toEqual([400, { student: ['Please select a student'] }]);
  });
});
