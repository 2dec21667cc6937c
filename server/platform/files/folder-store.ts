import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { FileStore } from './store.ts';

/** Files in a folder of the data folder. Keys are the server's own, never a caller's text. */
export function folderStore(folder: string): FileStore {
  return {
    async put(key, bytes) {
      const path = join(folder, key);
      await mkdir(dirname(path), { recursive: true });
      const draft = `${path}.draft`;
      const file = await open(draft, 'w');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    },
    get: (key) =>
      readFile(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    remove: (key) => rm(join(folder, key), { force: true }),
    async *list() {
      const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of names) {
        if (!entry.isFile() || entry.name.endsWith('.draft')) continue;
        const path = join(entry.parentPath, entry.name);
        yield { key: relative(folder, path).split(sep).join('/'), savedAt: (await stat(path)).mtimeMs };
      }
    },
  };
}
