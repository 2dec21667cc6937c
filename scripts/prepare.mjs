// Runs on any Node from 20: installs packages that are missing or outdated; those of tests only where they are needed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const windows = process.platform === 'win32';
const stamp = join(root, 'node_modules', '.attendance-lock');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const current = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

// `npm start` and `npm run import` do without the packages of tests and of developers.
const runs = ['prestart', 'preimport'].includes(process.env.npm_lifecycle_event ?? '');
const forRun = ' run';
// An installation that has them keeps them.
const isPartial = runs && (current === '' || current.endsWith(forRun));
const isEnough = current === lock || (runs && current === lock + forRun);

function npm(...args) {
  const script = process.env.npm_execpath;
  const [command, first] = script
    ? [process.execPath, [script]]
    : [windows ? 'npm.cmd' : 'npm', []];
  try {
    execFileSync(command, [...first, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: !script && windows,
    });
  } catch {
    console.error(
      'npm could not install the packages; its output is above. Is the package registry reachable?',
    );
    process.exit(1);
  }
}

if (!isEnough) {
  console.log('Installing what Attendance is made of …');
  // Not `npm ci`: it refuses a lock file without the packages that other platforms would need, and not every
  // registry has them all. Versions and integrity come from the lock file all the same, and it stays as it is.
  npm(
    'install',
    '--no-save',
    isPartial ? '--omit=dev' : '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  );
}

const node = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node');
// npm before 11 does not link it.
const own = ['node', 'node-bin']
  .map((name) => join('..', `${name}-${process.platform}-${process.arch}`, 'bin', 'node'))
  .find((path) => existsSync(join(dirname(node), path)));
if (!windows && own && !existsSync(node)) symlinkSync(own, node);
let version = '';
try {
  version = execFileSync(node, ['--version'], { encoding: 'utf8', shell: windows }).trim();
} catch {
  version = existsSync(node) ? '' : process.version;
}
if (Number(version.slice(1).split('.')[0]) < 26) {
  console.error(
    `Node 26 did not come with the packages for ${process.platform}-${process.arch}. Delete node_modules and try again, or install Node 26 yourself.`,
  );
  process.exit(1);
}
if (!isEnough) writeFileSync(stamp, isPartial ? lock + forRun : lock);
