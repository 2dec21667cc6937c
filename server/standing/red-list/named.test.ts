import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ListedStudent } from '#contract/student.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

const today = '2026-03-02';
let school: TestSchool;
let mon9: number;
let subject: number;
beforeAll(async () => {
  school = await createTestSchool({ now: `${today}T12:00:00+11:00` });
  mon9 = await school.classId('mon9');
  const { rows } = await sql<{ id: number }>`
    select id from subject where subject_code = 'MAT1'`.execute(school.database);
  subject = rows[0]!.id;
  const { body: user } = await school.call('account', 'GET', 'user/details/');
  const [from_cohort, to_cohort] = [await addCohort('From'), await addCohort('To')];
  for (const student of ['S1', 'S2']) {
    const id = await school.studentId(student);
    await add('attendance/create/', {
      class_schedule: mon9,
      date: today,
      student,
      status: 'Absent',
    });
    await add('attendance-note/create/', {
      class_schedule_id: mon9,
      student_id: id,
      teacher_id: null,
      date: today,
      note: 'Spoke with the student.',
    });
    await add('studentcohortassignment/create/', { student, cohort: from_cohort });
    await add('cohort-transfers/create/', { student, from_cohort, to_cohort });
    await add('follow-ups/create/', {
      student: id,
      subject,
      owner_id: user.id,
      due_on: '2026-03-09',
    });
  }
  await sql`
    insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
    select id, ${today}, ${today}, 'a@school.example', 'Hospital' from student
    where student_id in ('S1', 'S2')`.execute(school.database);
  await add('redlistedstudents/create/', {
    student: 'S1',
    subject,
    attendance_percentage: 40,
  });
});
afterAll(() => school.close());

async function add(path: string, body: object): Promise<{ id: number }> {
  const answer = await school.call('account', 'POST', `attendance/${path}`, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}
const addCohort = async (name: string) =>
  (await add('cohort/create/', { name, year: 2026, schedules_id: [mon9] })).id;

type Named = ListedStudent & { student?: ListedStudent; detail?: string };

it.each([
  ['roll', () => `attendance/?class_schedule=${mon9}&date=${today}`],
  ['students of a class', () => `schedule-students/?schedule_id=${mon9}`],
  ['enrolments', () => `studentassignment/?class_schedule=${mon9}`],
  ['members of a cohort', () => 'studentcohortassignment/'],
  ['transfers', () => 'cohort-transfers/'],
  ['leaves', () => 'leave/'],
  ['notes', () => 'attendance-note/'],
  ['follow-ups', () => 'follow-ups/'],
  ['students', () => 'students/'],
  ['report by student', () => `reports/?by=student&from_date=${today}&to_date=${today}`],
])('the list of %s says who is on the red list (R-RED-2)', async (_list, path) => {
  const { body } = await school.call('account', 'GET', `attendance/${path()}`);
  const named: Named[] = body.results;
  const inRedList = Object.fromEntries(
    named.map(({ student, detail, ...row }) => {
      const of = typeof student === 'object' ? student : row;
      return [of.student_id ?? detail, of.in_red_list];
    }),
  );
  expect(inRedList).toMatchObject({ S1: true, S2: false });
});

it('the search says who is on the red list (R-RED-2)', async () => {
  const { body } = await school.call('account', 'GET', 'attendance/search/?text=S1');
  expect(body.students).toMatchObject([{ student_id: 'S1', in_red_list: true }]);
});
