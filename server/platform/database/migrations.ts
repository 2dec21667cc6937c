import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface MigrationFile {
  /** As `kysely_migration` records it. */
  name: string;
  text: string;
  /**
   * Its first line is `-- compatible`: it only expands the schema, and the previous release runs on
   * its database.
   */
  isCompatible: boolean;
}

/** The files of the folder, in order. */
export function readMigrations(folder: string): MigrationFile[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted();
  return files.map((file) => {
    // The bodies of functions are the same on every system.
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    return {
      name: file.slice(0, -'.sql'.length),
      text,
      isCompatible: text.startsWith('-- compatible\n'),
    };
  });
}
