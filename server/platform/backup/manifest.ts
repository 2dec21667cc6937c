import { z } from 'zod';
import { isFileKey } from '../files/store.ts';

const entry = z.object({ sha256: z.string(), bytes: z.number() });

/**
 * Names become part of statements, paths and terminal output, so a crafted archive must not contain
 * others.
 */
const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const fileKey = z.string().refine(isFileKey, 'is no key of a file');

/** Above the upload limit: a restore reads each file into memory, so an archive must not unpack to more. */
const maxFileBytes = 32 * 1024 * 1024;

/** The description of a backup; the last entry of the archive, `manifest.json`. */
export const manifest = z.object({
  format: z.literal(1),
  /** ISO 8601 UTC: the time of the snapshot. */
  made_at: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  /** The applied migrations, in order. */
  migrations: z.array(z.string().regex(/^[\w-]+$/)).min(1),
  tables: z.array(entry.extend({ name, columns: z.array(name).min(1), rows: z.number() })),
  /** The last value of each identity column. */
  identities: z.array(
    z.object({ table: name, column: name, last: z.number().int().nonnegative() }),
  ),
  files: z.array(
    entry.extend({ key: fileKey, type: z.string(), bytes: z.number().max(maxFileBytes) }),
  ),
});
export type Manifest = z.output<typeof manifest>;

export const manifestName = 'manifest.json';
export const tableEntry = (name: string): string => `tables/${name}.copy`;
export const fileEntry = (key: string): string => `files/${key}`;
