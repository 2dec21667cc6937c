import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let [own, other, subject, mon9, entry, note, computed] = [0, 0, 0, 0, 0, 0, 0];
const call = (caller: Caller, method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  school.call(caller, method, `attendance/${path}`, body);

/** S1 is an administrator, too. */
beforeAll(async () => {
  school = await createTestSchool();
  [own, other] = [await school.studentId('S1'), await school.studentId('S2')];
  mon9 = await school.classId('mon9');
  const { rows } = await sql<{ id: number }>`
    select subject_id as id from class_schedule where id = ${mon9}`.execute(school.database);
  subject = rows[0]!.id;
  await sql`update student set student_mail = 'Ada@School.example' where id = ${own}`.execute(
    school.database,
  );
});
afterAll(() => school.close());
beforeEach(async () => {
  await sql`truncate red_list, red_list_computed, attendance_note, student_alert cascade`.execute(
    school.database,
  );
  const listed = { student: own, subject, attendance_percentage: 40 };
  entry = (await call('account', 'POST', 'redlistedstudents/create/', listed)).body.id;
  const written = { class_schedule_id: mon9, date: '2026-03-02', note: 'Late', student_id: own };
  note = (await call('account', 'POST', 'attendance-note/create/', written)).body.id;
  const { rows } = await sql<{ id: number }>`
    insert into red_list_computed (student_id, semester_id, subject_id, rate, absent, why, state, since)
    select ${own}, semester_id, subject_id, 0.4, 3, '{rate}', 'open', now() from class_schedule
    where id = ${mon9} returning id`.execute(school.database);
  computed = rows[0]!.id;
});

const everything = async () =>
  Promise.all(
    ['red_list', 'red_list_computed', 'attendance_note'].map(
      async (table) =>
        (await sql`select * from ${sql.table(table)} order by id`.execute(school.database)).rows,
    ),
  );

describe('users and what is about the student who they are (R-ME-6)', () => {
  const calls: [
    string,
    () => [method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object],
  ][] = [
    [
      'change an entry of the red list',
      () => ['PATCH', `redlistedstudents/${entry}/`, { attendance_percentage: 99 }],
    ],
    ['delete one', () => ['DELETE', `redlistedstudents/${entry}/`]],
    ['archive one', () => ['POST', 'redlistedstudents/create/', { archive: 'ids', ids: [entry] }]],
    [
      'give one of another student theirs',
      () => ['PATCH', `redlistedstudents/${entry}/`, { student: other }],
    ],
    [
      'decide a computed one',
      () => [
        'POST',
        'redlistedstudents/computed/decide/',
        { ids: [computed], decision: 'dismiss', reason: 'A mistake' },
      ],
    ],
    ['change a note', () => ['PATCH', `attendance-note/${note}/`, { note: 'Punctual' }]],
    [
      'make a note one of another student',
      () => ['PATCH', `attendance-note/${note}/`, { student_id: other }],
    ],
    ['delete a note', () => ['DELETE', `attendance-note/${note}/`]],
    ['archive a note', () => ['POST', 'attendance-note/create/', { archive: 'ids', ids: [note] }]],
    [
      'write a note',
      () => [
        'POST',
        'attendance-note/create/',
        { class_schedule_id: mon9, date: '2026-03-02', note: 'Good', student_id: own },
      ],
    ],
  ];
  it.each(calls)('do not %s', async (_what, callOf) => {
    const before = await everything();
    const [method, path, body] = callOf();
    expect((await call('admin', method, path, body)).status).toBe(403);
    expect(await everything()).toEqual(before);
    // Somebody else does.
    expect((await call('account', method, path, body)).status).toBeLessThan(300);
  });
});
