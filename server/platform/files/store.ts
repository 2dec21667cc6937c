import type { Readable } from 'node:stream';

/** A stream of a file's bytes, and their number. */
export interface FileContent {
  stream: Readable;
  /** Null when a bucket does not report it. */
  size: number | null;
}

/** Storage for uploaded files: a folder, or an S3-compatible bucket. */
export interface FileStore {
  /** Resolves when the bytes are on disk. @param key such as `student-profile/<uuid>.png`. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Null when there is no such file. */
  get(key: string): Promise<Uint8Array | null>;
  /** The file as a stream, so that slow clients hold no whole file in memory. */
  read(key: string): Promise<FileContent | null>;
  /** Deletes a file; no error when it does not exist. */
  remove(key: string): Promise<void>;
  /** All stored files with time of upload (epoch milliseconds). */
  list(): AsyncGenerator<{ key: string; savedAt: number }>;
  /** At the start: restricts permissions of all files to the server's user. */
  protect(): Promise<void>;
}

const fileKey = /^[a-z][a-z-]*\/[\w-]+\.\w+$/;
/**
 * Whether it is the key of an uploaded file, which is also its path in a folder, a bucket or an
 * archive.
 */
export const isFileKey = (key: string): boolean => fileKey.test(key);

/**
 * A store that reads and removes nothing outside itself: a restored backup may hold any text as the
 * key of a file.
 */
export const withinStore = (store: FileStore): FileStore => ({
  async put(key, bytes, type) {
    if (!isFileKey(key)) throw new Error(`${key} is no key of a file.`);
    await store.put(key, bytes, type);
  },
  get: async (key) => (isFileKey(key) ? store.get(key) : null),
  read: async (key) => (isFileKey(key) ? store.read(key) : null),
  async remove(key) {
    if (isFileKey(key)) await store.remove(key);
  },
  async *list() {
    for await (const file of store.list()) if (isFileKey(file.key)) yield file;
  },
  protect: () => store.protect(),
});
