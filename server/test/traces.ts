import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { fromBufferPromise } from 'yauzl';
import type { Database } from '../platform/database/pool.ts';

/** A value and where it was found, such as `public.student`. */
export type Trace = { value: string; where: string };

const isZip = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));

/**
 * Finds values in UTF-8 bytes, case-insensitively; in archives and workbooks in every entry,
 * recursively.
 */
export async function findInBytes(
  bytes: Buffer,
  values: string[],
  where: string,
): Promise<Trace[]> {
  const text = bytes.toString('utf8').toLowerCase();
  const found = values
    .filter((value) => text.includes(value.toLowerCase()))
    .map((value) => ({ value, where }));
  if (!isZip(bytes)) return found;
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    found.push(...(await findInBytes(Buffer.from(entry.fileName), values, where)));
    found.push(
      ...(await findInBytes(Buffer.concat(parts), values, `${where} › ${entry.fileName}`)),
    );
  }
  return found;
}

/**
 * Searches every row of every table outside PostgreSQL's own schemas: as text, and binary columns
 * unpacked.
 */
export async function findInDatabase(database: Database, values: string[]): Promise<Trace[]> {
  const tables = await sql<{ schema: string; name: string; bytes: string[] }>`
    select t.table_schema as schema, t.table_name as name,
      coalesce(array_agg(c.column_name::text) filter (where c.data_type = 'bytea'), '{}') as bytes
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')
    group by 1, 2`.execute(database);
  const found: Trace[] = [];
  for (const { schema, name, bytes } of tables.rows) {
    const table = sql.table(`${schema}.${name}`);
    const { rows } = await sql<{ row: string }>`select x::text as row from ${table} x`.execute(
      database,
    );
    found.push(
      ...(await findInBytes(
        Buffer.from(rows.map(({ row }) => row).join('\n')),
        values,
        `${schema}.${name}`,
      )),
    );
    for (const column of bytes) {
      const contents = await sql<{ content: Buffer }>`
        select ${sql.ref(column)} as content from ${table} where ${sql.ref(column)} is not null`.execute(
        database,
      );
      for (const { content } of contents.rows)
        found.push(...(await findInBytes(content, values, `${schema}.${name}.${column}`)));
    }
  }
  return found;
}

/** Searches every file below a folder: path and content. */
export async function findInFolder(folder: string, values: string[]): Promise<Trace[]> {
  const found: Trace[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.push(
      ...(await findInBytes(Buffer.from(path), values, 'the name of a file')),
      ...(await findInBytes(await readFile(path), values, path)),
    );
  }
  return found;
}
