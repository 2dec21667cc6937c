// npm run release -- --key FILE [--out FOLDER]: the archive of this version, its container image where
// docker or podman is installed, and their checksums, signed with an SSH key.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { messageOf } from '#server/platform/error-details.ts';
import { buildWeb } from './build.ts';
import { runTimeManifest, type Manifest } from './run-time-manifest.ts';

const root = join(import.meta.dirname, '..');
/** What signatures are for; who verifies names it as well. */
const namespace = 'attendance-release';
/** These files cannot work in the archive, or are for developers alone; the image is built from a checkout. */
const ofDevelopers = [
  'web',
  'e2e',
  'bench',
  'drills',
  'server/test',
  '*.test.ts',
  'vitest*.config.ts',
  'Dockerfile',
  '.dockerignore',
  '.ci',
  '.github',
  '.vscode',
  'cspell.json',
  'knip.json',
  '.oxlintrc.json',
  '.oxfmtrc.json',
  '.squawk.toml',
  '.git-blame-ignore-revs',
  'postcss.config.cjs',
];
/** The scripts of package.json that work there. */
const itsScripts = ['prestart', 'start', 'preimport', 'import'];

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The part of the changelog about a version, without its heading. */
function notesOf(version: string): string {
  const parts = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const part = parts.find(
    (text) => text.startsWith(`${version} `) || text.startsWith(`${version}\n`),
  );
  if (!part)
    throw new Error(
      `CHANGELOG.md has no section "## ${version}": rename "Unreleased", and say under "### Upgrading" what operators do.`,
    );
  if (!/^### Upgrading$/m.test(part))
    throw new Error(`CHANGELOG.md, ${version}: "### Upgrading" is missing.`);
  return part.slice(part.indexOf('\n')).trim();
}

/** The tracked files and the built web application, as `attendance-VERSION.tar.gz`. */
async function packArchive(version: string, commit: string, out: string): Promise<string> {
  const name = `attendance-${version}`;
  const stage = mkdtempSync(join(tmpdir(), 'attendance-release-'));
  try {
    const folder = join(stage, name);
    mkdirSync(folder);
    const tracked = join(stage, 'tracked.tar');
    git('archive', '--output', tracked, commit, '--', '.', ...ofDevelopers.map((it) => `:!${it}`));
    execFileSync('tar', ['-xf', tracked, '-C', folder]);
    cpSync(join(root, 'dist', 'web'), join(folder, 'dist', 'web'), { recursive: true });
    const manifest = join(folder, 'package.json');
    const { scripts, ...others } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      scripts: Record<string, string>;
    } & Manifest;
    const its = Object.entries(scripts).filter(([script]) => itsScripts.includes(script));
    writeFileSync(
      manifest,
      `${JSON.stringify({ ...runTimeManifest(others), scripts: Object.fromEntries(its) }, null, 2)}\n`,
    );
    // With it nothing is built at the start.
    writeFileSync(join(folder, 'release.json'), `${JSON.stringify({ version, commit })}\n`);
    const archive = join(out, `${name}.tar.gz`);
    // The same bytes for the same commit.
    const time = git('log', '-1', '--format=%cI', commit);
    execFileSync('tar', [
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=go=rX,u+rw',
      `--mtime=${time}`,
      '--use-compress-program=gzip -9n',
      '-cf',
      archive,
      '-C',
      stage,
      name,
    ]);
    return archive;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The image as an archive that docker and podman load; null where neither of them works. */
function packImage(version: string, out: string): string | null {
  const tool = ['docker', 'podman'].find((name) => spawnSync(name, ['info']).status === 0);
  if (!tool) return null;
  const tag = `attendance:${version}`;
  const file = join(out, `attendance-${version}-image.tar`);
  const build = process.env.IMAGE_BUILD_OPTIONS?.split(' ') ?? [];
  execFileSync(tool, ['build', ...build, '--tag', tag, '.'], { cwd: root, stdio: 'inherit' });
  rmSync(file, { force: true });
  execFileSync(tool, ['save', '--output', file, tag], { stdio: 'inherit' });
  return file;
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return `${hash.digest('hex')}  ${basename(file)}\n`;
}

async function release(key: string, out: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  if (git('status', '--porcelain')) throw new Error('There are changes that are not committed.');
  const commit = git('rev-parse', 'HEAD');
  const notes = notesOf(version);
  mkdirSync(out, { recursive: true });
  await buildWeb(console.log);
  const archive = await packArchive(version, commit, out);
  const image = packImage(version, out);
  if (!image)
    console.log('No image: neither docker nor podman runs here. The rest is made without it.');
  const notesFile = join(out, `attendance-${version}-notes.md`);
  writeFileSync(notesFile, `# Attendance ${version}\n\n${notes}\n`);
  const sums = join(out, 'SHA256SUMS');
  const files = [archive, notesFile, ...(image ? [image] : [])];
  writeFileSync(sums, (await Promise.all(files.map((file) => checksumOf(file)))).join(''));
  rmSync(`${sums}.sig`, { force: true });
  execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', namespace, sums]);
  console.log([...files, sums, `${sums}.sig`].join('\n'));
}

const { values } = parseArgs({ options: { key: { type: 'string' }, out: { type: 'string' } } });
if (!values.key) {
  console.error('npm run release -- --key FILE [--out FOLDER]: FILE is the SSH key that signs.');
  process.exit(2);
}
try {
  await release(resolve(values.key), resolve(values.out ?? join(root, 'dist', 'release')));
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
