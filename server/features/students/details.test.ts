import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSchool, type School } from '../../test/school.ts';

let school: School;
beforeAll(async () => {
  school = await openSchool({ now: '2026-03-09T12:00:00+11:00', env: { STUDENT_MAIL_DOMAIN: 'students.school.example' } });
  const mon9 = await school.classId('mon9');
  for (const [date, status] of [
    ['2026-02-16', 'Present'],
    ['2026-03-02', 'Absent'],
  ]) {
    await school.call('teacher', 'POST', 'attendance/attendance/create/', { rfid_number: 'S1', class_schedule: mon9, date, status });
  }
  await school.call('teacher', 'POST', 'attendance/attendance-note/create/', { class_schedule_id: mon9, note: 'Fire drill', date: '2026-03-02' });
});
afterAll(() => school.close());

const details = async (caller: 'teacher' | 'admin', id: number | string) => school.call(caller, 'GET', `attendance/student-details/${id}/`);

it('a student’s page has their enrolments, each class with its dates, notes and the history of marks', async () => {
  const id = await school.studentId('S1');
  const { body } = await details('admin', id);
  expect(body.student).toMatchObject({ student_id: 'S1', enrolled: true });
  expect(body.enrolments.map((it: { day_of_week: string }) => it.day_of_week)).toEqual(['Monday', 'Tuesday', 'Saturday']);
  expect(body.attendance.find((it: { present: number }) => it.present === 1)).toMatchObject({
    total: 5,
    present: 1,
    absent: 1,
    not_taken: 3,
    attendance_percentage: 20,
    days: [
      { date: '2026-02-09', status: 'N/A' },
      { date: '2026-02-16', status: 'Present' },
      { date: '2026-02-23', status: 'N/A' },
      { date: '2026-03-02', status: 'Absent' },
      { date: '2026-03-09', status: 'N/A' },
    ],
  });
  expect(body.notes).toMatchObject([{ note: 'Fire drill', author: 'Tess Teacher', subject: { subject_code: 'MAT1' } }]);
  expect(body.history).toMatchObject([
    { date: '2026-03-02', from: null, to: 'Absent', changed_by: 'Tess Teacher', subject_code: 'MAT1' },
    { date: '2026-02-16', from: null, to: 'Present' },
  ]);
  expect(body.leaves).toEqual([]);
});

it('by id or uuid; a teacher does not see the leaves', async () => {
  const id = await school.studentId('S1');
  const { body } = await details('teacher', id);
  expect(body.leaves).toBe(null);
  expect((await details('teacher', body.student.uuid)).body.student.id).toBe(id);
  expect((await details('teacher', 424_242)).status).toBe(404);
});

it('a new student’s e-mail is their id at the institute’s domain, unless one is given or refused', async () => {
  const create = async (student_id: string, more: object) =>
    (
      await school.call('admin', 'POST', 'attendance/students/create/', {
        student_id,
        first_name: 'A',
        last_name: 'B',
        phone_number: '1',
        date_of_birth: '2005-01-01',
        ...more,
      })
    ).body.student_mail;
  expect(await create('S20', {})).toBe('s20@students.school.example');
  expect(await create('S21', { student_mail: 'own@elsewhere.example' })).toBe('own@elsewhere.example');
  expect(await create('S22', { student_mail: '' })).toBe(null);
});

it('a mark counts in the rate whatever semester and holidays say since: rate, roll and export agree', async () => {
  const own = await openSchool({ now: '2026-03-10T09:00:00+11:00' });
  const [student, mon9] = [await own.studentId('S1'), await own.classId('mon9')];
  for (const date of ['2026-02-16', '2026-02-23', '2026-03-02', '2026-03-09']) {
    await own.call('teacher', 'POST', 'attendance/attendance/create/', { rfid_number: 'S1', class_schedule: mon9, date });
  }
  const stat = async () => {
    const { body } = await own.call('admin', 'GET', `attendance/student-schedule-attendance-stat/${student}/`);
    return body.results.find((row: { class_schedule: number }) => row.class_schedule === mon9);
  };
  // 9 February was not taken.
  const before = { total: 5, present: 4, absent: 0, not_taken: 1 };
  expect(await stat()).toMatchObject(before);
  await own.call('admin', 'POST', 'attendance/holiday/create/', { name: 'Late', date_from: '2026-02-23', date_to: '2026-02-23' });
  expect(await stat()).toMatchObject(before);
  const { rows } = await sql<{ id: number }>`select id from semester`.execute(own.database);
  await own.call('admin', 'PATCH', `attendance/semesters/${rows[0]!.id}/`, { class_start_date: '2026-03-01' });
  expect(await stat()).toMatchObject({ total: 4, present: 4, absent: 0, not_taken: 0 });
  expect((await own.call('admin', 'GET', `attendance/attendance/?class_schedule=${mon9}&date=2026-02-23`)).body.results.length).toBeGreaterThan(0);
  await own.close();
});
