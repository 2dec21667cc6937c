// npm run proof [NAME …]: the tests that take longer than npm test, one after the other. Nothing
// else should run meanwhile.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrograms } from '../drills/programs.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);

/** The test files whose number of cases is scaled. */
const filesWithProperties = () =>
  globSync('server/**/*.test.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('test/runs.ts'),
  );

/** Browser tests that read PDFs. */
const specsWithPdfs =
  'cards changes contact-hours lists paper resources student-page students-own timesheet weeks'.split(
    ' ',
  );

interface Proof {
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** Debian's packages that it needs. */
  programs?: string[];
}

const proofs: Record<string, Proof> = {
  long: { command: bin('vitest'), args: ['run', '--config', 'vitest.long.config.ts'] },
  fuzz: {
    command: bin('vitest'),
    args: ['run', 'server/fuzz.test.ts'],
    env: { FUZZ_REQUESTS: '50000' },
  },
  secrecy: {
    command: bin('vitest'),
    args: ['run', 'server/pay-secrecy.test.ts'],
    env: { EVERY_CALLER: 'true' },
  },
  properties: {
    command: bin('vitest'),
    args: ['run', ...filesWithProperties(), '--testTimeout=1200000'],
    env: { PROPERTY_FACTOR: '10' },
  },
  offline: {
    command: bin('playwright'),
    args: ['test', '-c', 'e2e/playwright.config.ts', '--project=offline'],
    env: { OFFLINE_TAPS: '500' },
  },
  door: {
    command: bin('playwright'),
    args: ['test', '-c', 'e2e/playwright.config.ts', '--project=door-hours'],
    env: { DOOR_TAPS: '1000' },
  },
  screens: {
    command: bin('playwright'),
    args: ['test', '-c', 'e2e/playwright.config.ts'],
    env: { EVERY_STATE: 'true' },
  },
  pooler: { command: process.execPath, args: ['drills/through-pooler.ts'] },
  interop: { command: bin('vitest'), args: ['run', '--config', 'vitest.interop.config.ts'] },
  papers: {
    command: bin('playwright'),
    args: ['test', '-c', 'e2e/playwright.config.ts', ...specsWithPdfs],
    env: { POPPLER: 'true' },
    programs: ['poppler-utils'],
  },
  drills: { command: process.execPath, args: ['drills/run.ts'] },
  bench: { command: process.execPath, args: ['bench/run.ts'] },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !proofs[name]);
if (unknown.length) {
  console.error(`There is no proof ${unknown.join(', ')}: ${Object.keys(proofs).join(', ')}.`);
  process.exit(2);
}
const failed: string[] = [];
for (const [name, { command, args, env, programs }] of Object.entries(proofs)) {
  if (wanted.length && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  if (programs) ensurePrograms(programs);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) failed.push(name);
}
console.log(failed.length ? `Failed: ${failed.join(', ')}.` : 'Every proof held.');
process.exitCode = failed.length ? 1 : 0;
