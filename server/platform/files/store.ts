import type { Readable } from 'node:stream';

/** The bytes of a file, as they are read, and how many there are. */
export interface FileContent {
  stream: Readable;
  /** Null when a bucket does not say it. */
  size: number | null;
}

/** Where the bytes of uploaded files are kept: a folder, or an S3-compatible bucket. */
export interface FileStore {
  /** Resolves when the bytes are kept for good. @param key such as `student-profile/<uuid>.png`. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Null when there is no such file. */
  get(key: string): Promise<Uint8Array | null>;
  /** The same, piece by piece: a client that reads slowly holds no whole file in memory. */
  read(key: string): Promise<FileContent | null>;
  /** Takes a file away for good; one that is not there is no fault. */
  remove(key: string): Promise<void>;
  /** Every file that is kept, with when it was saved (epoch milliseconds). */
  list(): AsyncGenerator<{ key: string; savedAt: number }>;
  /** At the start: restricts files, also those of an earlier version, to the server's own user. */
  protect(): Promise<void>;
}
