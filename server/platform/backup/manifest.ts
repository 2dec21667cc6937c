import { z } from 'zod';

const entry = z.object({ sha256: z.string(), bytes: z.number() });

/** What a backup says of itself; the last entry of the archive, `manifest.json`. */
export const manifest = z.object({
  format: z.literal(1),
  /** ISO 8601 UTC: the moment whose data it holds. */
  made_at: z.string(),
  /** The migrations that the database had, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(entry.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  /** The last number that each table's identity has given out. */
  identities: z.array(z.object({ table: z.string(), column: z.string(), last: z.number() })),
  files: z.array(entry.extend({ key: z.string(), type: z.string() })),
});
export type Manifest = z.output<typeof manifest>;

export const manifestName = 'manifest.json';
export const tableEntry = (name: string): string => `tables/${name}.copy`;
export const fileEntry = (key: string): string => `files/${key}`;
