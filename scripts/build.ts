// Builds the web application into dist/web when its sources changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist', 'web');
const stampFile = join(root, 'dist', 'web.stamp');

/** Builds what is stale. @returns whether anything was built. */
export async function buildWeb(say: (line: string) => void): Promise<boolean> {
  const stamp = fingerprint();
  if (existsSync(join(target, 'index.html')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false;
  say('Building the web application …');
  const draft = `${target}.${process.pid}`;
  const { build } = await import('vite');
  const { NODE_ENV } = process.env;
  await build({ root: join(root, 'web'), configFile: join(root, 'vite.config.ts'), logLevel: 'error', build: { outDir: draft, emptyOutDir: true } });
  // Vite sets it for the whole process; the server that starts next must not take that for its own setting.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  await compressAll(draft);
  rmSync(target, { recursive: true, force: true });
  renameSync(draft, target);
  writeFileSync(stampFile, stamp);
  return true;
}

function fingerprint(): string {
  const files = globSync(['web/**/*', 'contract/**/*', 'vite.config.ts', 'postcss.config.cjs', 'package-lock.json'], { cwd: root }).sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Compressed once here, so that no request waits for it. */
async function compressAll(folder: string): Promise<void> {
  const text = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest']);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile() && text.has(extname(entry.name)));
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = await readFile(path);
      if (bytes.length < 1024) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

if (import.meta.main) await buildWeb(console.log);
