import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../scripts/build.ts';
import { freePort, startServer } from '#server/test/server-process.ts';
import { demoSettings } from './demo-data.ts';

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
  await server.stop('SIGINT');
  process.env.E2E_DEMO_DATA = join(folder, 'data');
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
