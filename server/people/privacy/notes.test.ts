import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { mentionsStudent } from './mentions.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

it('a note about a student is deleted with the student’s data, whatever its text; notes about the class and about others stay', async () => {
  const class_schedule_id = await school.classId('mon9');
  const [erased, other] = await Promise.all(['S2', 'S3'].map(school.studentId));
  const write = (note: string, student_id?: number) =>
    school.call('teacher', 'POST', 'attendance/attendance-note/create/', {
      class_schedule_id,
      date: '2026-03-02',
      note,
      student_id,
    });
  await write('Left at half past nine', erased);
  await write('Came late', other);
  await write('Projector is broken');
  const answer = await school.call('admin', 'POST', `attendance/student-details/${erased}/erase/`, {
    student_id: 'S2',
  });
  expect(answer.status).toBe(200);
  const { rows } = await school.pool.query<{ note: string }>(
    'select note from attendance_note order by id',
  );
  expect(rows.map(({ note }) => note)).toEqual(['Came late', 'Projector is broken']);
});

it('notes do not change with redact_notes: false, and are listed', async () => {
  const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    school.call('account', method, `attendance/${path}`, body);
  const [s1, class_schedule_id] = [await school.studentId('S1'), await school.classId('mon9')];
  const date = '2026-03-02';
  const { body: note } = await call('POST', 'attendance-note/create/', {
    class_schedule_id,
    date,
    note: 'S1 sang',
  });
  const { body } = await call('POST', `student-details/${s1}/erase/`, {
    student_id: 'S1',
    redact_notes: false,
  });
  expect(body).toMatchObject({
    notes_redacted: 0,
    notes_naming: [{ id: note.id, date, class_schedule: class_schedule_id }],
  });
  expect((await call('GET', `attendance-note/${note.id}/`)).body.note).toBe('S1 sang');
});

it('the dash of a person with one name is no name in texts (R-NAME-1)', async () => {
  const [s4, class_schedule_id] = [await school.studentId('S4'), await school.classId('mon9')];
  const admin = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    school.call('admin', method, `attendance/${path}`, body);
  await admin('PATCH', `students/${s4}/`, { first_name: 'Meera', last_name: '–' });
  const write = async (note: string): Promise<number> => {
    const body = { class_schedule_id, date: '2026-03-02', note };
    return (await admin('POST', 'attendance-note/create/', body)).body.id;
  };
  const [dash, named, identified] = [
    await write('Projector – broken'),
    await write('Meera – late'),
    await write('S4 – late'),
  ];
  const { rows: mentioning } = await sql<{ id: number }>`
    select id from attendance_note n
    where ${mentionsStudent({ student_id: 'S4', first_name: 'Meera', last_name: '–' })}`.execute(
    school.database,
  );
  expect(mentioning).toEqual([{ id: identified }]);
  const erased = await admin('POST', `student-details/${s4}/erase/`, { student_id: 'S4' });
  // One name may be somebody else’s: a person looks at it.
  expect(erased.body.notes_naming).toMatchObject([{ id: named }]);
  const { rows } = await sql<{ note: string }>`
    select note from attendance_note where id = any(${[dash, named, identified]}::bigint[])
    order by id`.execute(school.database);
  expect(rows.map(({ note }) => note)).toEqual([
    'Projector – broken',
    'Meera – late',
    '[erased] – late',
  ]);
});

it('a former ID is erased like the present one, unless another student has it (R-ERASE-1)', async () => {
  const class_schedule_id = await school.classId('mon9');
  const admin = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    school.call('admin', method, `attendance/${path}`, body);
  const add = async (student_id: string): Promise<number> => {
    const body = {
      student_id,
      first_name: 'Ida',
      last_name: student_id,
      phone_number: '1',
      date_of_birth: '2003-03-03',
    };
    return (await admin('POST', 'students/create/', body)).body.id;
  };
  const own = await add('OLD-71');
  await admin('PATCH', `students/${own}/`, { student_id: 'OLD-72' });
  await admin('PATCH', `students/${own}/`, { student_id: 'NEW-73' });
  await add('OLD-72');
  const { body: note } = await admin('POST', 'attendance-note/create/', {
    class_schedule_id,
    date: '2026-03-02',
    note: 'Spoke with OLD-71, OLD-72 and NEW-73',
  });
  await admin('POST', `student-details/${own}/erase/`, { student_id: 'NEW-73' });
  expect((await admin('GET', `attendance-note/${note.id}/`)).body.note).toBe(
    'Spoke with [erased], OLD-72 and [erased]',
  );
});
