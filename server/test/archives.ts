import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import type { Manifest } from '../platform/backup/manifest.ts';
import type { Connection } from '../platform/database/pool.ts';

type ServerConnection = Exclude<Connection, string>;

/**
 * Copies a backup with a changed manifest and renamed entries; all checksums stay valid.
 * @param rows lines to add to a table, as COPY writes them.
 */
export async function rewriteArchive(
  from: string,
  to: string,
  change: (manifest: Manifest) => void,
  rows: Record<string, string> = {},
): Promise<void> {
  const zip = await fromBufferPromise(await readFile(from));
  const entries: [name: string, bytes: Buffer][] = [];
  for await (const entry of zip.eachEntry())
    entries.push([entry.fileName, await buffer(await zip.openReadStreamPromise(entry))]);
  const manifest = JSON.parse(
    entries.find(([name]) => name === 'manifest.json')![1].toString(),
  ) as Manifest;
  for (const entry of entries) {
    const table = manifest.tables.find(({ name }) => entry[0] === `tables/${name}.copy`);
    const added = table && rows[table.name];
    if (!added) continue;
    entry[1] = Buffer.concat([entry[1], Buffer.from(added)]);
    table.rows += added.split('\n').length - 1;
    table.bytes = entry[1].length;
    table.sha256 = createHash('sha256').update(entry[1]).digest('hex');
  }
  const names = (of: Manifest) => [
    ...of.tables.map(({ name }) => `tables/${name}.copy`),
    ...of.files.map(({ key }) => `files/${key}`),
  ];
  const before = names(manifest);
  change(manifest);
  const after = names(manifest);
  const rewritten = new ZipFile();
  for (const [name, bytes] of entries) {
    if (name === 'manifest.json') continue;
    // The library refuses to write paths with `..`: such entries keep their name.
    const renamed = after.includes(name) ? name : after[before.indexOf(name)]!;
    rewritten.addBuffer(bytes, renamed.includes('..') ? name : renamed);
  }
  rewritten.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json');
  rewritten.end();
  await pipeline(rewritten.outputStream, createWriteStream(to));
}

/** A new empty database. */
export async function createEmptyDatabase(): Promise<ServerConnection> {
  const connection = inject('postgres');
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return { ...connection, database: name };
}

/** The rows of one query, on its own connection. */
export async function queryRows(
  connection: ServerConnection,
  query: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}
