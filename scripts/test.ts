// Runs every check, and ends with one line that counts them.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join, relative } from 'node:path';
import { messageOf } from '#server/platform/error-details.ts';
import { buildWeb } from './build.ts';
import { needChromium } from './chromium.ts';

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');
const counts = { passed: 0, failed: 0 };
/** Each test with its time in milliseconds: the slowest are listed at the end. */
const timed: { name: string; ms: number }[] = [];
/** How long the parts took, in their order. */
const parts: string[] = [];
const listed = 50;
/** What failed, by name: named again at the end, since logs are often cut at their beginning. */
const failures: string[] = [];

function run(command: string, ...args: string[]): boolean {
  console.log(`\n▸ ${command} ${args.join(' ')}`);
  const ended = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return ended.status === 0;
}

/** A runner that counts its own tests; one that stops without a report has failed once. */
function count(
  passed: boolean,
  report: string,
  read: (found: never) => { passed: number; failed: number; names: string[] },
): void {
  let found = { passed: 0, failed: 0, names: [report] };
  try {
    found = read(JSON.parse(readFileSync(join(results, report), 'utf8')) as never);
  } catch {
    // Counted below.
  }
  counts.passed += found.passed;
  counts.failed += passed ? found.failed : Math.max(1, found.failed);
  if (!passed) failures.push(...(found.names.length ? found.names : [report]));
}

let partFrom = performance.now();
/** Notes the time of a part that has just ended. */
function endPart(name: string): void {
  parts.push(`${name} ${((performance.now() - partFrom) / 1000).toFixed(0)} s`);
  partFrom = performance.now();
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
// The tests start the server and its threads hundreds of times: with cached code, they take half as long.
process.env.NODE_COMPILE_CACHE = join(results, 'compiled');
// Databases and profiles of browsers are created and deleted by the hundred. Where ext4 has deleted many
// files it searches minutes long for each new one; in memory this takes nothing.
if (hasRoom('/dev/shm', 12 * 2 ** 30)) process.env.TMPDIR = '/dev/shm';

/** Whether a folder in memory takes so many bytes, and the memory has them. */
function hasRoom(folder: string, bytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > bytes && freemem() > bytes;
  } catch {
    return false;
  }
}

// Two at a time, the longest first: each takes about one processor.
const checks = [
  ['oxlint', '--type-aware', '--deny-warnings'],
  ['tsc', '-p', 'tsconfig.json'],
  ['tsc', '-p', 'e2e'],
  ['tsc', '-p', 'web'],
  ['cspell', 'lint', '--no-progress', '--quiet'],
  ['oxfmt', '--check'],
  ['squawk', 'server/platform/database/*/*.sql'],
  ['node', 'scripts/domains.ts'],
  ['knip'],
  ['node', 'scripts/audit.ts'],
];
// Where a browser has to be installed, that mostly waits for the network.
const installing = spawn(process.execPath, [join(import.meta.dirname, 'chromium.ts')], {
  stdio: 'ignore',
});
const installed = new Promise((resolve) => installing.once('error', resolve).once('exit', resolve));
await Promise.all([checkInTurn(), checkInTurn()]);
endPart('checks');

/** Takes checks until none is left; each passes or fails as a whole. */
async function checkInTurn(): Promise<void> {
  for (let next = checks.shift(); next; next = checks.shift()) {
    const [command, ...args] = next;
    const ended = await new Promise<{ code: number | null; output: string }>((resolve, reject) => {
      let output = '';
      const child = spawn(command!, args, {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32',
      });
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => (output += text.toString()));
      child.once('error', reject).once('close', (code) => resolve({ code, output }));
    });
    const passed = ended.code === 0;
    console.log(`▸ ${next.join(' ')}: ${passed ? 'passed' : 'failed'}`);
    counts[passed ? 'passed' : 'failed']++;
    // A check that could not compare anything passes, and its line is shown.
    if (!passed || ended.output.includes('not compared')) console.log(ended.output);
    if (passed) continue;
    failures.push(next.join(' '));
  }
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: {
      fullName: string;
      status: string;
      failureMessages: string[];
      duration?: number | null;
    }[];
  }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    ok: boolean;
    tests: { results: { duration: number }[] }[];
  }[];
}

const failedSpecs = ({ specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file} › ${title}`),
  ...suites.flatMap(failedSpecs),
];

const timesOf = ({ specs, suites = [] }: PlaywrightSuite): typeof timed => [
  ...specs.map(({ file, title, tests }) => ({
    name: `e2e/${file} › ${title}`,
    ms: tests.flatMap(({ results: tries }) => tries).reduce((sum, it) => sum + it.duration, 0),
  })),
  ...suites.flatMap(timesOf),
];

/** The tests of a configuration of Vitest. */
function countVitest(report: string, ...options: string[]): void {
  const passed = run(
    'vitest',
    'run',
    ...options,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join('test-results', report)}`,
  );
  count(passed, report, (found: VitestReport) => {
    for (const { name, assertionResults } of found.testResults)
      for (const { fullName, duration } of assertionResults)
        timed.push({ name: `${relative(root, name)} › ${fullName}`, ms: duration ?? 0 });
    return {
      passed: found.numPassedTests,
      failed: found.numFailedTests,
      names: found.testResults.flatMap(({ name, message, assertionResults }) => [
        ...(message ? [`${name}: ${message}`] : []),
        ...assertionResults
          .filter(({ status }) => status === 'failed')
          .map((test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`),
      ]),
    };
  });
}

countVitest('vitest.json');
endPart('tests without a browser');

try {
  await installed;
  needChromium();
  countVitest('components.json', '--config', 'vitest.browser.config.ts');
  endPart('component tests');
  await buildWeb(console.log);
  // Those of details run in `npm run proof screens`.
  const walked = run(
    'playwright',
    'test',
    '-c',
    'e2e/playwright.config.ts',
    '--grep-invert',
    '@detail',
  );
  count(
    walked,
    'e2e.json',
    (found: {
      stats: { expected: number; unexpected: number; flaky: number };
      suites: PlaywrightSuite[];
    }) => {
      timed.push(...found.suites.flatMap(timesOf));
      if (found.stats.flaky)
        console.log(`\n${found.stats.flaky} passed at the second try only: see “flaky” above`);
      return {
        passed: found.stats.expected + found.stats.flaky,
        failed: found.stats.unexpected,
        names: found.suites.flatMap(failedSpecs),
      };
    },
  );
} catch (error) {
  console.error(messageOf(error));
  counts.failed++;
  failures.push(messageOf(error));
}

endPart('end-to-end tests');

const slowest = timed.toSorted((a, b) => b.ms - a.ms).slice(0, listed);
console.log(`\nThe slowest ${slowest.length} of ${timed.length} tests, in seconds:`);
for (const { name, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(6)}  ${name}`);
console.log(`\n${parts.join(', ')}`);

for (const failure of failures) console.log(`\nFailed: ${failure.slice(0, 2000)}`);

console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed ? 1 : 0;
