import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { asOperation } from '#server/platform/resource/bulk-operation.ts';
import { expectWritten, rosterTests, smallAnswers, smallRoster } from '#server/test/roster.ts';

const { rosters, school } = rosterTests();

type Caller = 'admin' | 'account';
const undo = async (caller: Caller, operation: number | null, preview = '') => {
  const path = `attendance/bulk-operations/${operation}/undo/${preview}`;
  const { status, body } = await school().call(caller, 'POST', path, {});
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const courses = async () => (await rosters.rows('select name from course')).map(({ name }) => name);
const missing = (permission: string) => [
  expect.objectContaining({
    table: 'course',
    partly: false,
    reason: `needs a permission that you do not have: ${permission}`,
  }),
];

it('no undo deletes or adds a course for who may do neither (R-UNDO-4)', async () => {
  const report = await rosters.import(smallRoster, smallAnswers);
  expectWritten(report);
  const [{ id } = {}] = await rosters.rows('select id from course');
  const byHand = await school().call('admin', 'DELETE', `attendance/courses/${String(id)}/`);
  expect(byHand.status).toBe(403);

  const preview = await undo('admin', report.operation, 'preview/');
  expect(preview.rows).toEqual(missing('Courses: delete'));
  const undone = await undo('admin', report.operation);
  expect(undone).toMatchObject({ refused: 1, rows: missing('Courses: delete') });
  expect(undone.counts.course).toBeUndefined();
  expect(await courses()).toEqual(['Science']);
  expect(await rosters.rows('select from subject')).toEqual([]);

  // What is left is undone later, by who may.
  const rest = await undo('account', report.operation);
  expect(rest).toMatchObject({ undone: 1, refused: 0 });
  expect(await courses()).toEqual([]);
  const again = await undo('admin', rest.operation);
  expect(again).toMatchObject({ operation: null, undone: 0, rows: missing('Courses: add') });
  expect(await courses()).toEqual([]);
  await undo('account', rest.operation);
  expect(await courses()).toEqual(['Science']);
});

it.each([
  ['changes', `coordinator_email = 'new@school.example'`, 'Courses: edit'],
  ['archives or restores', 'archived_at = now()', 'Courses: delete'],
])('nor %s one', async (_what, set, permission) => {
  expectWritten(await rosters.import(smallRoster, smallAnswers));
  // Of an operation that takes no permission itself.
  const { operation } = await school()
    .database.transaction()
    .execute((trx) =>
      asOperation(
        trx,
        { kind: 'edit', about: 'courses', user: null, now: '2026-03-02T00:00:00Z', rights: [] },
        () => sql`update course set ${sql.raw(set)}`.execute(trx),
      ),
    );
  expect(await undo('admin', operation)).toMatchObject({ undone: 0, rows: missing(permission) });
  expect(await undo('account', operation)).toMatchObject({ undone: 1, refused: 0 });
});
