import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { fromBufferPromise } from 'yauzl';
import type { Database } from '../platform/database/pool.ts';

/** Where something was found: a place in words, such as `public.student`. */
export type Found = { value: string; where: string };

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));

/** Values in bytes as UTF-8, in any case; in every entry of an archive or workbook, also one inside another. */
export async function inBytes(bytes: Buffer, values: string[], where: string): Promise<Found[]> {
  const text = bytes.toString('utf8').toLowerCase();
  const found = values.filter((value) => text.includes(value.toLowerCase())).map((value) => ({ value, where }));
  if (!isZip(bytes)) return found;
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    found.push(...(await inBytes(Buffer.from(entry.fileName), values, where)));
    found.push(...(await inBytes(Buffer.concat(parts), values, `${where} › ${entry.fileName}`)));
  }
  return found;
}

/** Every row of every table of every schema that is not PostgreSQL's own: as text, and its bytes unpacked. */
export async function inDatabase(database: Database, values: string[]): Promise<Found[]> {
  const tables = await sql<{ schema: string; name: string; bytes: string[] }>`
    select t.table_schema as schema, t.table_name as name,
      coalesce(array_agg(c.column_name::text) filter (where c.data_type = 'bytea'), '{}') as bytes
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')
    group by 1, 2`.execute(database);
  const found: Found[] = [];
  for (const { schema, name, bytes } of tables.rows) {
    const table = sql.table(`${schema}.${name}`);
    const { rows } = await sql<{ row: string }>`select x::text as row from ${table} x`.execute(database);
    found.push(...(await inBytes(Buffer.from(rows.map(({ row }) => row).join('\n')), values, `${schema}.${name}`)));
    for (const column of bytes) {
      const contents = await sql<{ content: Buffer }>`
        select ${sql.ref(column)} as content from ${table} where ${sql.ref(column)} is not null`.execute(database);
      for (const { content } of contents.rows) found.push(...(await inBytes(content, values, `${schema}.${name}.${column}`)));
    }
  }
  return found;
}

/** Every file below a folder, by its name and its bytes. */
export async function inFolder(folder: string, values: string[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.push(...(await inBytes(Buffer.from(path), values, 'the name of a file')), ...(await inBytes(await readFile(path), values, path)));
  }
  return found;
}
