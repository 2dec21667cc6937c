import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { lockRows } from './platform/database/locks.ts';
import { createPairSchool, type PairSchool } from './test/pairs/calls.ts';
import { writingCalls } from './test/pairs/writing-calls.ts';

let at: PairSchool;
beforeAll(async () => {
  at = await createPairSchool({ watchesLocks: true });
});
afterAll(() => at.school.close());

describe('rows are locked in one order (decision 0044)', () => {
  it('refuses a kind that comes before one that is locked, and names both', async () => {
    const { database } = at.school;
    const locking = database.transaction().execute(async (trx) => {
      await lockRows(trx, 'student', [at.rows.students.S1], 'key share');
      await lockRows(trx, 'class', [at.rows.classes.mon9], 'update');
    });
    await expect(locking).rejects.toThrow(
      /class \d+ for update is locked after student \d+ for key share/,
    );
  });

  it('refuses what a foreign key locks, and a smaller id of the same kind', async () => {
    const { students, cohorts, classes } = at.rows;
    const inserting = at.school.database.transaction().execute(async (trx) => {
      await lockRows(trx, 'student', [students.S1], 'update');
      await sql`insert into cohort_schedule (cohort_id, class_schedule_id, place)
        values (${cohorts.first}, ${classes.mon10}, 9)`.execute(trx);
    });
    await expect(inserting).rejects.toThrow(/for key share is locked after student/);
    const descending = at.school.database.transaction().execute(async (trx) => {
      await lockRows(trx, 'student', [students.S2], 'update');
      await lockRows(trx, 'student', [students.S1], 'update');
    });
    await expect(descending).rejects.toThrow(/student \d+ for update is locked after student/);
  });

  it.each(writingCalls)('$name', async ({ prepare }) => {
    await at.tables.reset();
    const send = await prepare(at);
    at.school.wrongLocks.length = 0;
    await send();
    expect(at.school.wrongLocks).toEqual([]);
  });
});
