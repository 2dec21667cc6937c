import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openMailServer, type MailServer } from '#server/test/mail-server.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { openReceiver } from '#server/test/webhook-receiver.ts';
import {
  addEventsTo,
  addWebhookTo,
  dispatcherOf,
  sendAll,
  webhookSettings,
} from '#server/test/webhooks.ts';
import { delayAfter, pauseAfter } from './back-off.ts';
import { keepWebhooks } from './keep.ts';
import { mailDisabled } from './mails.ts';
import { claimDue, disableOverfull } from './queue.ts';

let school: TestSchool;
let mails: MailServer;
beforeAll(async () => {
  mails = await openMailServer();
  school = await createTestSchool({ env: { ...webhookSettings, SMTP_URL: mails.address } });
});
afterAll(async () => {
  await school.close();
  await mails.close();
});
const start = '2026-03-02T09:15:00+11:00';
afterEach(async () => {
  await sql`delete from webhook`.execute(school.database);
  school.at(start);
});
const after = (seconds: number) =>
  school.at(
    Temporal.Instant.from(start)
      .add({ milliseconds: seconds * 1000 })
      .toString(),
  );

async function receiving(...given: Parameters<typeof openReceiver>) {
  const receiver = await openReceiver(...given);
  onTestFinished(() => receiver.close());
  return receiver;
}
const addEvents = (webhook: number, students: number[]) =>
  addEventsTo(school.database, webhook, students);
const log = async (id: number) =>
  (await school.call('admin', 'GET', `attendance/webhooks/${id}/deliveries/?limit=500`)).body
    .results as { state: string; attempts: number; error: string; answer_code: number }[];
const listed = async (id: number) =>
  (await school.call('admin', 'GET', 'attendance/webhooks/')).body.results.find(
    (row: { id: number }) => row.id === id,
  );

