import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bulkStep, bulkSteps } from '#server/test/bulk-steps.ts';
import { allRuns } from '#server/test/runs.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { recordedState } from '#server/test/undoing.ts';

let school: TestSchool;
let take: Awaited<ReturnType<typeof bulkSteps>>['take'];
beforeAll(async () => {
  school = await createTestSchool();
  ({ take } = await bulkSteps(school, undoWholly));
});
afterAll(() => school.close());

const call = (path: string, body: object = {}) =>
  school.call('account', 'POST', `attendance/${path}`, body);

let partial = 0;

const upload = (name: string, phone: string) => ({
  what: 'upload' as const,
  rows: [{ code: 'S1', name, phone, card: '' }],
});

/** Each on top of the one before. */
const uploads = ['Kim', 'Lou', 'Max'].map((name) => upload(name, '+61 1'));
/** The last one writes the values of the first one again. */
const backAgain = ['+61 2', '+61 3', '+61 2'].map((phone) => upload('Kim', phone));

/** The earliest first. */
function* inOrder(): Generator<number> {
  for (;;) yield 0;
}

/** Undoes an operation if all of it can be undone. */
async function undoWholly(id: number): Promise<boolean> {
  const preview = await call(`bulk-operations/${id}/undo/preview/`, {});
  if (preview.status === 409) return false;
  expect(preview.status, JSON.stringify(preview.body)).toBe(200);
  if (preview.body.rows.length > 0) {
    partial++;
    return false;
  }
  const done = await call(`bulk-operations/${id}/undo/`, {});
  expect(done.body).toEqual({ ...preview.body, operation: done.body.operation });
  return true;
}

it('whatever is imported, edited, archived, enrolled and transferred: undone in any order that is allowed, all is as before (R-UNDO-2)', async () => {
  let undone = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(bulkStep, { minLength: 2, maxLength: 8 }),
      fc.infiniteStream(fc.nat(1000)),
      async (steps, order) => {
        await sql`truncate bulk_operation cascade`.execute(school.database);
        const before = await recordedState(school.database);
        for (const one of steps) await take(one);
        for (;;) {
          const { rows } = await sql<{ id: number }>`
            select o.id from bulk_operation o
            where o.kind <> 'undo' and exists (select from bulk_operation_row r
              where r.operation_id = o.id and r.undone_by is null) order by o.id`.execute(
            school.database,
          );
          const shuffled = rows
            .map(({ id }) => ({ id, place: order.next().value ?? 0 }))
            .toSorted((a, b) => a.place - b.place);
          let progress = false;
          for (const { id } of shuffled)
            if (await undoWholly(id)) {
              progress = true;
              undone++;
            }
          if (!progress) {
            expect(rows).toEqual([]);
            break;
          }
        }
        expect(await recordedState(school.database)).toEqual(before);
      },
    ),
    {
      ...allRuns(25),
      endOnFailure: true,
      examples: [uploads, backAgain].map((steps): [typeof steps, fc.Stream<number>] => [
        steps,
        fc.stream(inOrder()),
      ]),
    },
  );
  expect(undone).toBeGreaterThan(10);
  expect(partial).toBeGreaterThan(0);
}, 900_000);

it('… and undone with one call: the first with everything after it (R-UNDO-6)', async () => {
  const taken: number[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(bulkStep, { minLength: 2, maxLength: 8 }), async (steps) => {
      await sql`truncate bulk_operation cascade`.execute(school.database);
      const before = await recordedState(school.database);
      for (const one of steps) await take(one);
      const { rows } = await sql<{ id: number }>`
        select o.id from bulk_operation o
        where o.kind <> 'undo' and exists (select from bulk_operation_row r
          where r.operation_id = o.id and r.undone_by is null) order by o.id`.execute(
        school.database,
      );
      const first = await firstOf(rows.map(({ id }) => id));
      if (first !== undefined) {
        const preview = await call(`bulk-operations/${first}/undo-with-later/preview/`);
        expect(preview.body, JSON.stringify(preview.body)).toMatchObject({ refused: 0 });
        const operations = preview.body.operations.map(({ id }: { id: number }) => id);
        expect(operations.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
        const path = `bulk-operations/${first}/undo-with-later/`;
        const { body } = await call(path, { operations });
        expect(body, JSON.stringify(body)).toMatchObject({ refused: 0 });
        taken.push(operations.length);
      }
      expect(await recordedState(school.database)).toEqual(before);
    }),
    { ...allRuns(25), endOnFailure: true, examples: [[uploads]] },
  );
  expect(Math.max(...taken)).toBeGreaterThan(2);
}, 900_000);

/** The one with the most after it: one that was brought back is a later one. */
async function firstOf(ids: number[]): Promise<number | undefined> {
  const totals = await Promise.all(
    ids.map(async (id) => {
      const path = `attendance/bulk-operations/${id}/later/`;
      const { body } = await school.call('account', 'GET', path);
      return { id, total: Number(body.total) };
    }),
  );
  return totals.find(({ total }) => total === ids.length - 1)?.id;
}
