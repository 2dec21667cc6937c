// npm run wire: records the calls of this release, which the next one has to support. Run when a
// release is made.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationNames } from '#server/platform/database/migrate.ts';
import { releasesFile, releasesWith } from '#server/platform/database/releases.ts';
import type { OpenApi } from '#server/test/openapi.ts';
import { freePort, startServer } from '#server/test/server-process.ts';
import { wireOf } from '#server/test/wire/wire.ts';

const folder = await mkdtemp(join(tmpdir(), 'attendance-wire-'));
// The database's own user needs access when this runs as root.
await chmod(folder, 0o755);
const server = await startServer({ dataDir: join(folder, 'data'), port: await freePort() });
try {
  const answer = await fetch(`${server.base}/api/v2/openapi.json`);
  const wire = wireOf((await answer.json()) as OpenApi);
  const file = join(import.meta.dirname, '..', 'server', 'test', 'wire', 'previous-release.json');
  await writeFile(file, `${JSON.stringify(wire, null, 1)}\n`);
  await writeFile(
    releasesFile,
    `${JSON.stringify(releasesWith(migrationNames.at(-1) ?? ''), null, 2)}\n`,
  );
  console.log(`${Object.keys(wire).length} calls are recorded in ${file}.`);
} finally {
  await server.stop('SIGINT');
  await rm(folder, { recursive: true, force: true });
}
