import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { withinStore, type FileStore } from './store.ts';

/** Readable by this user only. */
const ofFolders = 0o700;
const ofFiles = 0o600;

/** Stores files in a folder of the data folder. */
export function folderStore(folder: string): FileStore {
  return withinStore({
    async put(key, bytes) {
      const path = join(folder, key);
      await mkdir(dirname(path), { recursive: true, mode: ofFolders });
      const draft = `${path}.draft`;
      const file = await open(draft, 'w', ofFiles);
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
    async read(key) {
      const file = await open(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      // The stream closes the file.
      return file && { stream: file.createReadStream(), size: (await file.stat()).size };
    },
    remove: (key) => rm(join(folder, key), { force: true }),
    async protect() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
        () => null,
      );
      if (!entries) return;
      // First, since it closes everything below to other users at once.
      await chmod(folder, ofFolders);
      for (const entry of entries) {
        await chmod(
          join(entry.parentPath, entry.name),
          entry.isDirectory() ? ofFolders : ofFiles,
        ).catch(() => {});
      }
    },
    async *list() {
      const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of names) {
        if (!entry.isFile() || entry.name.endsWith('.draft')) continue;
        const path = join(entry.parentPath, entry.name);
        yield {
          key: relative(folder, path).split(sep).join('/'),
          savedAt: (await stat(path)).mtimeMs,
        };
      }
    },
  });
}
