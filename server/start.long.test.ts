import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, startServer } from './test/server-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance start '));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const root = process.getuid?.() === 0;

describe('the start', () => {
  it.runIf(root)(
    'as root from a closed folder places the database where its user can enter',
    async () => {
      const closed = join(folder, 'closed');
      await mkdir(closed, { mode: 0o700 });
      const dataDir = join(closed, 'data');
      const server = await startServer({ dataDir, port: await freePort() });
      expect(server.output()).toContain('is running at');
      expect(await server.stop('SIGINT')).toBe(0);
      await rm(await realpath(join(dataDir, 'postgres')), { recursive: true });
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
