// Builds the web application into dist/web when its sources changed since the last build.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist', 'web');
const stampFile = join(root, 'dist', 'web.stamp');

/**
 * Builds stale outputs in a child process, so that its memory is released.
 * @returns whether anything was built.
 * @throws Error when the build fails, with its output.
 */
export async function buildWeb(log: (line: string) => void): Promise<boolean> {
  if (isFresh(fingerprint())) return false;
  log('Building the web application …');
  // Started by a test runner it would inherit NODE_ENV=test, and bundle the libraries' development version.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, [import.meta.filename], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
  if (code !== 0) throw new Error('The web application could not be built.');
  return true;
}

const isFresh = (stamp: string): boolean =>
  existsSync(join(target, 'index.html')) &&
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === stamp;

async function buildHere(): Promise<void> {
  const stamp = fingerprint();
  if (isFresh(stamp)) return;
  const draft = `${target}.${process.pid}`;
  const { build } = await import('vite');
  await build({
    root: join(root, 'web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: draft, emptyOutDir: true },
  });
  for (const name of ['student', 'door'])
    await build({
      root: join(root, 'web', name),
      configFile: join(root, `vite.${name}.config.ts`),
      logLevel: 'error',
      build: { outDir: join(draft, name), emptyOutDir: true },
    });
  await compressAll(draft);
  rmSync(target, { recursive: true, force: true });
  renameSync(draft, target);
  writeFileSync(stampFile, stamp);
}

function fingerprint(): string {
  const files = globSync(
    [
      'web/**/*',
      'contract/**/*',
      'docs/guide/**/*',
      'vite.config.ts',
      'vite.student.config.ts',
      'vite.door.config.ts',
      'postcss.config.cjs',
      'package-lock.json',
    ],
    { cwd: root },
  ).sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Compressed once here, so that no request waits for it. */
async function compressAll(folder: string): Promise<void> {
  const compressible = new Set([
    '.js',
    '.css',
    '.html',
    '.svg',
    '.json',
    '.webmanifest',
    '.ttf',
    '.wasm',
  ]);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && compressible.has(extname(entry.name)),
  );
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = await readFile(path);
      if (bytes.length < 1024) return;
      // Fonts of PDFs and the reading of codes are loaded now and then, and took half of the time.
      const isRare = ['.ttf', '.wasm'].includes(extname(entry.name));
      const params = { [constants.BROTLI_PARAM_QUALITY]: isRare ? 9 : 11 };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

if (import.meta.main) await buildHere();
