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

type Place = Exclude<Connection, string>;

/** A copy of a backup whose manifest, and the names of whose entries, somebody has changed. Every checksum still holds. */
export async function craft(from: string, to: string, change: (manifest: Manifest) => void): Promise<void> {
  const zip = await fromBufferPromise(await readFile(from));
  const entries: [name: string, bytes: Buffer][] = [];
  for await (const entry of zip.eachEntry()) entries.push([entry.fileName, await buffer(await zip.openReadStreamPromise(entry))]);
  const manifest = JSON.parse(entries.find(([name]) => name === 'manifest.json')![1].toString()) as Manifest;
  const names = (of: Manifest) => [...of.tables.map(({ name }) => `tables/${name}.copy`), ...of.files.map(({ key }) => `files/${key}`)];
  const before = names(manifest);
  change(manifest);
  const after = names(manifest);
  const crafted = new ZipFile();
  for (const [name, bytes] of entries) {
    if (name === 'manifest.json') continue;
    // Paths that an archive must not have would not be written by this library either.
    const renamed = after.includes(name) ? name : after[before.indexOf(name)]!;
    crafted.addBuffer(bytes, renamed.includes('..') ? name : renamed);
  }
  crafted.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json');
  crafted.end();
  await pipeline(crafted.outputStream, createWriteStream(to));
}

/** An empty database of its own. */
export async function emptyDatabase(): Promise<Place> {
  const place = inject('postgres');
  const name = `empty_${Math.random().toString(36).slice(2)}`;
  const client = new pg.Client({ ...place, database: 'postgres' });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return { ...place, database: name };
}

/** The rows of one query, on a connection that is closed again. */
export async function ask(place: Place, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(place);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}

/** `DATABASE_URL` of a test's database. */
export function addressOf({ host, port, user, database, password }: Place): string {
  const parameters = new URLSearchParams({ host, port: String(port), user, ...(password && { password }) });
  return `postgres:///${database}?${parameters.toString()}`;
}
