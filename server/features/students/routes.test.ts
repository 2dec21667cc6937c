import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendFile } from '../../test/upload.ts';
import { openSchool, type School } from '../../test/school.ts';

let school: School;
beforeAll(async () => {
  school = await openSchool({ now: '2026-03-09T12:00:00+11:00' });
});
afterAll(() => school.close());
const found = async (search: string): Promise<string[]> =>
  (await school.call('teacher', 'GET', `attendance/students/?search=${encodeURIComponent(search)}`)).body.results.map(
    (row: { student_id: string }) => row.student_id,
  );

describe('students are found', () => {
  it.each([
    ['by id', 's3', ['S3']],
    ['by card', '1000004', ['S4']],
    ['by e-mail', 's2@school', ['S2']],
    ['by name, whatever its accents’ case', 'ÅNGSTRÖM', ['S1']],
    ['by first and last name', 'bo nguyễn', ['S2']],
    ['not by a wildcard', '%', []],
  ])('%s', async (_how, search, ids) => expect(await found(search)).toEqual(ids));
});

it('attendance per class counts the dates since enrolment, without holidays', async () => {
  const mon9 = await school.classId('mon9');
  for (const [date, status] of [
    ['2026-02-16', 'Present'],
    ['2026-02-23', 'Absent'],
    ['2026-03-02', 'Present'],
  ]) {
    await school.call('teacher', 'POST', 'attendance/attendance/create/', { rfid_number: 'S1', class_schedule: mon9, date, status });
  }
  const id = await school.studentId('S1');
  const { body } = await school.call('teacher', 'GET', `attendance/student-schedule-attendance-stat/${id}/`);
  const row = body.results.find((stat: { class_schedule: number }) => stat.class_schedule === mon9);
  // Mondays 9, 16, 23 February, 2 and 9 March.
  expect(row).toMatchObject({ subject: { subject_code: 'MAT1' }, total: 5, present: 2, absent: 1, not_taken: 2, attendance_percentage: 40 });
});

it('a birthday lies in the past', async () => {
  const body = { student_id: 'S9', first_name: 'A', last_name: 'B', phone_number: '1', date_of_birth: '2026-03-10' };
  expect((await school.call('admin', 'POST', 'attendance/students/create/', body)).body).toEqual({ date_of_birth: ['must not be in the future'] });
  expect((await school.call('admin', 'POST', 'attendance/students/create/', { ...body, date_of_birth: '2026-03-09' })).status).toBe(201);
});

it('the same holiday exists once', async () => {
  const body = { name: 'Easter', date_from: '2026-04-03', date_to: '2026-04-06' };
  expect((await school.call('admin', 'POST', 'attendance/holiday/create/', body)).body).toEqual({ name: ['already exists for these dates'] });
});

it('student ids differ by more than their case, in a form and in a file', async () => {
  const body = { student_id: 's1', first_name: 'A', last_name: 'B', phone_number: '1', date_of_birth: '2004-01-01' };
  expect((await school.call('admin', 'POST', 'attendance/students/create/', body)).body).toEqual({ student_id: ['already exists in other letters'] });
  const rows = ['s1,A,B,1,2004-01-01', 'X7,A,B,1,2004-01-01', 'x7,A,B,1,2004-01-01'];
  const file = Buffer.from(`student_id,first_name,last_name,phone_number,date_of_birth\n${rows.join('\n')}\n`);
  const { body: result } = await sendFile(school, 'admin', 'attendance/bulk-student-upload/?dry_run=true', 'file', file, 'a.csv');
  expect(result.fail).toEqual([
    { line: 2, column: 'student_id', reason: 'is S1 in other letters' },
    { line: 4, column: 'student_id', reason: 'x7 stands in line 3 already' },
  ]);
});
