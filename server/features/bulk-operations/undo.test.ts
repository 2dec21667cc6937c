import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { header, uploadRowsOf, uploadStudents } from '#server/test/student-upload.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { forgetRows } from './forget.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  caller: 'admin' | 'account' | 'teacher' = 'account',
) => school.call(caller, method, `attendance/${path}`, body);
const undo = (id: number, body = {}) => call('POST', `bulk-operations/${id}/undo/`, body);
const preview = (id: number) => call('POST', `bulk-operations/${id}/undo/preview/`, {});
const run = (text: string) => sql.raw<Record<string, unknown>>(text).execute(school.database);
const students = async () => (await run('select * from student order by id')).rows;
const enrolments = async () => (await run('select * from enrolment order by id')).rows;
const file = (...lines: string[]) => [header, ...lines].join('\n');
const row = (code: string, last = 'Test', card = '', phone = '+61 1') =>
  `${code},Kim,${last},${phone},2004-01-01,${card}`;
const idOf = (code: string) => school.studentId(code);
async function upload(...lines: string[]): Promise<number> {
  const { body } = await uploadStudents(school, file(...lines));
  expect(body.written, JSON.stringify(body)).toBe(true);
  return body.operation;
}
const mark = async (code: string, ref = 'mon9') =>
  school.call('teacher', 'POST', 'attendance/attendance/create/', {
    class_schedule: await school.classId(ref),
    date: '2026-03-02',
    student: code,
  });

