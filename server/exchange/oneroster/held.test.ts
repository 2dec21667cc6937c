import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { changedRow, rosterTests, smallAnswers, smallRoster } from '#server/test/roster.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';

const { school, rosters } = rosterTests('each test', { now: '2026-03-02T08:00:00+11:00' });

/** Runs `work` while a check stands at its first enrolment, with everything before it written. */
async function whileChecking(work: () => Promise<void>): Promise<void> {
  const { database } = school();
  await sql`create function stand() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(4711); return null; end $$`.execute(database);
  await sql`create trigger stands after insert on enrolment
    for each statement execute function stand()`.execute(database);
  const tess = { email: 'tess@school.example' };
  const check = await inTransaction(database, async (trx) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(trx);
    const running = rosters.import(
      {
        ...smallRoster,
        users: changedRow(smallRoster.users, 0, tess),
        times: [
          { classSourcedId: 'K-ALG', weekday: 'Monday', start: '19:00', end: '20:00', room: 'R1' },
        ],
      },
      smallAnswers,
      { dryRun: true },
    );
    const stands = async () =>
      (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(trx))
        .rows.length > 0;
    while (!(await stands())) await wait(20);
    await work();
    // In an array, or the transaction would wait for it.
    return [running];
  });
  const report = await check[0];
  expect(report).toMatchObject({ written: false });
  expect(report?.counts).toContainEqual(
    expect.objectContaining({ table: 'class_schedule', created: 1 }),
  );
}

const idOf = async (table: string, where: string) =>
  Number((await rosters.rows(`select id from ${table} where ${where}`))[0]?.id);

it('a check holds up no erasure, no new class or holiday, and no change of its rooms and teachers', async () => {
  const student = await idOf('student', `student_id = 'S2'`);
  const classroom_id = await idOf('classroom', `room_number = 'R1'`);
  const teacher_id = await idOf('teacher', `email = 'tess@school.example'`);
  const subject_id = await idOf('subject', 'true');
  const semester_id = await idOf('semester', 'true');
  const call = (method: 'POST' | 'PATCH', path: string, body: object) =>
    school().call('admin', method, `attendance/${path}`, body);
  await whileChecking(async () => {
    expect(await call('PATCH', `classroom/${classroom_id}/`, { capacity: 33 })).toMatchObject({
      status: 200,
    });
    expect(await call('PATCH', `teachers/${teacher_id}/`, { first_name: 'Tessa' })).toMatchObject({
      status: 200,
    });
    expect(
      await call('POST', 'classschedule/create/', {
        class_type: 'Lecture',
        day_of_week: 'Tuesday',
        start_time: '20:00',
        end_time: '20:50',
        subject_id,
        semester_id,
        teacher_id,
        classroom_id,
      }),
    ).toMatchObject({ status: 201 });
    expect(
      await call('POST', 'holiday/create/', {
        name: 'Flood',
        date_from: '2026-04-01',
        date_to: '2026-04-01',
      }),
    ).toMatchObject({ status: 201 });
    expect(
      await call('POST', `student-details/${student}/erase/`, { student_id: 'S2' }),
    ).toMatchObject({ status: 200 });
  });
});
