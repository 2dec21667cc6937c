import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { studentRow, undoingOf } from '#server/test/undoing.ts';
import { forgetRows } from '#server/people/privacy/forget-operations.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const { call, undo, preview, run, idOf, upload } = undoingOf(() => school);

it('students do not come back into a roll that was closed without them (R-UNDO-3)', async () => {
  const class_schedule = await school.classId('mon9b');
  const { rows } = await run(
    `select distinct student_id::int as id from enrolment where class_schedule_id = ${class_schedule}`,
  );
  const { body } = await call('POST', 'students/create/', {
    archive: 'ids',
    ids: rows.map(({ id }) => id),
  });
  school.at('2026-03-02T10:05:00+11:00');
  const roll = { class_schedule, date: '2026-03-02' };
  expect((await call('POST', 'close-roll/', { ...roll, confirm: true })).status).toBe(200);
  expect((await undo(body.operation)).body.rows).toContainEqual(
    expect.objectContaining({ reason: 'the roll of 2026-03-02 was taken without them' }),
  );
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
    const operation = await upload(studentRow('O1', 'Own'));
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

describe('what is about the student who the user is (R-ME-6, R-LEAVE-2)', () => {
  const ofAda = async () => {
    const id = await idOf('S5');
    await run(`update student set student_mail = 'Ada@School.example' where id = ${id}`);
    return id;
  };
  /** A colleague does it, and Ada undoes it. */
  const undoneByAda = async (path: string, body: object) => {
    const done = await call('POST', path, body);
    expect(done.status).toBe(200);
    const ada = await call('POST', `bulk-operations/${done.body.operation}/undo/`, {}, 'admin');
    expect(ada.body.rows ?? ada.body).toMatchObject([
      { reason: 'is your own: somebody else has to undo it' },
    ]);
    const again = await call('POST', `bulk-operations/${done.body.operation}/undo/`, {});
    expect(again.body).toMatchObject({ undone: 1 });
  };

  it('is not changed by undoing what a colleague did: a leave', async () => {
    const student = await ofAda();
    const { rows } = await run(
      `insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
       values (${student}, '2026-03-02', '2026-03-03', 'dean@school.example', 'Made up') returning id`,
    );
    await undoneByAda('leave/create/', { archive: 'ids', ids: [rows[0]?.id] });
  });

  it('an entry of the red list, and a note', async () => {
    const student = await ofAda();
    const mon9 = await school.classId('mon9');
    const { rows } = await run(`select subject_id as id from class_schedule where id = ${mon9}`);
    const entry = await call('POST', 'redlistedstudents/create/', {
      student,
      subject: rows[0]?.id,
      attendance_percentage: 40,
    });
    await undoneByAda('redlistedstudents/create/', { archive: 'ids', ids: [entry.body.id] });
    const note = await call('POST', 'attendance-note/create/', {
      class_schedule_id: mon9,
      date: '2026-03-02',
      note: 'Late',
      student_id: student,
    });
    await undoneByAda('attendance-note/create/', { archive: 'ids', ids: [note.body.id] });
  });
});

describe('later changes of the people', () => {
  it('an erased student’s values are gone at once, and nothing of them comes back (R-UNDO-5)', async () => {
    const added = await upload(studentRow('E1', 'Erased'), studentRow('E2', 'Other'));
    const undone = (await undo(added)).body.operation;
    const second = await upload(studentRow('E1', 'Erased'));
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

  it.each([
    ['in other capital letters', 'e900', 'E900', ''],
    ['with a former ID', 'F1', 'F1', 'F2'],
  ])(
    'also of an upload that was undone, where the student was added again %s',
    async (_how, uploaded, byHand, later) => {
      await undo(await upload(studentRow(uploaded, 'Vanishing')));
      const { body } = await call('POST', 'students/create/', {
        student_id: byHand,
        first_name: 'Kim',
        last_name: 'Vanishing',
        phone_number: '+61 1',
        date_of_birth: '2004-01-01',
      });
      if (later) await call('PATCH', `students/${body.id}/`, { student_id: later });
      const erased = await call('POST', `student-details/${body.id}/erase/`, {
        student_id: later || byHand,
      });
      expect(erased.status).toBe(200);
      const { rows } = await run(
        `select count(*)::int as count from bulk_operation_row
         where concat(before, after, label) like '%Vanishing%'`,
      );
      expect(rows).toEqual([{ count: 0 }]);
    },
  );

  it('an ID that somebody else has by now is named, whatever its capital letters', async () => {
    const undone = await undo(await upload(studentRow('t7', 'Taken'), studentRow('t8', 'Free')));
    await upload(studentRow('T7', 'Successor'));
    expect((await undo(undone.body.operation)).body).toMatchObject({
      undone: 1,
      rows: [
        {
          label: 'Kim Taken (t7)',
          reason: 'its student ID is the ID or card of another student by now',
        },
      ],
    });
  });

  it('one undo or preview is under way at a time: another is refused at once', async () => {
    const operation = await upload(studentRow('W1', 'Waiting'));
    await school.database.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('undo of an operation'))`.execute(trx);
      for (const answer of [await preview(operation), await undo(operation)])
        expect(answer).toMatchObject({
          status: 409,
          body: { detail: expect.stringContaining('just being undone') },
        });
    });
    expect((await undo(operation)).body).toMatchObject({ undone: 1 });
  });

  it('a merged student’s rows are named', async () => {
    const operation = await upload(studentRow('M1', 'Merged'));
    const id = await idOf('M1');
    await run(
      `update student set archived_at = now(), merged_into = ${await idOf('S5')} where id = ${id}`,
    );
    expect((await undo(operation)).body.rows).toMatchObject([{ label: 'Kim Merged (M1)' }]);
    expect((await run(`select from student where id = ${id}`)).rows).toHaveLength(1);
  });
});

it('after 90 days the rows are gone, and nothing can be undone (R-UNDO-5)', async () => {
  const operation = await upload(studentRow('R1', 'Retained'));
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

it('refuses unknown operations and bad queries with the field', async () => {
  expect((await undo(999_999)).status).toBe(404);
  expect((await call('GET', 'bulk-operations/x/')).status).toBe(400);
  expect((await call('GET', 'bulk-operations/?kind=nothing')).body).toHaveProperty('kind');
  expect(
    (await call('GET', 'bulk-operations/?from_date=2026-03-02&to_date=2026-03-01')).body,
  ).toHaveProperty('to_date');
});
