import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { mailToDeciders } from './mails.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

/** Nina's roles are those of the token alone. */
async function ninaSignsIn(roles: string[]): Promise<number> {
  const token = await school.issuer.token({ email: 'nina@school.example', name: 'Nina', roles });
  const headers = { authorization: `Bearer ${token}` };
  return (await school.call('anonymous', 'GET', 'user/details/', undefined, headers)).status;
}
const notified = async () => {
  await school.database.transaction().execute((trx) => mailToDeciders(trx, school.context));
  const { rows } = await sql<{ recipient: string }>`
    delete from mail where kind = 'leave-request' returning recipient`.execute(school.database);
  return rows.map(({ recipient }) => recipient).toSorted();
};

it('who has lost the role since their latest sign-in is notified of no request (R-ACCESS-6)', async () => {
  await school.call('admin', 'GET', 'user/details/');
  expect(await ninaSignsIn(['admin'])).toBe(200);
  expect(await notified()).toEqual(['ada@school.example', 'nina@school.example']);
  expect(await ninaSignsIn([])).toBe(403);
  expect(await notified()).toEqual(['ada@school.example']);
});
