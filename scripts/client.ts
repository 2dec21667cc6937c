import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { endpointsOfBrowser } from '#web/build/endpoints.ts';

const folder = fileURLToPath(new URL('../client/', import.meta.url));
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));

/**
 * Builds the client for programs of others: one JavaScript file with the methods and paths of the calls,
 * and the types of the contract beside it.
 * @param into the folder, which is replaced.
 */
export async function buildClient(into: string = join(folder, 'dist')): Promise<void> {
  await rm(into, { recursive: true, force: true });
  await build({
    configFile: false,
    logLevel: 'warn',
    root: folder,
    plugins: [endpointsOfBrowser()],
    build: {
      outDir: into,
      emptyOutDir: true,
      minify: false,
      target: 'es2022',
      lib: { entry: join(folder, 'src/index.ts'), formats: ['es'], fileName: 'index' },
    },
  });
  const project = join(folder, 'tsconfig.build.json');
  await promisify(execFile)(process.execPath, [compiler, '-p', project, '--outDir', into]);
  await nameDeclarations(into);
}

/** What imports a source file by its name means the declarations beside it. */
async function nameDeclarations(into: string): Promise<void> {
  const files = await readdir(into, { recursive: true });
  for (const name of files.filter((file) => file.endsWith('.d.ts'))) {
    const file = join(into, name);
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replaceAll(/(from\s+|import\(|import\s+)(["'])(\.{1,2}\/[^"']+)\.ts\2/g, '$1$2$3.js$2'),
    );
  }
}

if (import.meta.main) await buildClient();
