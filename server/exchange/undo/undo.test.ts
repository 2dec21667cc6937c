import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadRowsOf, uploadStudents } from '#server/test/student-upload.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { studentFile, studentRow, undoingOf } from '#server/test/undoing.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const { call, undo, preview, run, idOf, upload } = undoingOf(() => school);
const students = async () => (await run('select * from student order by id')).rows;
const enrolments = async () => (await run('select * from enrolment order by id')).rows;
const mark = async (code: string, ref = 'mon9') =>
  school.call('teacher', 'POST', 'attendance/attendance/create/', {
    class_schedule: await school.classId(ref),
    date: '2026-03-02',
    student: code,
  });

describe('an upload', () => {
  it('is recorded with old and new values, undone, and brought again (R-UNDO-1)', async () => {
    const before = await students();
    const operation = await upload(
      studentRow('N1', 'One', '77'),
      studentRow('S1', 'Changed', '1000001'),
    );
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

  it('that is undone, brought again and taken back again is undone, however often (R-UNDO-1)', async () => {
    const before = await students();
    const operation = await upload(studentRow('N2', 'Two', '78'));
    const stateOf = async () =>
      (await call('GET', `bulk-operations/${operation}/`)).body.state as string;
    let last = operation;
    for (const state of ['undone', 'done', 'undone', 'done', 'undone']) {
      last = (await undo(last)).body.operation;
      expect(await stateOf()).toBe(state);
    }
    expect((await undo(operation)).status).toBe(409);
    expect(await students()).toEqual(before);
  });

  it('of which something was used is undone but for that, row by row with the reason (R-UNDO-2)', async () => {
    const operation = await upload(
      studentRow('U1', 'Used'),
      studentRow('U2', 'Edited'),
      studentRow('U3', 'Free'),
    );
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

  it.each([
    ['another student', 'S4', '304'],
    ['another student, in other letters', 'S4', 'Ab305', 'aB305'],
    ['a teacher', null, '306'],
  ])(
    'is taken back but for a card that is the card of %s by now, which is named (R-UNDO-2)',
    async (_whose, student, card, given = card) => {
      const code = `K${card}`;
      await upload(studentRow(code, 'Old', card, '+61 1'));
      const operation = await upload(studentRow(code, 'New', '', '+61 2'));
      const path = student ? `students/${await idOf(student)}/` : 'teachers/1/';
      const holder = student ? { rfid_number: given } : { card_number: given };
      const answer = await call('PATCH', path, holder, 'admin');
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const expected = {
        undone: 1,
        refused: 0,
        rows: [{ reason: 'its card is the card of another one by now', partly: true }],
      };
      expect((await preview(operation)).body).toMatchObject(expected);
      expect((await undo(operation)).body).toMatchObject(expected);
      expect((await call('GET', `students/${await idOf(code)}/`)).body).toMatchObject({
        last_name: 'Old',
        phone_number: '+61 1',
        rfid_number: null,
      });
    },
  );

  it('that removed a student who comes back without such a card, and names it', async () => {
    const added = await upload(studentRow('K307', 'Added', '307'));
    const removed = (await undo(added)).body.operation;
    await call('PATCH', `students/${await idOf('S4')}/`, { rfid_number: '307' });
    expect((await undo(removed)).body).toMatchObject({
      undone: 1,
      rows: [{ reason: 'its card is the card of another one by now', partly: true }],
    });
    expect((await call('GET', `students/${await idOf('K307')}/`)).body.rfid_number).toBeNull();
  });

  it('is taken back field by field where a field was changed since', async () => {
    await upload(studentRow('F1', 'Old', '', '+61 1'));
    const operation = await upload(studentRow('F1', 'New', '', '+61 2'));
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
    await upload(
      studentRow('C1', 'A', '201'),
      studentRow('C2', 'B', '202'),
      studentRow('C3', 'C', '203'),
    );
    const swapped = await upload(
      studentRow('C1', 'A', '202'),
      studentRow('C2', 'B', '201'),
      studentRow('C3', 'C', ''),
    );
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

  it('gives a card back that another student had until then, also after a replacement of it was undone', async () => {
    await upload(studentRow('C4', 'A', '204'), studentRow('C5', 'B', ''));
    const passedOn = await upload(studentRow('C4', 'A', ''), studentRow('C5', 'B', '204'));
    await undo(await upload(studentRow('C5', 'B', '205')));
    expect((await undo(passedOn)).body).toMatchObject({ undone: 2, refused: 0 });
    const { rows } = await run(
      `select rfid_number from student where student_id in ('C4', 'C5') order by student_id`,
    );
    expect(rows).toEqual([{ rfid_number: '204' }, { rfid_number: null }]);
  });

  it('shows old and new values of each row before it is done, and writes nothing', async () => {
    await upload(studentRow('P1', 'Before'));
    const before = await students();
    const operations = (await call('GET', 'bulk-operations/')).body.total;
    const { body } = await uploadStudents(
      school,
      studentFile(studentRow('P2', 'Added'), studentRow('P1', 'After')),
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
