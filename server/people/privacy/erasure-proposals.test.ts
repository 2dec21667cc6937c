import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { eraseAgain } from './erase-again.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool();
  for (const caller of ['account', 'admin', 'teacher'] as const)
    await school.call(caller, 'GET', 'user/details/');
});
afterEach(() => school.close());

type Method = 'GET' | 'POST' | 'PATCH';
const call = async (method: Method, path: string, body?: object) => {
  const answer = await school.call('account', method, `attendance/${path}`, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
};
const person = {
  student_id: 'QX93771',
  first_name: 'Zyxandria',
  last_name: 'Quuxington',
  phone_number: '+61 499123987',
  date_of_birth: '1999-01-01',
  student_mail: 'zyx@elsewhere.example',
};
const fullName = `${person.first_name} ${person.last_name}`;
const add = async (rest: object = {}): Promise<number> =>
  (await call('POST', 'students/create/', { ...person, ...rest })).id;
const erase = (id: number, student_id = person.student_id) =>
  call('POST', `student-details/${id}/erase/`, { student_id });
const proposals = async (caller: 'account' | 'admin' = 'account') =>
  (await school.call(caller, 'GET', 'attendance/erasure-proposals/')).body.results as {
    id: number;
    table: string;
    column: string;
    text: string;
    is_changed: boolean;
    places: { start: number; length: number }[];
  }[];
const decide = (ids: number[], is_redacted: boolean, caller: 'account' | 'admin' = 'account') =>
  school.call(caller, 'POST', 'attendance/erasure-proposals/decide/', { ids, is_redacted });
const values = async (query: string): Promise<unknown[]> =>
  (await school.pool.query<Record<string, unknown>>(query)).rows.flatMap((row) =>
    Object.values(row),
  );
const allIds = async () => (await proposals()).map(({ id }) => id);

it('placeholders of a template stay as they are, whatever the student is called', async () => {
  const body = 'Dear {{student}}, Student Name was away. {{student name}}';
  const id = await add({ first_name: 'Student', last_name: 'Name' });
  await school.pool.query(
    `insert into template (kind, title, body, version, changed_by, changed_at)
     select 'certificate', '{{student name}}', $1, 1, min(id), now() from app_user`,
    [body],
  );
  await erase(id);
  expect(await values('select title, body from template')).toEqual(['{{student name}}', body]);
  expect((await proposals()).map(({ column }) => column)).toEqual(['body']);
  expect((await decide(await allIds(), true)).status).toBe(204);
  expect(await values('select title, body from template')).toEqual([
    '{{student name}}',
    'Dear {{student}}, [erased] was away. {{student name}}',
  ]);
});

it('a text that was written before the student was added does not name them', async () => {
  const { id: roll } = await call('POST', 'attendance-note/create/', {
    class_schedule_id: await school.classId('mon9'),
    date: '2026-03-02',
    note: `${fullName} sang`,
  });
  await school.pool.query(
    `insert into roll_event (class_schedule_id, date, kind, done_at, students, done_by, reason)
     select $1, '2026-03-02', 'reopened', '2025-01-01', 0, min(id), $2 from app_user`,
    [await school.classId('mon9'), fullName],
  );
  school.at('2026-03-05T00:00:00Z');
  const id = await add();
  expect(await erase(id)).toMatchObject({ notes_redacted: 0, notes_naming: [], proposals: 0 });
  expect((await call('GET', `attendance-note/${roll}/`)).note).toBe(`${fullName} sang`);
  expect(await values('select reason from roll_event')).toEqual([fullName]);
});

it('an ID or a card without a digit is a word, and matches nothing', async () => {
  await call('POST', 'courses/create/', { name: 'Bachelor of Nursing 1' });
  const id = await add({ student_id: 'Bachelor' });
  expect(await erase(id, 'Bachelor')).toMatchObject({ proposals: 0 });
  expect(await values(`select name from course where name like '%Nursing%'`)).toEqual([
    'Bachelor of Nursing 1',
  ]);
});

it('names of rows and texts about others change only when somebody who may edit the row confirms', async () => {
  const id = await add();
  const { id: course } = await call('POST', 'courses/create/', { name: `Tuition ${fullName}` });
  await school.pool.query(
    `insert into leave (student_id, leave_from, leave_to, reason_for_leave, faculty_email)
     values ($1, '2026-03-02', '2026-03-03', $2, 'dean@school.example')`,
    [await school.studentId('S2'), `Visits ${fullName} (QX93771)`],
  );
  expect(await erase(id)).toMatchObject({ proposals: 2 });
  expect(await values(`select name from course where id = ${course}`)).toEqual([
    `Tuition ${fullName}`,
  ]);
  const stored = await values('select erasure_proposal::text from erasure_proposal');
  expect(stored.join(' ')).not.toMatch(/Quuxington|93771/);

  // Administrators do not edit courses.
  const [listed] = (await proposals('admin')).map(({ table }) => table);
  expect(listed).toBe('leave');
  const found = await proposals();
  const [ofCourse, ofLeave] = ['course', 'leave'].map((table) =>
    found.find((proposal) => proposal.table === table)!,
  );
  expect(ofCourse).toMatchObject({
    text: `Tuition ${fullName}`,
    places: [{ start: 8, length: fullName.length }],
  });
  expect((await decide([ofCourse!.id], true, 'admin')).status).toBe(404);
  expect((await school.call('teacher', 'GET', 'attendance/erasure-proposals/')).status).toBe(403);
  expect((await decide([ofCourse!.id], true)).status).toBe(204);
  expect((await decide([ofLeave!.id], false)).status).toBe(204);
  expect(await values(`select name from course where id = ${course}`)).toEqual([
    `Tuition [erased] ${course}`,
  ]);
  expect(await values('select reason_for_leave from leave')).toEqual([
    `Visits ${fullName} (QX93771)`,
  ]);
  expect(await proposals()).toEqual([]);
});

it('a text that was changed meanwhile is not redacted', async () => {
  const id = await add();
  const { id: course } = await call('POST', 'courses/create/', { name: `Tuition ${fullName}` });
  await erase(id);
  await call('PATCH', `courses/${course}/`, { name: 'Tuition' });
  const [proposal] = await proposals();
  expect(proposal).toMatchObject({ text: 'Tuition', is_changed: true, places: [] });
  expect((await decide([proposal!.id], true)).status).toBe(409);
  expect((await decide([proposal!.id], false)).status).toBe(204);
});

it('two holidays of a day that name the student stay two', async () => {
  const id = await add();
  await school.pool.query(
    `insert into holiday (name, date_from, date_to)
     values ($1, '2026-05-04', '2026-05-04'), ($2, '2026-05-04', '2026-05-04')`,
    [`${fullName} day`, `${person.last_name} ${person.first_name} day`],
  );
  expect(await erase(id)).toMatchObject({ proposals: 2 });
  expect((await decide(await allIds(), true)).status).toBe(204);
  const names = await values(`select name from holiday where date_from = '2026-05-04'`);
  expect(names).toEqual(names.map(() => expect.stringMatching(/^\[erased\] day \d+$/)));
});

it('two erased students in one text are both redacted, one decision after the other', async () => {
  const first = await add();
  const second = await add({
    student_id: 'QX2',
    first_name: 'Bo',
    last_name: 'Li',
    student_mail: '',
  });
  await call('POST', 'courses/create/', { name: `${fullName}, Bo Li` });
  await erase(first);
  await erase(second, 'QX2');
  const [one, other] = await allIds();
  await decide([one!], true);
  await decide([other!], true);
  expect(await values(`select name from course where name like '%erased%'`)).toEqual([
    expect.stringMatching(/^\[erased\], \[erased\] \d+ \d+$/),
  ]);
});

it('where an export was sent stays in the audit log, and what was changed is counted by table', async () => {
  const id = await add();
  await call('POST', 'spreadsheet-export/', { email: person.student_mail });
  await call('POST', 'studentassignment/create/', {
    class_schedule_id: await school.classId('mon9'),
    student_id: id,
  });
  await call('POST', 'attendance-note/create/', {
    class_schedule_id: await school.classId('mon9'),
    date: '2026-03-02',
    note: 'QX93771 sang',
  });
  const answer = await erase(id);
  expect(answer.changed).toMatchObject({ attendance_note: 1, student: 1 });
  expect(await values(`select about ->> 'email' from audit where kind = 'export'`)).toEqual([
    person.student_mail,
  ]);
  const [about] = await values(`select about from audit where what = 'Erase student'`);
  expect(about).toMatchObject({
    changed: expect.arrayContaining(['attendance_note 1', 'student 1']),
    proposals: 0,
  });
});

it('an erasure that is repeated keeps the decisions', async () => {
  const id = await add();
  const [uuid] = await values(`select uuid from student where id = ${id}`);
  await call('POST', 'courses/create/', { name: `Tuition ${fullName}` });
  await erase(id);
  await decide(await allIds(), false);
  // As after the restore of an older backup, which has the student again.
  await school.pool.query('alter table student disable trigger user');
  await school.pool.query(
    `update student set uuid = $2, student_id = $3, first_name = $4, last_name = $5, erased_at = null,
       archived_at = null where id = $1`,
    [id, uuid, person.student_id, person.first_name, person.last_name],
  );
  await school.pool.query('alter table student enable trigger user');
  const [uuid_sha256] = await values(
    `select encode(sha256(convert_to('${String(uuid)}', 'UTF8')), 'hex')`,
  );
  const { database, context } = school;
  const again = await eraseAgain(
    { database, files: context.files, today: '2026-03-06', now: '2026-03-06T00:00:00Z' },
    [{ student: id, uuid_sha256: String(uuid_sha256), at: '2026-03-05T00:00:00Z' }],
  );
  expect(again).toBe(1);
  expect(await proposals()).toEqual([]);
  expect(await values(`select name from course where name like 'Tuition%'`)).toEqual([
    `Tuition ${fullName}`,
  ]);
});
