import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/pool.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let tess = 0;
beforeAll(async () => {
  school = await createTestSchool();
  tess = (await school.call('teacher', 'GET', 'user/details/')).body.teacher_id;
});
afterAll(() => school.close());
beforeEach(async () => {
  await sql`update teacher set card_number = null`.execute(school.database);
  await sql`update student set rfid_number = null`.execute(school.database);
});

const run = (database: Database, statement: string) => sql.raw(statement).execute(database);
const toTeacher = (number: string) =>
  `update teacher set card_number = '${number}' where email = 'tess@school.example'`;
const toStudent = (number: string) =>
  `update student set rfid_number = '${number}' where student_id = 'S1'`;
const idOfStudent = (id: string) =>
  `update student set student_id = '${id}' where first_name = 'Bo'`;

/** Waits until a statement of another connection waits for this one. */
const untilOneWaits = () =>
  expect
    .poll(
      async () =>
        (
          await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(
            school.database,
          )
        ).rows.length,
      { timeout: 10_000 },
    )
    .toBe(1);

describe('of two transactions that write one number, the second waits for the first (R-CARD-1)', () => {
  it.each([
    ['a teacher’s card and a student’s', toTeacher('4711'), toStudent('4711')],
    ['a student’s card and a teacher’s', toStudent('4711'), toTeacher('4711')],
    ['a card and an ID', toStudent('x4711'), idOfStudent('X4711')],
    ['an ID and a card', idOfStudent('X4711'), toStudent('x4711')],
    ['an ID and a teacher’s card', idOfStudent('X4711'), toTeacher('x4711')],
  ])('%s: it is refused, unless the first is undone', async (_what, first, second) => {
    for (const isUndone of [true, false]) {
      const undone = new Error('undone');
      let later: Promise<unknown> = Promise.resolve();
      await school.database
        .transaction()
        .execute(async (trx) => {
          await run(trx, first);
          later = run(school.database, second).then(
            () => 'written',
            (error: Error) => error.message,
          );
          await untilOneWaits();
          if (isUndone) throw undone;
        })
        .catch((error: unknown) => expect(error).toBe(undone));
      if (isUndone) expect(await later).toBe('written');
      else expect(await later).toMatch(/equals/);
      await sql`update teacher set card_number = null`.execute(school.database);
      await sql`update student set rfid_number = null`.execute(school.database);
      await run(school.database, idOfStudent('S2'));
    }
    const { rows } = await sql`select from number_lock`.execute(school.database);
    expect(rows).toEqual([]);
  });

  it('one of two calls is refused at its field, whichever comes first', async () => {
    const s1 = await school.studentId('S1');
    for (let number = 9000; number < 9020; number++) {
      const answers = await Promise.all([
        school.call('admin', 'PATCH', `attendance/students/${s1}/`, {
          rfid_number: String(number),
        }),
        school.call('admin', 'PATCH', `attendance/teachers/${tess}/`, {
          card_number: String(number),
        }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    }
  });
});