describe('an upload', () => {
  it('is recorded with old and new values, undone, and brought again (R-UNDO-1)', async () => {
    const before = await students();
    const operation = await upload(row('N1', 'One', '77'), row('S1', 'Changed', '1000001'));
    const { body: rows } = await call('GET', `bulk-operations/${operation}/rows/`);
    expect(rows.results).toMatchObject([
      { label: 'Kim Changed (S1)', change: 'changed' },
      { label: 'Kim One (N1)', change: 'added' },
    ]);
    expect(rows.results[0].fields).toContainEqual({
      field: 'last_name',
      from: 'Ångström',
      to: 'Changed',
    });
    expect((await preview(operation)).body).toMatchObject({
      operation: null,
      undone: 2,
      refused: 0,
      rows: [],
    });
    const undone = (await undo(operation)).body;
    expect(undone).toMatchObject({
      undone: 2,
      refused: 0,
      counts: { student: { added: 0, changed: 1, removed: 1 } },
    });
    expect(await students()).toEqual(before);
    expect((await call('GET', 'bulk-operations/')).body.results).toMatchObject([
      { kind: 'undo', about: 'students', undoes: operation, state: 'done' },
      { kind: 'upload', about: 'students', state: 'undone', undone_in: { id: undone.operation } },
    ]);
    expect((await undo(operation)).status).toBe(409);
    // Undone itself, the upload is there again.
    expect((await undo(undone.operation)).body).toMatchObject({ undone: 2, refused: 0 });
    expect((await call('GET', `bulk-operations/${operation}/`)).body.state).toBe('done');
    expect((await undo(operation)).body).toMatchObject({ undone: 2 });
    expect(await students()).toEqual(before);
  });

  it('of which something was used is undone but for that, row by row with the reason (R-UNDO-2)', async () => {
    const operation = await upload(row('U1', 'Used'), row('U2', 'Edited'), row('U3', 'Free'));
    const enrolled = await call('POST', 'studentassignment/create/', {
      class_schedule_id: await school.classId('mon9'),
      student_id: await idOf('U1'),
      confirm_capacity: true,
    });
    expect((await mark('U1')).status).toBe(201);
    await call('PATCH', `students/${await idOf('U2')}/`, { phone_number: '+61 9' });
    const { body } = await undo(operation);
    expect(body).toMatchObject({ undone: 1, refused: 2 });
    expect(body.rows).toEqual([
      expect.objectContaining({ label: 'Kim Edited (U2)', reason: 'was changed since' }),
      expect.objectContaining({
        label: 'Kim Used (U1)',
        reason: 'has 1 mark and 1 enrolment since',
      }),
    ]);
    expect((await call('GET', `bulk-operations/${operation}/`)).body).toMatchObject({
      state: 'partly',
      undone: 1,
    });
    const { body: refused } = await call('GET', `bulk-operations/${operation}/rows/?refused=true`);
    expect(refused.total).toBe(2);
    const csv = await call('GET', `bulk-operations/${operation}/export/?refused=true`);
    expect(csv.body).toContain('student,Kim Edited (U2),added');
    expect(csv.body).toContain('was changed since');
    expect(csv.body).not.toContain('U3');
    // The enrolment has a mark in it: it stays as well, and the mark with it.
    expect((await undo(enrolled.body.operation)).body).toMatchObject({
      undone: 0,
      refused: 1,
      operation: null,
      rows: [{ reason: 'has 1 mark in the class, the last on 2026-03-02' }],
    });
    await call('PATCH', `students/${await idOf('U2')}/`, { phone_number: '+61 1' });
    expect((await undo(operation)).body).toMatchObject({ undone: 1, refused: 1 });
  });

  it('is taken back field by field where a field was changed since', async () => {
    await upload(row('F1', 'Old', '', '+61 1'));
    const operation = await upload(row('F1', 'New', '', '+61 2'));
    await call('PATCH', `students/${await idOf('F1')}/`, { phone_number: '+61 3' });
    expect((await undo(operation)).body).toMatchObject({
      undone: 1,
      refused: 0,
      rows: [{ label: 'Kim New (F1)', reason: 'was changed since: phone number', partly: true }],
    });
    expect((await call('GET', `students/${await idOf('F1')}/`)).body).toMatchObject({
      last_name: 'Old',
      phone_number: '+61 3',
    });
  });

  it('gives cards back that two students exchanged, and not one that another has by now', async () => {
    await upload(row('C1', 'A', '201'), row('C2', 'B', '202'), row('C3', 'C', '203'));
    const swapped = await upload(row('C1', 'A', '202'), row('C2', 'B', '201'), row('C3', 'C', ''));
    await call('PATCH', `students/${await idOf('S3')}/`, { rfid_number: '203' });
    const { body } = await undo(swapped);
    expect(body).toMatchObject({
      undone: 2,
      refused: 1,
      rows: [{ label: 'Kim C (C3)', reason: 'its card is the card of another one by now' }],
    });
    const { rows } = await run(
      `select student_id, rfid_number from student where student_id in ('C1', 'C2', 'C3') order by 1`,
    );
    expect(rows.map((it) => it.rfid_number)).toEqual(['201', '202', null]);
    // The mistake is no loss: the numbers can be given to others (R-CARD-4).
    const { rows: former } = await run(
      `select distinct c.reason from student_card c join student s on s.id = c.student_id
       where s.student_id in ('C1', 'C2') and ended_at is not null order by 1`,
    );
    expect(former.map(({ reason }) => reason)).toEqual(['corrected', 'passed_on']);
  });

  it('shows old and new values of each row before it is done, and writes nothing', async () => {
    await upload(row('P1', 'Before'));
    const before = await students();
    const operations = (await call('GET', 'bulk-operations/')).body.total;
    const { body } = await uploadStudents(
      school,
      file(row('P2', 'Added'), row('P1', 'After')),
      '?dry_run=true',
    );
    expect(body).toMatchObject({ created: 1, updated: 1, written: false, operation: null });
    expect(body.preview).toMatchObject({
      total: 2,
      rows: [
        {
          line: 3,
          label: 'Kim After (P1)',
          change: 'changed',
          fields: [{ field: 'last_name', from: 'Before', to: 'After' }],
        },
        { line: 2, label: 'Kim Added (P2)', change: 'added' },
      ],
    });
    const guardians = await uploadRowsOf(
      school,
      'guardian',
      'student_id,name,relation,email,phone,gets_messages,consent\nP1,Pat Guard,mother,pat@x.example,,no,no',
      { query: '?dry_run=true' },
    );
    expect(guardians.body.preview, JSON.stringify(guardians.body)).toMatchObject({
      rows: [{ line: 2, label: 'Pat Guard of Kim Before (P1)', change: 'added' }],
    });
    expect(await students()).toEqual(before);
    expect((await call('GET', 'bulk-operations/')).body.total).toBe(operations);
  });
});

