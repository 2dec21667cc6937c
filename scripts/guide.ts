// npm run guide: takes the pictures of docs/guide from the demo again, by the tests that check what they
// show.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const { status } = spawnSync(
  process.execPath,
  [
    join(import.meta.dirname, '../node_modules/@playwright/test/cli.js'),
    'test',
    '-c',
    'e2e/playwright.config.ts',
    'guide',
    'set-up',
  ],
  {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...process.env, GUIDE_PICTURES: 'write' },
  },
);
process.exitCode = status ?? 1;
