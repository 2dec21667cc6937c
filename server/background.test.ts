import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startBackground } from './background.ts';
import { createTestSchool, type TestSchool } from './test/test-school.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool();
});
afterEach(() => school.close());

it('the first start rewrites stored card numbers, without being requested (R-CARD-2)', async () => {
  const { database, context } = school;
  await sql`update student set rfid_number = '0077735089' where student_id = 'S1'`.execute(
    database,
  );
  await school.call('account', 'PATCH', 'attendance/settings/', { card_format: 'decimal' });
  const logged = Promise.withResolvers<string>();
  const background = startBackground(context, {
    key: 'key',
    hasDemoSignIn: false,
    report: (what, error) => logged.reject(new Error(what, { cause: error })),
    log: logged.resolve,
  });
  try {
    expect(await logged.promise).toMatch(/^Cards: \d+ numbers rewritten, 0 stay\.$/);
  } finally {
    const { delivered } = await background.stop();
    await delivered;
  }
  const { rows } = await sql`select rfid_number from student where student_id = 'S1'`.execute(
    database,
  );
  expect(rows).toEqual([{ rfid_number: '77735089' }]);
});
