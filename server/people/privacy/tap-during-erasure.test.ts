import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { findInDatabase } from '#server/test/traces.ts';

let school: TestSchool;
let holder: pg.Client;
beforeAll(async () => {
  school = await createTestSchool();
  holder = new pg.Client(school.connection);
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await school.close();
});

const tap = async (rfid_number: string, key: string) => {
  const body = {
    rfid_number,
    class_schedule: await school.classId('mon9'),
    date: '2026-03-02',
    status: 'Present',
  };
  return school.call('teacher', 'POST', 'attendance/attendance/create/', body, {
    'idempotency-key': key,
  });
};
/** Statements that wait for a lock. */
const waiting = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(school.database);
  return rows[0]!.count;
};

it('a tap during an erasure leaves no name, ID or card in the response that is stored for its repetition', async () => {
  const { body: student } = await school.call(
    'admin',
    'GET',
    `attendance/students/${await school.studentId('S1')}/`,
  );
  // The erasure has begun, and waits before it ends.
  await holder.query('begin; lock table mail in access exclusive mode');
  const erasing = school.call('admin', 'POST', `attendance/student-details/${student.id}/erase/`, {
    student_id: 'S1',
    redact_notes: true,
  });
  await expect.poll(waiting).toBe(1);
  const tapping = tap('S1', 'tap-in-that-moment');
  await expect.poll(waiting).toBe(2);
  await holder.query('commit');
  expect([(await erasing).status, (await tapping).status]).toEqual([200, 400]);
  expect(
    await findInDatabase(school.database, [student.last_name, student.rfid_number, student.uuid]),
  ).toEqual([]);
});

it.each([
  [
    'a new note',
    async (student_id: number, note: object) =>
      school.call('teacher', 'POST', 'attendance/attendance-note/create/', { ...note, student_id }),
  ],
  [
    'a note that becomes one',
    async (student_id: number, note: object) => {
      const { body } = await school.call(
        'teacher',
        'POST',
        'attendance/attendance-note/create/',
        note,
      );
      return school.call('teacher', 'PATCH', `attendance/attendance-note/${body.id}/`, {
        student_id,
        note: 'Lives at Mill Lane 7',
      });
    },
  ],
])('%s about the student in that moment comes too late', async (what, send) => {
  const code = what === 'a new note' ? 'S2' : 'S3';
  const id = await school.studentId(code);
  const note = {
    class_schedule_id: await school.classId('mon9'),
    date: '2026-03-02',
    note: 'Lives at Mill Lane',
  };
  await holder.query('begin; lock table mail in access exclusive mode');
  const erasing = school.call('admin', 'POST', `attendance/student-details/${id}/erase/`, {
    student_id: code,
    redact_notes: true,
  });
  await expect.poll(waiting).toBe(1);
  const writer = send(id, note);
  await expect.poll(waiting).toBe(2);
  await holder.query('commit');
  expect([(await erasing).status, (await writer).status]).toEqual([200, 400]);
  expect(
    (await sql`select from attendance_note where student_id = ${id}`.execute(school.database)).rows,
  ).toEqual([]);
});

it('a response about a student who was erased earlier is stored like any other', async () => {
  const { rows } = await sql<{
    student_id: string;
  }>`select student_id from student where erased_at is not null`.execute(school.database);
  const answers = [
    await tap(rows[0]!.student_id, 'tap-after-that'),
    await tap(rows[0]!.student_id, 'tap-after-that'),
  ];
  expect(answers[0]!.status).toBe(400);
  expect(answers[1]!.body).toEqual(answers[0]!.body);
});

it('an ID that was typed in another case before its student was added leaves no stored response either', async () => {
  expect((await tap('n77', 'typed-before-that')).status).toBe(400);
  const fields = {
    first_name: 'New',
    last_name: 'Student',
    phone_number: '1',
    date_of_birth: '2005-01-01',
  };
  const { body: student } = await school.call('admin', 'POST', 'attendance/students/create/', {
    student_id: 'N77',
    ...fields,
  });
  const erase = { student_id: 'N77', redact_notes: true };
  expect(
    (await school.call('admin', 'POST', `attendance/student-details/${student.id}/erase/`, erase))
      .status,
  ).toBe(200);
  expect(
    (
      await sql`select from attendance_request where key = 'typed-before-that'`.execute(
        school.database,
      )
    ).rows,
  ).toEqual([]);
});
