import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from './platform/database/postmaster.ts';
import { databasePid, demoToken, freePort, hasEnded, startServer } from './test/server-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance start '));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const root = process.getuid?.() === 0;

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

  it('with a missing database says so', async () => {
    const server = await startServer({
      dataDir: folder,
      port: await freePort(),
      env: { DATABASE_URL: 'postgres://localhost:1/none' },
    });
    expect(server.child.exitCode).toBe(1);
    expect(server.output()).toContain('DATABASE_URL cannot be reached');
  });

  it.runIf(root)(
    'as root from a closed folder places the database where its user can enter',
    async () => {
      const closed = join(folder, 'closed');
      await mkdir(closed, { mode: 0o700 });
      const dataDir = join(closed, 'data');
      const server = await startServer({ dataDir, port: await freePort() });
      expect(server.output()).toContain('is running at');
      expect(await server.stop('SIGINT')).toBe(0);
      await rm(
        await import('node:fs/promises').then((fs) => fs.realpath(join(dataDir, 'postgres'))),
        { recursive: true },
      );
    },
  );

  it.runIf(root)('works as an ordinary user as well', async () => {
    const passwd = (await readFile('/etc/passwd', 'utf8'))
      .split('\n')
      .find((line) => line.startsWith('nobody:'))!
      .split(':');
    const [uid, gid] = [Number(passwd[2]), Number(passwd[3])];
    const own = join(folder, 'of another user');
    await mkdir(own);
    await chown(own, uid, gid);
    const server = await startServer({
      dataDir: join(own, 'data'),
      port: await freePort(),
      uid,
      gid,
    });
    expect(server.output()).toContain('is running at');
    expect(await server.stop('SIGINT')).toBe(0);
  });
});
