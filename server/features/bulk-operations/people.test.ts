import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { studentRow, undoingOf } from '#server/test/undoing.ts';
import { forgetRows } from './forget.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const { call, undo, preview, run, idOf, upload } = undoingOf(() => school);

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
