import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { openReceiver } from '#server/test/webhook-receiver.ts';
import { addEventsTo, addWebhookTo, dispatcherOf, webhookSettings } from '#server/test/webhooks.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ env: webhookSettings });
});
afterAll(() => school.close());
afterEach(() => sql`delete from webhook`.execute(school.database));

async function receiving(...given: Parameters<typeof openReceiver>) {
  const receiver = await openReceiver(...given);
  onTestFinished(() => receiver.close());
  return receiver;
}
const addEvents = (webhook: number, students: number[]) =>
  addEventsTo(school.database, webhook, students);
const log = async (id: number) =>
  (await school.call('admin', 'GET', `attendance/webhooks/${id}/deliveries/?limit=500`)).body
    .results as { state: string; error: string; answer_code: number }[];

describe('receivers that misbehave', () => {
  /** @returns what the log says of one event. */
  async function outcomeAt(url: string, options: Parameters<typeof dispatcherOf>[1] = {}) {
    const { id } = await addWebhookTo(school, 'https://hooks.example.org/', ['students']);
    await sql`update webhook set url = ${url} where id = ${id}`.execute(school.database);
    await addEvents(id, [1]);
    const dispatcher = dispatcherOf(school, options);
    await dispatcher.step();
    await dispatcher.finish();
    return (await log(id))[0];
  }

  it('a redirect, to a private address or any other, is not followed', async () => {
    const target = await receiving();
    for (const location of [target.url, 'http://169.254.169.254/', 'https://example.org/']) {
      const receiver = await receiving((response) => response.writeHead(302, { location }).end());
      expect(await outcomeAt(receiver.url)).toMatchObject({
        state: 'waiting',
        answer_code: 302,
        error: 'Redirects are not followed.',
      });
      await sql`delete from webhook`.execute(school.database);
    }
    expect(target.received).toEqual([]);
  });

  it('a name that is a private address gets no request', async () => {
    const receiver = await receiving();
    const lookup = async () => [{ address: '127.0.0.1' }];
    const url = `http://hooks.example.org:${receiver.port}/`;
    const refused = { error: 'is not at a public address', answer_code: null, state: 'waiting' };
    expect(await outcomeAt(url, { lookup, networks: [] })).toMatchObject(refused);
    await sql`delete from webhook`.execute(school.database);
    const other = async () => [{ address: '10.0.0.7' }];
    expect(await outcomeAt(url, { lookup: other })).toMatchObject(refused);
    expect(receiver.received).toEqual([]);
  });

  it('one that hangs is given up, and holds up no other', async () => {
    const hanging = await receiving(() => {});
    const quick = await receiving();
    const one = await addWebhookTo(school, hanging.url, ['students']);
    const other = await addWebhookTo(school, quick.url, ['students']);
    await addEvents(
      one.id,
      Array.from({ length: 150 }, (_, n) => n),
    );
    await addEvents(other.id, [1, 2, 3]);
    const dispatcher = dispatcherOf(school, { timeoutMs: 1500 });
    const began = performance.now();
    await dispatcher.step();
    await expect.poll(() => quick.received.length).toBe(3);
    expect(performance.now() - began).toBeLessThan(1500);
    await dispatcher.finish();
    expect((await log(one.id)).at(-1)).toMatchObject({ error: 'no answer within 1.5 s' });
  });

  it('two that answer late leave room for a third', async () => {
    const lateAnswers: (() => void)[] = [];
    const late = () => receiving((response) => void lateAnswers.push(() => response.end()));
    const [one, two, quick] = [await late(), await late(), await receiving()];
    const slow = [
      await addWebhookTo(school, one.url, ['students']),
      await addWebhookTo(school, two.url, ['students']),
    ];
    const other = await addWebhookTo(school, quick.url, ['students']);
    const many = Array.from({ length: 300 }, (_, n) => n);
    for (const { id } of slow) await addEvents(id, many);
    await addEvents(other.id, many.slice(0, 60));
    const dispatcher = dispatcherOf(school);
    await dispatcher.step();
    await expect.poll(() => quick.received.length).toBe(60);
    expect(quick.received.length).toBe(60);
    for (const { id } of slow)
      await sql`update webhook set disabled_at = now() where id = ${id}`.execute(school.database);
    lateAnswers.forEach((answer) => answer());
    await dispatcher.finish();
  });

  it('an answer of 10 MB is not read', async () => {
    let written = 0;
    const receiver = await receiving((response) => {
      response.writeHead(200);
      const more = (): void => {
        if (written >= 10_000_000 || response.destroyed) return;
        written += 65_536;
        if (response.write(Buffer.alloc(65_536))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });
    expect(await outcomeAt(receiver.url)).toMatchObject({ error: 'its answer is too long' });
    expect(written).toBeLessThan(10_000_000);
  });

  it('an answer byte by byte has the same time as any other', async () => {
    const receiver = await receiving((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drip));
    });
    expect(await outcomeAt(receiver.url, { timeoutMs: 400 })).toMatchObject({
      error: 'no answer within 0.4 s',
    });
  });

  it('a connection that is cut, and one that is refused', async () => {
    const cut = await receiving((response) => void response.socket?.destroy());
    expect(await outcomeAt(cut.url)).toMatchObject({ error: 'socket hang up' });
    await sql`delete from webhook`.execute(school.database);
    const closed = await receiving();
    await closed.close();
    expect((await outcomeAt(closed.url))?.error).toContain('ECONNREFUSED');
  });

  it('a certificate that is not trusted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'webhook-tls-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const made =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost';
    execFileSync('openssl', [...made.split(' '), '-keyout', keyFile, '-out', certFile]);
    let requests = 0;
    const server = createTlsServer(
      { key: readFileSync(keyFile), cert: readFileSync(certFile) },
      (_request, response) => {
        requests++;
        response.end();
      },
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await outcomeAt(`https://127.0.0.1:${port}/`)).toMatchObject({
      state: 'waiting',
      error: expect.stringContaining('self-signed certificate'),
    });
    expect(requests).toBe(0);
  });
});
