import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { eraseRest } from './erase-again.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ asApplicationUser: true });
});
afterAll(() => school.close());

const guardiansOf = async (student: number) =>
  (await sql`select from guardian where student_id = ${student}`.execute(school.database)).rows
    .length;

it('a start erases what an older version has left of erased students, and nothing of others', async () => {
  const [erased, present] = [await school.studentId('S1'), await school.studentId('S2')];
  const path = `attendance/student-details/${erased}/erase/`;
  expect((await school.call('account', 'POST', path, { student_id: 'S1' })).status).toBe(200);
  const { database } = school.context;
  expect(await eraseRest(database)).toBe(0);

  // The older version did not know these tables, and the guards of its students neither.
  await school.database.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const student of [erased, present])
      await sql`
        insert into guardian (student_id, name, created_at) values (${student}, 'Kolibri', now())`.execute(
        trx,
      );
    await sql`
      insert into letter (number, kind, student_id, title, body, made_by, made_at)
      select '0123456789AB', 'certificate', ${erased}, 'Kolibri', 'Kolibri', min(id), now()
      from app_user`.execute(trx);
  });
  expect(await eraseRest(database)).toBe(2);
  expect([await guardiansOf(erased), await guardiansOf(present)]).toEqual([0, 1]);
  const letters = await sql`select title, body from letter`.execute(school.database);
  expect(letters.rows).toEqual([{ title: null, body: null }]);
  expect(await eraseRest(database)).toBe(0);
});
