// npm run proof pooler: all tests of the server, with PgBouncer in transaction mode between it and the
// database.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensurePrograms, Skipped, versionsOf } from './programs.ts';

const root = join(import.meta.dirname, '..');
try {
  ensurePrograms(['pgbouncer']);
  console.log(`With ${versionsOf(['pgbouncer'])}`);
  const { status } = spawnSync(join(root, 'node_modules', '.bin', 'vitest'), ['run', 'server'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, THROUGH_POOLER: 'true' },
  });
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof Skipped)) throw error;
  console.log(`SKIPPED: ${error.message}`);
}
