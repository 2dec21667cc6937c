import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/pool.ts';
import { uploadStudents } from '#server/test/student-upload.ts';
import { studentFile, studentRow } from '#server/test/undoing.ts';
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

describe('a call that looks for a number, and waits for who writes it, looks again (R-CARD-1)', () => {
  /** Sends a call while statements are not committed, which then are. */
  async function afterwards<T>(statements: string[], send: () => Promise<T>): Promise<T> {
    let later: Promise<T> | undefined;
    await school.database.transaction().execute(async (trx) => {
      for (const statement of statements) await run(trx, statement);
      later = send();
      await untilOneWaits();
    });
    return later!;
  }
  const toBo = (number: string) =>
    `update student set rfid_number = '${number}' where first_name = 'Bo'`;

  it('a hand-out names who has the card', async () => {
    const student = await school.studentId('S1');
    const answer = await afterwards([toBo('4711')], () =>
      school.call('admin', 'POST', 'attendance/cards/hand-out/', { student, number: '4711' }),
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { number: [expect.stringMatching(/^is the card of Bo .*S2/)] },
    });
  });

  it('a tap on the roll marks who has the card once it was given on', async () => {
    await run(school.database, toStudent('4711'));
    const givenOn = ["update student set rfid_number = null where student_id = 'S1'", toBo('4711')];
    const { body } = await afterwards(givenOn, async () =>
      school.call('teacher', 'POST', 'attendance/attendance/create/', {
        rfid_number: '4711',
        class_schedule: await school.classId('mon9'),
        date: '2026-03-02',
        status: 'Present',
      }),
    );
    expect(body).toMatchObject({ student: await school.studentId('S2') });
  });

  it('a file of students names the row', async () => {
    const { status, body } = await afterwards([toBo('4711')], () =>
      uploadStudents(school, studentFile(studentRow('S9', 'New', '4711'))),
    );
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { written: false, fail: [{ line: 2, reason: expect.stringContaining('S2') }] },
    });
  });

  it('a file of students lists what it changes of a student who was added in the same moment', async () => {
    const added = `insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
      values ('S8', 'Kim', 'Before', '1', '2004-01-01')`;
    const { body } = await afterwards([added], () =>
      uploadStudents(school, studentFile(studentRow('S8', 'After', '', '1'))),
    );
    expect(body).toMatchObject({
      created: 0,
      updated: 1,
      changes: [{ fields: [{ field: 'last_name', from: 'Before', to: 'After' }] }],
    });
  });
});
