import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { header, uploadStudents } from '#server/test/student-upload.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ env: { LOG_LEVEL: 'error' }, log: process.stderr as never });
});
afterAll(() => school.close());

const call = (...of: Parameters<TestSchool['call']>) => school.call(...of);
const undo = async (id: number, body = {}) =>
  call('admin', 'POST', `attendance/bulk-operations/${id}/undo/`, body);
const preview = async (id: number) =>
  call('admin', 'POST', `attendance/bulk-operations/${id}/undo/preview/`, {});
const rowsOf = async (table: string) =>
  (await sql.raw<{ row: object }>(`select to_jsonb(x) as row from ${table} x order by x.id`).execute(school.database)).rows.map(({ row }) => row);

const file = (...lines: string[]) => [header, ...lines].join('\n');

describe('an upload (R-UNDO-1)', () => {
  it('is recorded with old and new values, and undone', async () => {
    const before = await rowsOf('student');
    const uploaded = await uploadStudents(
      school,
      file('N1,New,One,+61 400 1,2004-01-01,77', 'S1,Anna,Changed,+61 400 000000,2004-05-06,1000001'),
    );
    expect(uploaded.body).toMatchObject({ created: 1, updated: 1, written: true });
    const { operation } = uploaded.body;
    const { body: rows } = await call('admin', 'GET', `attendance/bulk-operations/${operation}/rows/`);
    expect(rows.results).toMatchObject([
      { label: 'Anna Changed (S1)', change: 'changed', fields: [{ field: 'last_name', from: 'Ångström', to: 'Changed' }] },
      { label: 'New One (N1)', change: 'added' },
    ]);
    expect((await preview(operation)).body).toMatchObject({ operation: null, undone: 2, refused: 0, rows: [] });
    const undone = await undo(operation);
    expect(undone.body).toMatchObject({ undone: 2, refused: 0, counts: { student: { added: 0, changed: 1, removed: 1 } } });
    expect(await rowsOf('student')).toEqual(before);
    const { body: list } = await call('admin', 'GET', 'attendance/bulk-operations/');
    expect(list.results).toMatchObject([
      { kind: 'undo', about: 'students', undoes: operation, state: 'done' },
      { kind: 'upload', about: 'students', state: 'undone', undone_in: { id: undone.body.operation } },
    ]);
    expect((await undo(operation)).status).toBe(409);
    // Undone itself, the upload is there again.
    expect((await undo(undone.body.operation)).body).toMatchObject({ undone: 2, refused: 0 });
    expect((await call('admin', 'GET', `attendance/bulk-operations/${operation}/`)).body.state).toBe('done');
    expect((await undo(operation)).body).toMatchObject({ undone: 2 });
    expect(await rowsOf('student')).toEqual(before);
  });
});
