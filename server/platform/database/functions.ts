import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from './pool.ts';

interface FunctionFile {
  /** The function's name, unique without its parameters. */
  name: string;
  text: string;
  /** Recorded as the function's comment: a function that a migration has recreated has none. */
  checksum: string;
}

/** The functions of this version, with their triggers as far as no migration has made them. */
export function readFunctions(folder: string): FunctionFile[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted();
  return files.map((file) => {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    return {
      name: file.slice(0, -'.sql'.length),
      text,
      checksum: createHash('sha256').update(text).digest('hex'),
    };
  });
}

const files = readFunctions(join(import.meta.dirname, 'functions'));

/** Of all functions: the newest migration that names it prevents older versions from restoring theirs. */
export const functionsChecksum = createHash('sha256')
  .update(files.map(({ checksum }) => checksum).join())
  .digest('hex')
  .slice(0, 16);

/** The functions whose file differs from what was applied. */
export async function changedFunctions(database: Database): Promise<FunctionFile[]> {
  const { rows } = await sql<{ name: string; checksum: string | null }>`
    select proname as name, obj_description(oid, 'pg_proc') as checksum from pg_proc
    where pronamespace = 'public'::regnamespace`.execute(database);
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  return files.filter(({ name, checksum }) => applied.get(name) !== checksum);
}

/** Applies the changed functions in one transaction; several processes may call it concurrently. */
export async function applyFunctions(database: Database): Promise<void> {
  if ((await changedFunctions(database)).length === 0) return;
  await database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('attendance.functions'))`.execute(trx);
    // A function may call one that is applied after it.
    await sql`set local check_function_bodies = off`.execute(trx);
    for (const { name, text, checksum } of await changedFunctions(trx)) {
      await sql.raw(text).execute(trx);
      await sql`comment on function ${sql.id(name)} is ${sql.lit(checksum)}`.execute(trx);
    }
  });
}
