import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildWeb } from '../scripts/build.ts';
import { demoToken, freePort, startServer } from '#server/test/server-process.ts';
import { demoSettings } from './demo-data.ts';

const pollMs = 200;

/** Waits for the first computation of the standings, which the copies then have. */
async function expectComputed(dataDir: string, base: string): Promise<void> {
  const token = await demoToken(dataDir, base, 'admin@demo.example', ['admin']);
  const headers = { authorization: `Bearer ${token}` };
  for (;;) {
    const answer = await fetch(`${base}/api/v2/attendance/redlistrules/`, { headers });
    const { counted_until }: { counted_until?: string | null } = await answer.json();
    if (counted_until) return;
    await pause(pollMs);
  }
}

/**
 * Builds the pages and, once for all test files, the data folder of the demo institute that each of
 * them copies.
 */
export default async function build(): Promise<() => void> {
  await buildWeb(console.log);
  const folder = mkdtempSync(join(tmpdir(), 'attendance-e2e-demo-'));
  // The database runs as another user when the tests run as root.
  chmodSync(folder, 0o755);
  const server = await startServer({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    env: demoSettings,
  });
  await expectComputed(join(folder, 'data'), server.base);
  await server.stop('SIGINT');
  // None of the copies has to survive a loss of power.
  appendFileSync(
    join(folder, 'data', 'postgres', 'postgresql.auto.conf'),
    'fsync = off\nfull_page_writes = off\n',
  );
  process.env.E2E_DEMO_DATA = join(folder, 'data');
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