describe('delivery', () => {
  it('is tried again after a while, with the same id; later events of the subject wait (R-HOOK-4)', async () => {
    const refused = new Set([1]);
    const receiver = await receiving((response, { event }) =>
      response.writeHead(refused.has(event.data.student ?? 0) ? 503 : 200).end(),
    );
    const { id } = await addWebhookTo(school, receiver.url, ['students']);
    const dispatcher = dispatcherOf(school);
    await addEvents(id, [1, 1, 2, 1, 2]);
    await sendAll(dispatcher);
    const got = () => receiver.received.map(({ event }) => event.data.student);
    expect(got().toSorted()).toEqual([1, 2, 2]);
    after(9);
    await sendAll(dispatcher);
    expect(got()).toHaveLength(3);
    after(10);
    await sendAll(dispatcher);
    expect(got().filter((student) => student === 1)).toHaveLength(2);
    refused.clear();
    after(10 + 60);
    await sendAll(dispatcher);
    const ofOne = receiver.received.filter(({ event }) => event.data.student === 1);
    expect(new Set(ofOne.slice(0, 3).map((one) => one.id)).size).toBe(1);
    // Each in the order in which it happened.
    const order = ofOne.slice(2).map(({ event }) => Number(event.type.split(' ')[1]));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(ofOne).toHaveLength(5);
    expect((await log(id)).every(({ state }) => state === 'delivered')).toBe(true);
  });

  it('ends after the last attempt, and the subject goes on (R-HOOK-4)', async () => {
    const receiver = await receiving((response) => response.writeHead(500).end());
    const { id } = await addWebhookTo(school, receiver.url, ['students']);
    const dispatcher = dispatcherOf(school);
    await addEvents(id, [1]);
    let passed = 0;
    for (let attempts = 1; ; attempts++) {
      await sendAll(dispatcher);
      const delay = delayAfter(attempts, 0.5);
      if (delay === null) break;
      // Its pauses are shorter than the delays.
      passed += delay;
      after(passed);
    }
    expect(await log(id)).toMatchObject([{ state: 'failed', attempts: 11, answer_code: 500 }]);
    expect(receiver.received).toHaveLength(11);
    receiver.answer = (response) => response.writeHead(200).end();
    await addEvents(id, [1]);
    after(passed + 300);
    await sendAll(dispatcher);
    expect((await log(id))[0]).toMatchObject({ state: 'delivered' });
  });

  it('of several processes, each event is sent once (R-HOOK-4)', async () => {
    const receiver = await receiving((response) => void setTimeout(() => response.end(), 5));
    const { id } = await addWebhookTo(school, receiver.url, ['students']);
    await addEvents(
      id,
      Array.from({ length: 300 }, (_, n) => n % 40),
    );
    const processes = Array.from({ length: 4 }, () => dispatcherOf(school));
    await Promise.all(processes.map(sendAll));
    // One may have ended while another had the last ones.
    await sendAll(processes[0]!);
    expect(receiver.received).toHaveLength(300);
    for (const events of Map.groupBy(
      receiver.received,
      ({ event }) => event.data.student,
    ).values()) {
      const order = events.map(({ event }) => Number(event.type.split(' ')[1]));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }
  });

  it('of a process that ended is taken over after a minute (R-HOOK-4)', async () => {
    const receiver = await receiving(() => {});
    const { id } = await addWebhookTo(school, receiver.url, ['students']);
    await addEvents(id, [1, 2]);
    const dead = dispatcherOf(school, { timeoutMs: 60_000 });
    await dead.step();
    await expect.poll(() => receiver.received.length).toBe(2);
    const other = dispatcherOf(school);
    receiver.answer = (response) => response.writeHead(200).end();
    after(59);
    await sendAll(other);
    expect(receiver.received).toHaveLength(2);
    after(61);
    await sendAll(other);
    expect(receiver.received).toHaveLength(4);
    expect((await log(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    // What the first one writes down afterwards changes nothing.
    await receiver.close();
    await dead.finish();
    expect((await log(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  it('pauses where a receiver is away, and calls it again with one request’s worth (R-HOOK-4)', async () => {
    const receiver = await receiving((response) => response.writeHead(502).end());
    const { id } = await addWebhookTo(school, receiver.url, ['students']);
    const dispatcher = dispatcherOf(school);
    await addEvents(id, [1, 2, 3, 4, 5, 6]);
    await sendAll(dispatcher);
    expect(receiver.received).toHaveLength(6);
    await addEvents(id, [7]);
    await sendAll(dispatcher);
    expect(receiver.received).toHaveLength(6);
    after(5);
    await sendAll(dispatcher);
    expect(receiver.received).toHaveLength(7);
    expect([4, 5, 10, 15, 1000].map(pauseAfter)).toEqual([null, 5, 10, 20, 300]);
  });

  it('a week of failures disables it, with a mail to administrators (R-HOOK-5)', async () => {
    const receiver = await receiving((response) => response.writeHead(404).end());
    const { id } = await addWebhookTo(school, receiver.url, ['students'], { name: 'Library' });
    const dispatcher = dispatcherOf(school);
    const week = 7 * 86_400;
    await addEvents(id, [1]);
    await sendAll(dispatcher);
    after(week - 1);
    await addEvents(id, [2]);
    await sendAll(dispatcher);
    expect(await listed(id)).toMatchObject({ state: 'failing' });
    expect(await mailDisabled(school.context)).toBe(0);
    after(week + 60);
    await addEvents(id, [3]);
    await sendAll(dispatcher);
    expect(await listed(id)).toMatchObject({
      state: 'disabled',
      disabled_by: null,
      waiting: 0,
      failed: 3,
    });
    const sent = await Promise.all([mailDisabled(school.context), mailDisabled(school.context)]);
    expect(sent.toSorted()).toEqual([0, 2]);
    await expect
      .poll(() => mails.accepted.map(({ to }) => to?.[0]?.address).toSorted(), { timeout: 10_000 })
      .toEqual(['ada@school.example', 'leo@school.example']);
    const [mail] = mails.accepted;
    expect(mail).toMatchObject({ subject: 'A webhook was disabled' });
    expect(mail?.text).toContain('Library: no request has succeeded since 2026-03-01 22:15 UTC.');
    expect(mail?.text).toContain('/webhooks');
    const sentBefore = receiver.received.length;
    after(2 * week);
    await sendAll(dispatcher);
    expect(receiver.received).toHaveLength(sentBefore);
  });

  it('one that is behind by too many events is disabled (R-HOOK-5)', async () => {
    const { id } = await addWebhookTo(school, 'https://hooks.example.org/', ['students']);
    await addEvents(id, [1, 2, 3]);
    const now = school.context.clock.now().toString();
    await disableOverfull(school.database, now, 3);
    expect(await listed(id)).toMatchObject({ state: 'active', waiting: 3 });
    await disableOverfull(school.database, now, 2);
    expect(await listed(id)).toMatchObject({ state: 'disabled', failed: 3 });
  });

  it('is found among a hundred thousand events that the database has not counted yet', async () => {
    const { id } = await addWebhookTo(school, 'https://hooks.example.org/', ['students']);
    await sql`
      insert into webhook_delivery (webhook_id, event, subject, student_id, at)
      select ${id}, 'student.changed', 'student ' || n, n, now()
      from generate_series(1, 100000) n`.execute(school.database);
    const claimed = await school.database.transaction().execute(async (trx) => {
      // Comparing each with all others takes several seconds.
      await sql`set local statement_timeout = '1s'`.execute(trx);
      return claimDue(trx, { now: school.context.clock.now().toString(), limit: 200 });
    });
    expect(new Set(claimed.map(({ student_id }) => student_id)).size).toBe(100);
  });

  it('runs in a thread of its own, which stops', async () => {
    const receiver = await receiving();
    const { id } = await addWebhookTo(school, receiver.url, ['students']);
    const reported: string[] = [];
    const thread = keepWebhooks(
      () => ({
        connection: school.connection,
        timeZone: school.context.clock.timeZone,
        now: start,
        key: readFileSync(join(school.config.dataDir, 'secrets.key'), 'utf8').trim(),
        networks: school.config.webhookNetworks,
      }),
      (_part, error) => reported.push(error.message),
    );
    await addEvents(id, [1, 1, 2]);
    await expect
      .poll(async () => (await log(id)).filter(({ state }) => state === 'delivered').length, {
        timeout: 20_000,
      })
      .toBe(3);
    await thread.stop();
    expect(reported).toEqual([]);
  });
});