describe('archiving', () => {
  it('of students is undone with their enrolments, unless a roll was taken without them (R-UNDO-3)', async () => {
    const before = await enrolments();
    const ids = [await idOf('S1'), await idOf('S2')];
    const { body } = await call('POST', 'students/create/', { archive: 'ids', ids });
    expect((await undo(body.operation)).body).toMatchObject({ refused: 0 });
    expect(await enrolments()).toEqual(before);

    const again = await call('POST', 'students/create/', { archive: 'ids', ids });
    school.at('2026-03-02T09:16:00+11:00');
    await mark('S5');
    const { body: undone } = await undo(again.body.operation);
    expect(undone.rows).toEqual([
      expect.objectContaining({
        label: 'Anna Ångström (S1) in MAT1 09:00',
        reason: 'the roll of 2026-03-02 was taken without them',
      }),
      expect.objectContaining({ label: 'Bo Nguyễn (S2) in MAT1 09:00' }),
    ]);
  });

  it('of a class gives its dates back', async () => {
    const meetings = async () =>
      (await run('select class_schedule_id, date, status from class_meeting order by 1, 2')).rows;
    const before = await meetings();
    const ids = [await school.classId('sat9')];
    const { body } = await call('POST', 'classschedule/create/', { archive: 'ids', ids });
    expect(await meetings()).not.toEqual(before);
    expect((await undo(body.operation)).body).toMatchObject({ undone: 1, refused: 0 });
    expect(await meetings()).toEqual(before);
  });
});

describe('who sees and undoes', () => {
  it('is who may change settings and could have done it: others find nothing (R-UNDO-4)', async () => {
    const { body } = await call('POST', 'courses/create/', { name: 'Undone course' });
    const archived = await call('POST', 'courses/create/', { archive: 'ids', ids: [body.id] });
    const { operation } = archived.body;
    expect(operation).toEqual(expect.any(Number));
    const of = (caller: 'admin' | 'teacher', path = '') =>
      call('GET', `bulk-operations/${operation}/${path}`, undefined, caller);
    expect((await of('admin')).status).toBe(404);
    expect((await of('admin', 'rows/')).status).toBe(404);
    expect((await of('admin', 'export/')).status).toBe(404);
    expect((await call('POST', `bulk-operations/${operation}/undo/`, {}, 'admin')).status).toBe(
      404,
    );
    expect((await of('teacher')).status).toBe(403);
    const listed = async (caller: 'admin' | 'account') =>
      (await call('GET', 'bulk-operations/?limit=999', undefined, caller)).body.results.some(
        ({ id }: { id: number }) => id === operation,
      );
    expect([await listed('admin'), await listed('account')]).toEqual([false, true]);
    expect((await undo(operation)).body).toMatchObject({ undone: 1 });
  });

  it('is no user about themselves (R-ME-5)', async () => {
    const operation = await upload(row('O1', 'Own'));
    await run(`update student set student_mail = 'LEO@school.example' where student_id = 'O1'`);
    expect((await preview(operation)).body).toMatchObject({
      undone: 0,
      rows: [{ reason: expect.stringMatching(/changed since|your own/) }],
    });
    const { body } = await call('POST', 'students/card-status/', {
      ids: [await idOf('S4')],
      card_print_status: 'collected',
    });
    await run(`update student set student_mail = null where student_id = 'O1'`);
    await run(`update student set student_mail = 'leo@school.example' where student_id = 'S4'`);
    expect((await undo(body.operation)).body.rows).toMatchObject([
      { reason: 'is your own: somebody else has to undo it' },
    ]);
  });
});

