import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { studentRow, undoingOf } from '#server/test/undoing.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const { call, undo, run, idOf, upload } = undoingOf(() => school);
type Caller = 'admin' | 'account';

const later = async (id: number, caller: Caller = 'account') =>
  (await call('GET', `bulk-operations/${id}/later/`, undefined, caller)).body;
const idsAfter = async (id: number, caller: Caller = 'account') =>
  (await later(id, caller)).operations.map((one: { id: number }) => one.id);
const preview = (id: number, caller: Caller = 'account') =>
  call('POST', `bulk-operations/${id}/undo-with-later/preview/`, {}, caller);
const undoWithLater = (id: number, operations: number[], caller: Caller = 'account') =>
  call('POST', `bulk-operations/${id}/undo-with-later/`, { operations }, caller);

const people = async () => ({
  students: (await run('select * from student order by id')).rows,
  enrolments: (await run('select * from enrolment order by id')).rows,
});
const recorded = async () => ({
  operations: (await run('select * from bulk_operation order by id')).rows,
  rows: (await run('select * from bulk_operation_row order by id')).rows,
});
const enrol = async (code: string): Promise<number> => {
  const { body } = await call('POST', 'studentassignment/create/', {
    class_schedule_id: await school.classId('mon9'),
    student_id: await idOf(code),
    confirm_capacity: true,
  });
  expect(body.operation, JSON.stringify(body)).toEqual(expect.any(Number));
  return body.operation;
};

describe('a change and everything after it (R-UNDO-6)', () => {
  it('is undone the latest first, each as an undo of its own; a preview says so and writes nothing', async () => {
    const before = await people();
    const first = await upload(studentRow('A1', 'First'));
    const second = await upload(studentRow('A1', 'Second'), studentRow('A2', 'Other'));
    const third = await enrol('A1');
    expect(await later(first)).toMatchObject({
      total: 2,
      refusal: null,
      operations: [
        { id: third, kind: 'enrol', counts: { enrolment: { added: 1 } } },
        { id: second, kind: 'upload', about: 'students', done_by: { name: expect.any(String) } },
      ],
    });
    expect(await idsAfter(third)).toEqual([]);

    const unwritten = { ...(await people()), ...(await recorded()) };
    const { body: planned } = await preview(first);
    expect({ ...(await people()), ...(await recorded()) }).toEqual(unwritten);
    expect(planned).toMatchObject({ undone: 4, refused: 0, counts: { student: { removed: 2 } } });
    expect(planned.operations).toMatchObject([
      { id: third, result: { operation: null, undone: 1, refused: 0, rows: [] } },
      { id: second, result: { operation: null, undone: 2, refused: 0, rows: [] } },
      { id: first, result: { operation: null, undone: 1, refused: 0, rows: [] } },
    ]);

    const { body: done } = await undoWithLater(first, [first, second, third]);
    expect(done, JSON.stringify(done)).toMatchObject({ undone: 4, refused: 0 });
    expect(await people()).toEqual(before);
    const undos: number[] = done.operations.map(
      (one: { result: { operation: number } }) => one.result.operation,
    );
    expect((await call('GET', 'bulk-operations/?limit=6')).body.results).toMatchObject([
      { id: undos[2], kind: 'undo', undoes: first },
      { id: undos[1], kind: 'undo', undoes: second },
      { id: undos[0], kind: 'undo', undoes: third },
      { id: third, state: 'undone' },
      { id: second, state: 'undone' },
      { id: first, state: 'undone' },
    ]);

    // Each undo can be undone, so that all is there again.
    for (const id of undos.toReversed())
      expect((await undo(id)).body, `undo ${id}`).toMatchObject({ refused: 0 });
    expect({ ...(await people()) }).toEqual({
      students: unwritten.students,
      enrolments: unwritten.enrolments,
    });
    expect(await idsAfter(first)).toEqual([third, second]);
    await undoWithLater(first, [first, second, third]);
    expect(await people()).toEqual(before);
  });

  it('does not take what is undone, and counts what was brought back as done then', async () => {
    const before = await people();
    const first = await upload(studentRow('B1', 'First'));
    const second = await upload(studentRow('B2', 'Second'));
    const undone = (await undo(first)).body.operation;
    // Nothing of the first is left, and its undo is no change to be undone with others.
    expect(await idsAfter(second)).toEqual([]);
    const third = await upload(studentRow('B3', 'Third'));
    await undo(undone);
    expect(await idsAfter(second)).toEqual([first, third]);
    expect(await idsAfter(first)).toEqual([]);
    const { body } = await undoWithLater(second, [second, first, third]);
    expect(body).toMatchObject({
      undone: 3,
      refused: 0,
      operations: [{ id: first }, { id: third }, { id: second }],
    });
    expect(await people()).toEqual(before);
  });

  it('of an undo brings back what that took, after what was done since', async () => {
    const first = await upload(studentRow('C1', 'Back'));
    const { students } = await people();
    const undone = (await undo(first)).body.operation;
    const since = await upload(studentRow('C1', 'Another'));
    expect((await undo(undone)).body.rows).toMatchObject([
      { reason: 'its student ID is the ID or card of another student by now' },
    ]);
    expect(await idsAfter(undone)).toEqual([since]);
    expect((await undoWithLater(undone, [undone, since])).body).toMatchObject({
      undone: 2,
      refused: 0,
    });
    expect((await people()).students).toEqual(students);
    await undo(first);
  });

  it('names by change what stays, with the reason; the rest is undone', async () => {
    const before = await people();
    const first = await upload(studentRow('D1', 'Marked'), studentRow('D2', 'Free'));
    const second = await enrol('D1');
    const marked = await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      class_schedule: await school.classId('mon9'),
      date: '2026-03-02',
      student: 'D1',
    });
    expect(marked.status).toBe(201);
    const expected = {
      undone: 1,
      refused: 2,
      operations: [
        {
          id: second,
          result: { rows: [{ reason: 'has 1 mark in the class, the last on 2026-03-02' }] },
        },
        {
          id: first,
          result: {
            undone: 1,
            rows: [{ label: 'Kim Marked (D1)', reason: 'has 1 mark and 1 enrolment since' }],
          },
        },
      ],
    };
    expect((await preview(first)).body).toMatchObject(expected);
    expect((await undoWithLater(first, [first, second])).body).toMatchObject(expected);
    expect((await people()).students).toHaveLength(before.students.length + 1);

    // When the reason is gone, the rest is undone.
    await run('truncate mark_detail, attendance');
    expect((await undoWithLater(first, [first, second])).body).toMatchObject({
      undone: 2,
      refused: 0,
    });
    expect(await people()).toEqual(before);
  });
});

