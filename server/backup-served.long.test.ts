import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoToken, freePort, startServer } from './test/server-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-backup-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the commands', () => {
  const run = promisify(execFile);
  const cli = (dataDir: string, ...args: string[]) =>
    run(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    });

  it('back up a running server, and restore into another place that then serves the same data', async () => {
    const from = join(folder, 'from');
    const server = await startServer({ dataDir: from, port: await freePort() });
    const file = join(folder, 'served.zip');
    expect((await cli(from, 'backup', file)).stdout).toMatch(
      /rows of \d+ tables and 0 files, .* every byte was read back/,
    );
    const rolls = async ({ base }: { base: string }, dataDir: string) => {
      const headers = {
        authorization: `Bearer ${await demoToken(dataDir, base, 'admin@demo.example', ['admin'])}`,
      };
      const answer = await fetch(
        `${base}/api/v2/attendance/classschedule/?date=2026-11-18&limit=99`,
        { headers },
      );
      const { as_of: _asOf, ...list } = (await answer.json()) as { total: number; as_of: string };
      return list;
    };
    const before = await rolls(server, from);
    await server.stop('SIGINT');

    const to = join(folder, 'to');
    expect((await cli(to, 'restore', file)).stdout).toContain('Restored');
    await expect(cli(to, 'restore', file)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--replace'),
    });
    await expect(cli(to, 'backup', file)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is there already'),
    });
    await expect(cli(to, 'backup')).rejects.toMatchObject({
      code: 1,
      stderr: 'Name one file: attendance backup FILE\n',
    });
    const again = await startServer({ dataDir: to, port: await freePort() });
    expect(again.output()).not.toContain('Loading the demo');
    const after = await rolls(again, to);
    await again.stop('SIGINT');
    expect(before.total).toBeGreaterThan(0);
    expect(after).toEqual(before);
  });
});
