import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { isKnownMigration } from './platform/database/migrate.ts';
import { openDatabase } from './platform/database/open.ts';
import { isAlive } from './platform/database/postmaster.ts';
import { databasePid, freePort, hasEnded, startServer } from './test/server-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance processes '));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the start', () => {
  it('of four processes at once on an empty folder migrates once and loads one demo', async () => {
    const dataDir = join(folder, 'four');
    const ports = await Promise.all(Array.from({ length: 4 }, freePort));
    const servers = await Promise.all(ports.map((port) => startServer({ dataDir, port })));
    for (const server of servers) expect(server.output()).toContain('is running at');
    const { connection, stop, database } = await openDatabase(
      { dataDir, poolSize: 1, asItIs: true },
      () => {},
    );
    expect(connection).toBeTypeOf('object');
    const applied = await sql<{
      name: string;
      times: number;
    }>`select name, count(*) as times from kysely_migration group by name`.execute(database);
    expect(applied.rows.every(({ name, times }) => isKnownMigration(name) && times === 1)).toBe(
      true,
    );
    const { rows } = await sql<{ students: number; demos: number }>`
      select count(*) as students, count(distinct student_id) as demos from student`.execute(
      database,
    );
    expect(rows).toEqual([{ students: 168, demos: 168 }]);
    await database.destroy();
    await Promise.all(servers.map((server) => server.stop('SIGINT')));
    await stop();
  });

  it('of a second process on the same data uses the same database, and the last one to stop stops it', async () => {
    const dataDir = join(folder, 'shared');
    const first = await startServer({ dataDir, port: await freePort() });
    const second = await startServer({ dataDir, port: await freePort() });
    const pid = (await databasePid(dataDir))!;
    await first.stop('SIGINT');
    expect(isAlive(pid)).toBe(true);
    expect((await fetch(`${second.base}/api/v2/config/`)).status).toBe(200);
    await second.stop('SIGINT');
    expect(await databasePid(dataDir)).toBeNull();
    await expect.poll(() => hasEnded(pid), { timeout: 20_000 }).toBe(true);
  });
});
