import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMailServer, type MailServer } from './test/mail-server.ts';
import { demoToken, freePort, startServer, type ServerProcess } from './test/server-process.ts';

let folder: string;
let mailServer: MailServer | null = null;
let server: ServerProcess | null = null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-mail-'));
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await server?.stop('SIGINT');
  await mailServer?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until a condition is true; a crashed process is noticed within half a minute. */
async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 900 && !(await what()); tries++) await wait(100);
  expect(await what()).toBe(true);
}

it(
  'a process that is killed in the middle of an export: an unaccepted mail is sent once, an accepted one never again',
  { timeout: 240_000 },
  async () => {
    const port = await freePort();
    const dataDir = join(folder, 'data');
    const smtpPort = await freePort();
    const start = () =>
      startServer({
        dataDir,
        port,
        env: { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAIL_RETRY_SECONDS: '1' },
      });
    const base = `http://localhost:${port}`;
    server = await start();
    const authorization = `Bearer ${await demoToken(dataDir, base, 'admin@demo.example', ['admin'])}`;
    const call = async (path: string, body?: object) => {
      const answer = await fetch(`${base}/api/v2/attendance/${path}`, {
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      return (await answer.json()) as {
        id: number;
        state: string;
        reason: string | null;
        attempts: number;
      };
    };
    const kill = async () => {
      await server!.stop('SIGKILL');
      await mailServer!.close();
    };

    // Killed while the mail server delays its reply to the recipient: nothing has been accepted.
    let hesitates = false;
    mailServer = await openMailServer(
      { beforeRecipient: () => new Promise(() => (hesitates = true)) },
      smtpPort,
    );
    const first = await call('spreadsheet-export/', { email: 'first@school.example' });
    await until(() => hesitates);
    expect(await call(`jobs/${first.id}/`)).toMatchObject({ state: 'working', attempts: 1 });
    await kill();
    mailServer = await openMailServer({}, smtpPort);
    server = await start();
    await until(async () => (await call(`jobs/${first.id}/`)).state === 'done');
    expect(mailServer.accepted.map(({ to }) => to![0]!.address)).toEqual(['first@school.example']);
    await mailServer.close();

    // Killed after the mail server has accepted, before its answer has come: it may not be sent
    // again.
    let silent = false;
    mailServer = await openMailServer(
      {
        onMail: () =>
          new Promise(() => {
            silent = true;
          }),
      },
      smtpPort,
    );
    const second = await call('spreadsheet-export/', { email: 'second@school.example' });
    await until(() => silent);
    await kill();
    mailServer = await openMailServer({}, smtpPort);
    server = await start();
    await until(async () => (await call(`jobs/${second.id}/`)).state === 'failed');
    expect((await call(`jobs/${second.id}/`)).reason).toContain('It may have been sent');
    expect(mailServer.accepted).toEqual([]);

    // People decide: once more.
    await call(`jobs/${second.id}/retry/`, {});
    await until(async () => (await call(`jobs/${second.id}/`)).state === 'done');
    expect(mailServer.accepted.map(({ to }) => to![0]!.address)).toEqual(['second@school.example']);
  },
);

it(
  'a process that is killed while messages to students are handed over: none is sent twice, none is lost (R-MSG-2)',
  { timeout: 240_000 },
  async () => {
    await server?.stop('SIGINT');
    await mailServer?.close();
    const dataDir = join(folder, 'messages');
    const port = await freePort();
    const smtpPort = await freePort();
    const start = () =>
      startServer({
        dataDir,
        port,
        env: {
          SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
          MAIL_RETRY_SECONDS: '1',
          ABSENCE_MESSAGES: 'true',
          MESSAGE_AFTER_MINUTES: '0',
        },
      });
    const base = `http://localhost:${port}`;
    const seen: string[] = [];
    mailServer = await openMailServer(
      {
        onMail: (mail) => {
          seen.push(mail.to![0]!.address!);
          return new Promise(() => {});
        },
      },
      smtpPort,
    );
    server = await start();
    const authorization = `Bearer ${await demoToken(dataDir, base, 'admin@demo.example', ['admin'])}`;
    const outbox = async () => {
      const answer = await fetch(`${base}/api/v2/attendance/student-messages/?limit=100`, {
        headers: { authorization },
      });
      const { results } = (await answer.json()) as {
        results: { state: string; reason: string | null; address: string }[];
      };
      return results;
    };
    await until(() => seen.length > 1);
    await server.stop('SIGKILL');
    await mailServer.close();
    mailServer = await openMailServer({}, smtpPort);
    server = await start();
    await until(async () => (await outbox()).every(({ state }) => state !== 'waiting'));
    const rows = await outbox();
    expect(rows.length).toBeGreaterThan(seen.length);
    const sent = mailServer.accepted.map(({ to }) => to![0]!.address!);
    // The mail server may have accepted them, also where it had not read the last line yet: people decide.
    const unknown = rows
      .filter(({ reason }) => reason?.startsWith('It may have been sent'))
      .map(({ address }) => address);
    expect(unknown).toEqual(expect.arrayContaining(seen));
    expect(sent.filter((address) => unknown.includes(address))).toEqual([]);
    expect([...sent, ...unknown].toSorted()).toEqual(rows.map(({ address }) => address).toSorted());
  },
);
