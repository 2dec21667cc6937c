import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let student: number;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  student = await school.studentId('S1');
});
afterEach(() => school.close());

const call = (path: string, body: object) =>
  school.call('account', 'POST', `attendance/${path}`, body);
const archive = () => call('students/create/', { archive: 'ids', ids: [student] });
const restore = (more: object) =>
  call('students/create/', { archive: 'restore', ids: [student], ...more });
const enrolments = async (): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', c.ref, e.enrolled_from, coalesce(e.enrolled_to::text, 'open')) as text
    from enrolment e join class_schedule c on c.id = e.class_schedule_id
    where e.student_id = ${student} order by 1`.execute(school.database);
  return rows.map(({ text }) => text);
};

it('archiving a student says how many enrolments end, and restoring reopens them (R-ENROL-7)', async () => {
  const before = await enrolments();
  expect((await archive()).body).toMatchObject({ enrolments: { ended: 3 } });
  const ended = await enrolments();
  expect(ended.filter((text) => text.endsWith('open'))).toEqual([]);
  school.at('2026-03-04T08:00:00+11:00');
  expect((await restore({ reopen_enrolments: true })).body).toMatchObject({
    enrolments: { reopened: 3, refused: 0 },
  });
  expect(await enrolments()).toEqual(before);
});

it('an enrolment that ends later ends, too, and is reopened until its last day', async () => {
  await sql`update enrolment set enrolled_to = '2026-05-31' where student_id = ${student}
    and class_schedule_id = ${await school.classId('mon9')}`.execute(school.database);
  const before = await enrolments();
  expect(before).toContain('mon9 2026-02-02 2026-05-31');
  expect((await archive()).body).toMatchObject({ enrolments: { ended: 3 } });
  expect(await enrolments()).toContain('mon9 2026-02-02 2026-03-01');
  school.at('2026-03-04T08:00:00+11:00');
  expect((await restore({ reopen_enrolments: true })).body).toMatchObject({
    enrolments: { reopened: 3, refused: 0 },
  });
  expect(await enrolments()).toEqual(before);
});

it('restoring leaves them ended unless the call reopens them', async () => {
  await archive();
  const ended = await enrolments();
  expect((await restore({})).body.enrolments).toBeUndefined();
  expect(await enrolments()).toEqual(ended);
});

it('leaves archived classes; a roll without the student stays without them', async () => {
  await archive();
  const tue14 = await school.classId('tue14');
  expect((await call('classschedule/create/', { archive: 'ids', ids: [tue14] })).status).toBe(200);
  school.at('2026-03-09T09:15:00+11:00');
  const marked = await call('attendance/create/', {
    class_schedule: await school.classId('mon9'),
    date: '2026-03-09',
    student: 'S2',
    status: 'Present',
  });
  expect(marked.status).toBe(201);
  expect((await restore({ reopen_enrolments: true })).body).toMatchObject({
    enrolments: { reopened: 2, refused: 1 },
  });
  expect((await enrolments()).filter((text) => text.endsWith('open'))).toEqual([
    'mon9 2026-03-10 open',
    'sat9 2026-02-02 open',
  ]);
});

it('leaves a class at the time of another one that the student has joined since (R-ENROL-2)', async () => {
  await archive();
  await sql`
    insert into enrolment (student_id, class_schedule_id, enrolled_from)
    values (${student}, ${await school.classId('mon9b')}, '2026-03-02')`.execute(school.database);
  expect((await restore({ reopen_enrolments: true })).body).toMatchObject({
    enrolments: { reopened: 2, refused: 1 },
  });
  expect((await enrolments()).filter((text) => text.endsWith('open'))).toEqual([
    'mon9b 2026-03-02 open',
    'sat9 2026-02-02 open',
    'tue14 2026-02-02 open',
  ]);
});

it('is for students who are restored, and for nothing else', async () => {
  const refused = { reopen_enrolments: ['is for students who are restored'] };
  const body = { archive: 'ids', ids: [student], reopen_enrolments: true };
  expect(await call('students/create/', body)).toMatchObject({ status: 400, body: refused });
  const ids = [await school.classId('mon9')];
  expect(await call('classschedule/create/', { ...body, archive: 'restore', ids })).toMatchObject({
    status: 400,
    body: refused,
  });
});