describe('nothing is undone', () => {
  it('where a later change takes a permission that the user does not have, which is named', async () => {
    const first = await upload(studentRow('E1', 'First'));
    const { body } = await call('POST', 'courses/create/', { name: 'Hidden course' });
    const hidden = (await call('POST', 'courses/create/', { archive: 'ids', ids: [body.id] })).body
      .operation;
    const last = await upload(studentRow('E2', 'Last'));
    const detail =
      'A later change (archive: courses, on 2026-03-02) needs a permission that you do not have: Courses: delete. Undo this change only, or have all of them undone by a user with that permission.';
    expect(await later(first, 'admin')).toMatchObject({
      total: 2,
      operations: [{ id: last }],
      refusal: detail,
    });
    const written = { ...(await people()), ...(await recorded()) };
    for (const refused of [
      await preview(first, 'admin'),
      await undoWithLater(first, [first, last], 'admin'),
      await undoWithLater(first, [first, hidden, last], 'admin'),
    ])
      expect(refused).toMatchObject({ status: 409, body: { detail } });
    expect({ ...(await people()), ...(await recorded()) }).toEqual(written);
    // Who has it undoes all, and who has not what came after that.
    expect((await undoWithLater(last, [last], 'admin')).body).toMatchObject({ undone: 1 });
    expect((await undoWithLater(hidden, [hidden], 'admin')).status).toBe(404);
    expect((await later(hidden, 'admin')).detail).toBe('This change was not found');
    expect((await undoWithLater(first, [first, hidden])).body).toMatchObject({
      undone: 2,
      refused: 0,
    });
  });

  it('that was not confirmed: something was done or undone since the preview', async () => {
    const first = await upload(studentRow('F1', 'First'));
    const second = await upload(studentRow('F2', 'Second'));
    const seen = (await preview(first)).body.operations.map((one: { id: number }) => one.id);
    const third = await upload(studentRow('F3', 'Third'));
    const before = await people();
    const stale = await undoWithLater(first, seen);
    expect(stale).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('changed or undone meanwhile') },
    });
    await undo(second);
    expect((await undoWithLater(first, [first, second, third])).status).toBe(409);
    expect((await people()).students).toHaveLength(before.students.length - 1);
    expect((await undoWithLater(first, [third, first])).body).toMatchObject({ undone: 2 });
    expect((await undoWithLater(first, [first])).body).toEqual({
      detail: 'This change has been undone.',
    });
  });

  it('where there are more changes than are undone at once', async () => {
    const first = await upload(studentRow('G1', 'First'));
    await sql`
      with added as (
        insert into bulk_operation (kind, about, done_at, rights)
        select 'upload', 'students', now(), '{}' from generate_series(1, 50) returning id
      )
      insert into bulk_operation_row (operation_id, table_name, row_key, before, after)
      select id, 'student', '424242', '{"gender": "a"}', '{"gender": "b"}' from added`.execute(
      school.database,
    );
    const all = await later(first);
    expect(all).toMatchObject({ total: 50, refusal: expect.stringContaining('At most 50') });
    expect((await preview(first)).body).toEqual({ detail: all.refusal });
    const [newest, ...others] = all.operations.map((one: { id: number }) => one.id);
    expect((await later(others.at(-1))).refusal).toBe(null);
    expect((await preview(others.at(-1))).body).toMatchObject({ undone: 0, refused: 50 });
    await run(`delete from bulk_operation where id = ${newest}`);
    expect(await later(first)).toMatchObject({ total: 49, refusal: null });
    await run('delete from bulk_operation where done_by is null');
    await undo(first);
  });

  it('of what a body does not name, and a field at fault is named', async () => {
    const first = await upload(studentRow('H1', 'First'));
    const path = `bulk-operations/${first}/undo-with-later/`;
    for (const body of [{}, { operations: [] }, { operations: 'all' }])
      expect(await call('POST', path, body)).toMatchObject({
        status: 400,
        body: { operations: [expect.any(String)] },
      });
    expect((await call('GET', 'bulk-operations/999999/later/')).status).toBe(404);
    expect((await preview(999_999)).status).toBe(404);
    expect((await undoWithLater(999_999, [999_999])).status).toBe(404);
  });
});

it('waits for no other undo: one is under way at a time', async () => {
  const first = await upload(studentRow('I1', 'First'));
  await school.database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('undo of an operation'))`.execute(trx);
    expect((await preview(first)).body.detail).toContain('just being undone');
    expect((await undoWithLater(first, [first])).body.detail).toContain('just being undone');
  });
});