describe('later changes of the people', () => {
  it('an erased student’s values are gone at once, and nothing of them comes back (R-UNDO-5)', async () => {
    const added = await upload(row('E1', 'Erased'), row('E2', 'Other'));
    const undone = (await undo(added)).body.operation;
    const second = await upload(row('E1', 'Erased'));
    const erased = await call('POST', `student-details/${await idOf('E1')}/erase/`, {
      student_id: 'E1',
    });
    expect(erased.status).toBe(200);
    const { rows } = await run(
      `select count(*)::int as count from bulk_operation_row
       where concat(before, after, label) like '%Erased%'`,
    );
    expect(rows).toEqual([{ count: 0 }]);
    expect((await call('GET', `bulk-operations/${second}/`)).body.state).toBe('expired');
    expect((await undo(second)).status).toBe(409);
    expect((await undo(undone)).body).toMatchObject({ undone: 1, refused: 0 });
    expect((await run(`select from student where last_name = 'Erased'`)).rows).toHaveLength(0);
  });

  it('a merged student’s rows are named', async () => {
    const operation = await upload(row('M1', 'Merged'));
    const id = await idOf('M1');
    await run(
      `update student set archived_at = now(), merged_into = ${await idOf('S5')} where id = ${id}`,
    );
    expect((await undo(operation)).body.rows).toMatchObject([{ label: 'Kim Merged (M1)' }]);
    expect((await run(`select from student where id = ${id}`)).rows).toHaveLength(1);
  });
});

it('after 90 days the rows are gone, and nothing can be undone (R-UNDO-5)', async () => {
  const operation = await upload(row('R1', 'Retained'));
  const { rows } = await run(`select done_at from bulk_operation where id = ${operation}`);
  const done = Temporal.Instant.from(String(rows[0]?.done_at).replace(' ', 'T'));
  await forgetRows(school.database, done.toString(), 100);
  expect((await call('GET', `bulk-operations/${operation}/`)).body.state).toBe('done');
  await forgetRows(school.database, done.add({ seconds: 1 }).toString(), 2);
  expect((await call('GET', `bulk-operations/${operation}/`)).body).toMatchObject({
    state: 'expired',
    counts: { student: { added: 1 } },
  });
  expect((await undo(operation)).status).toBe(409);
});

it('enrolments do not come back over a class that the student has joined since (R-ENROL-2)', async () => {
  const [from, to] = [await school.classId('mon9b'), await school.classId('mon9')];
  const student = await idOf('S4');
  const { body: enrolled } = await call(
    'GET',
    `studentassignment/?student=${student}&class_schedule=${from}`,
  );
  const moved = await call('PATCH', `studentassignment/${enrolled.results[0].id}/`, {
    class_schedule: await school.classId('sat9'),
    confirm_capacity: true,
  });
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  const joined = await call('POST', 'studentassignment/create/', {
    class_schedule_id: to,
    student_id: student,
    confirm_capacity: true,
  });
  expect(joined.body.operation).toEqual(expect.any(Number));
  expect((await undo(moved.body.operation)).body).toMatchObject({
    undone: 1,
    refused: 1,
    rows: [{ reason: 'the student is in MAT1 at the same time by now' }],
  });
  expect((await undo(joined.body.operation)).body).toMatchObject({ undone: 1, refused: 0 });
  expect((await undo(moved.body.operation)).body).toMatchObject({ undone: 1, refused: 0 });
});

it('refuses unknown operations and bad queries with the field', async () => {
  expect((await undo(999_999)).status).toBe(404);
  expect((await call('GET', 'bulk-operations/x/')).status).toBe(400);
  expect((await call('GET', 'bulk-operations/?kind=nothing')).body).toHaveProperty('kind');
  expect(
    (await call('GET', 'bulk-operations/?from_date=2026-03-02&to_date=2026-03-01')).body,
  ).toHaveProperty('to_date');
});
