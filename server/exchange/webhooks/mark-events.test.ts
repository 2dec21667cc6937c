import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest';
import { transactionsOver } from '#server/test/transactions-over.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { openReceiver } from '#server/test/webhook-receiver.ts';
import {
  addWebhookTo,
  dispatcherOf,
  sendAll,
  sendDue,
  webhookSettings,
} from '#server/test/webhooks.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ env: webhookSettings });
});
afterAll(() => school.close());
// Marks of an earlier test whose transactions are not over yet would be events of the next one.
beforeEach(() => transactionsOver(school.database));
afterEach(() => sql`delete from webhook`.execute(school.database));

async function receiving(...given: Parameters<typeof openReceiver>) {
  const receiver = await openReceiver(...given);
  onTestFinished(() => receiver.close());
  return receiver;
}
const log = async (id: number) =>
  (await school.call('admin', 'GET', `attendance/webhooks/${id}/deliveries/?limit=500`)).body
    .results;

describe('marks become events by the transactions that are over (R-HOOK-2)', () => {
  it('a tap writes nothing for them', async () => {
    const { id } = await addWebhookTo(school, 'https://hooks.example.org/', ['marks']);
    const tap = await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S1',
      class_schedule: await school.classId('mon9'),
      date: '2026-03-02',
    });
    expect(tap.status).toBe(201);
    expect(await log(id)).toEqual([]);
  });

  it('although ids are committed in another order: none is lost or sent twice', async () => {
    const receiver = await receiving();
    const { id } = await addWebhookTo(school, receiver.url, ['marks']);
    const { rows } = await sql<{ student: number; class_schedule: number }>`
      select student_id as student, class_schedule_id as class_schedule from enrolment limit 4`.execute(
      school.database,
    );
    const first = rows[0]!;
    const dispatcher = dispatcherOf(school);
    const insert = (trx: typeof school.database, day: number) =>
      sql`insert into attendance_history (student_id, class_schedule_id, date, to_status, how, changed_at)
        values (${first.student}, ${first.class_schedule}, '2024-01-01'::date + ${day}::int, 'Present',
          'manual', now())`.execute(trx);
    let day = 0;
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let n = 0; n < 12; n++) {
        await school.database.transaction().execute(async (trx) => {
          const own = day++;
          await insert(trx, own);
          // Longer and shorter ones: a later id is committed before an earlier one.
          await pause((writer * 7 + n * 3) % 11);
          if ((writer + n) % 5 === 0) await insert(trx, day++);
        });
      }
    });
    const writing = new AbortController();
    const following = (async () => {
      while (!writing.signal.aborted) {
        await dispatcher.step();
        await pause(2);
      }
    })();
    await Promise.all(writers);
    writing.abort();
    await following;
    await sendAll(dispatcher);
    const dates = receiver.received.map(({ event }) => event.data.date).toSorted();
    const all = await sql<{ date: string }>`
      select date from attendance_history where date < '2025-01-01' order by date`.execute(
      school.database,
    );
    expect(dates).toEqual(all.rows.map(({ date }) => date).toSorted());
    expect(dates.length).toBe(day);
    await sql`delete from webhook_delivery where webhook_id = ${id}`.execute(school.database);
  });

  it('one that is rolled back is none, and one that is open delays those after it alone', async () => {
    const receiver = await receiving();
    await addWebhookTo(school, receiver.url, ['marks']);
    const dispatcher = dispatcherOf(school);
    const { rows } = await sql<{ student: number; class_schedule: number }>`
      select student_id as student, class_schedule_id as class_schedule from enrolment limit 1`.execute(
      school.database,
    );
    const { student, class_schedule } = rows[0]!;
    const insert = (date: string, from: typeof school.database) =>
      sql`insert into attendance_history (student_id, class_schedule_id, date, to_status, how, changed_at)
        values (${student}, ${class_schedule}, ${date}, 'Absent', 'manual', now())`.execute(from);
    const open = await school.database.startTransaction().execute();
    const lost = await school.database.startTransaction().execute();
    await insert('2025-02-01', open);
    await insert('2025-02-02', lost);
    await insert('2025-02-03', school.database);
    await sendDue(dispatcher);
    expect(receiver.received).toEqual([]);
    await lost.rollback().execute();
    await open.commit().execute();
    await sendAll(dispatcher);
    expect(receiver.received.map(({ event }) => event.data.date)).toEqual([
      '2025-02-01',
      '2025-02-03',
    ]);
  });

  it('marks of before the webhook are none', async () => {
    const receiver = await receiving();
    await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S2',
      class_schedule: await school.classId('mon9'),
      date: '2026-03-02',
    });
    await transactionsOver(school.database);
    await addWebhookTo(school, receiver.url, ['marks']);
    await sendAll(dispatcherOf(school));
    expect(receiver.received).toEqual([]);
  });
});
