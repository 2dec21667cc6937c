import { closeSync, openSync, writeSync } from 'node:fs';

/** Fills the disk to the last byte, with one file. */
export function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = 1024 * 1024; size >= 512;) {
      try {
        writeSync(file, Buffer.alloc(size));
      } catch {
        size /= 2;
      }
    }
  } finally {
    closeSync(file);
  }
}
