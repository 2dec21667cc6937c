import { z } from 'zod';

const entry = z.object({ sha256: z.string(), bytes: z.number() });

/** Names go into statements and paths: whoever wrote the archive must not write those as well. */
const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const fileKey = z.string().regex(/^[a-z][a-z-]*\/[\w-]+\.\w+$/);
/** Whether it is the key of an uploaded file, which is also its path in the archive. */
export const isFileKey = (key: string): boolean => fileKey.safeParse(key).success;

/** What a backup says of itself; the last entry of the archive, `manifest.json`. */
export const manifest = z.object({
  format: z.literal(1),
  /** ISO 8601 UTC: the moment whose data it holds. */
  made_at: z.string(),
  /** The migrations that the database had, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(entry.extend({ name, columns: z.array(name).min(1), rows: z.number() })),
  /** The last number that each table's identity has given out. */
  identities: z.array(z.object({ table: name, column: name, last: z.number().int().nonnegative() })),
  files: z.array(entry.extend({ key: fileKey, type: z.string() })),
});
export type Manifest = z.output<typeof manifest>;

export const manifestName = 'manifest.json';
export const tableEntry = (name: string): string => `tables/${name}.copy`;
export const fileEntry = (key: string): string => `files/${key}`;
