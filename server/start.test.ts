import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from './platform/database/open.ts';
import { isAlive } from './platform/database/postmaster.ts';
import { databasePid, demoToken, freePort, hasEnded, startServer } from './test/server-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance start '));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the start', () => {
  it('serves from a path with a space, prints the address and the accounts, and Ctrl-C stops everything it started', async () => {
    const dataDir = join(folder, 'first data');
    const port = await freePort();
    const server = await startServer({ dataDir, port, env: { REQUESTS_PER_MINUTE: '100' } });
    expect(server.output()).toContain(`Attendance is running at http://localhost:${port}`);
    for (const account of [
      'grace.hall@demo.example',
      'omar.haddad@demo.example',
      'admin@demo.example',
      'account@demo.example',
    ]) {
      expect(server.output()).toContain(account);
    }
    // The demo sign-in has a tenth of a user's rate limit.
    const signIns = [];
    for (let times = 0; times < 11; times++)
      signIns.push(await fetch(`${server.base}/idp/.well-known/openid-configuration`));
    expect(signIns.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      429,
    ]);
    expect(signIns[10]!.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    const pid = (await databasePid(dataDir))!;
    expect(isAlive(pid)).toBe(true);
    expect(await server.stop('SIGINT')).toBe(0);
    expect(await databasePid(dataDir)).toBeNull();
    await expect.poll(() => hasEnded(pid), { timeout: 20_000 }).toBe(true);
  });

  it('a second time keeps the data and loads no second demo', async () => {
    const dataDir = join(folder, 'first data');
    const port = await freePort();
    const server = await startServer({ dataDir, port });
    expect(server.output()).not.toContain('Loading the demo');
    const token = await demoToken(dataDir, server.base, 'admin@demo.example', ['admin']);
    const students = await fetch(`${server.base}/api/v2/attendance/students/`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(((await students.json()) as { total: number }).total).toBe(168);
    expect(await server.stop('SIGTERM')).toBe(0);
  });

  it('a process that drains serves on while its readiness says no', async () => {
    const dataDir = join(folder, 'first data');
    const env = { DRAIN_SECONDS: '2' };
    const server = await startServer({ dataDir, port: await freePort(), env });
    const statusOf = async (path: string) => (await fetch(`${server.base}${path}`)).status;
    expect(await statusOf('/readyz')).toBe(200);
    const stopped = server.stop('SIGTERM');
    await expect.poll(() => statusOf('/readyz'), { interval: 20 }).toBe(503);
    expect(await statusOf('/drainz')).toBe(503);
    expect(await statusOf('/api/v2/config/')).toBe(200);
    expect(await stopped).toBe(0);
  });

  it('a stop answers running requests, ends open streams, and accepts nothing new', async () => {
    const dataDir = join(folder, 'first data');
    const server = await startServer({ dataDir, port: await freePort() });
    const authorization = `Bearer ${await demoToken(dataDir, server.base, 'admin@demo.example', ['admin'])}`;
    const opened = await openDatabase({ dataDir, poolSize: 2 }, () => {});
    try {
      const stream = await fetch(`${server.base}/api/v2/attendance/live?date=2026-11-18`, {
        headers: { authorization },
      });
      expect(stream.status).toBe(200);
      // A lock on the student's row makes the mark wait in the database.
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      let tapWaits = () => {};
      const waiting = new Promise<void>((resolve) => (tapWaits = resolve));
      let lock = () => {};
      const locked = new Promise<void>((resolve) => (lock = resolve));
      const student = await sql<{ id: number; class: number }>`
        select e.student_id as id, e.class_schedule_id as class from enrolment e
        join class_schedule c on c.id = e.class_schedule_id
        where c.day_of_week = 3 order by e.id limit 1`.execute(opened.database);
      const { id, class: class_schedule } = student.rows[0]!;
      // The demo's rolls are taken, and a mark that already exists changes nothing.
      await sql`delete from attendance where student_id = ${id} and date = '2026-11-11'`.execute(
        opened.database,
      );
      const holding = opened.database.transaction().execute(async (trx) => {
        await sql`select from student where id = ${id} for update`.execute(trx);
        lock();
        for (let found = 0; found === 0;) {
          await sql`select pg_stat_clear_snapshot(), pg_sleep(0.02)`.execute(trx);
          const { rows } = await sql`
            select from pg_stat_activity where wait_event_type = 'Lock'`.execute(trx);
          found = rows.length;
        }
        tapWaits();
        await held;
      });
      // Before it, the tap would not wait.
      await locked;
      const tap = fetch(`${server.base}/api/v2/attendance/mark-student-attendance/`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ student: [id], class_schedule, date: '2026-11-11' }),
      });
      await waiting;
      const stopped = server.stop('SIGTERM');
      const state = () => fetch(`${server.base}/healthz`).then(({ status }) => status, String);
      await expect.poll(state, { timeout: 20_000 }).toBe('TypeError: fetch failed');
      release();
      await holding;
      expect((await tap).status).toBeLessThan(300);
      // The database waits for its connections.
      await opened.close();
      expect(await stopped).toBe(0);
      expect(await stream.text()).toContain('event: open');
    } finally {
      await server.stop('SIGKILL');
      await opened.close();
    }
  });

  it('on a port in use ends with a line that says so, and starts nothing', async () => {
    const other = createServer().listen(0, 'localhost');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const dataDir = join(folder, 'taken');
    const server = await startServer({ dataDir, port });
    expect(server.child.exitCode).toBe(1);
    expect(server.output()).toContain(`PORT ${port} is already in use`);
    expect(server.output().trim().split('\n')).toHaveLength(1);
    expect(await databasePid(dataDir)).toBeNull();
    other.close();
  });

  it('with an invalid setting ends with a line that names it', async () => {
    const server = await startServer({ dataDir: folder, port: 3000, env: { TIME_ZONE: 'Sydney' } });
    expect(server.child.exitCode).toBe(1);
    expect(server.output().trim()).toBe('TIME_ZONE must be a time zone such as Australia/Sydney');
  });

  it('with a data folder that cannot be written ends with one line', async () => {
    const dataDir = join(folder, 'a file');
    await writeFile(dataDir, '');
    const server = await startServer({ dataDir, port: await freePort() });
    expect(server.child.exitCode).toBe(1);
    expect(server.output().trim()).toBe(`DATA_DIR ${dataDir} cannot be written: it is no folder.`);
  });

  it('with a missing database says so', async () => {
    const server = await startServer({
      dataDir: folder,
      port: await freePort(),
      env: { DATABASE_URL: 'postgres://localhost:1/none' },
    });
    expect(server.child.exitCode).toBe(1);
    expect(server.output()).toContain('DATABASE_URL cannot be reached');
  });
});
