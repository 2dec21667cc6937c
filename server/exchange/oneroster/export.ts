import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { ZipFile } from 'yazl';
import { openSnapshot, type Snapshot } from '#server/platform/database/copy-out.ts';
import type { Connection, Database } from '#server/platform/database/pool.ts';
import { exportedFiles, exportQuery } from './export-queries.ts';
import { otherFiles, rosterFiles, rosterFormat, type RosterFile } from './format.ts';
import { systemCode } from './manifest.ts';
import { prepareOwnIds } from './own-ids.ts';

interface Exporting {
  connection: Connection;
  database: Database;
  /** The name of the institute. */
  title: string;
  /** The institute's date. */
  today: string;
  /** ISO instant. */
  now: string;
}

/**
 * The institute as an archive of OneRoster 1.2 (R-ROSTER-10), from one view of the database and written while it
 * is read. Text that a spreadsheet would take for a formula stays as it is: another system reads the files, for
 * which an apostrophe would be part of a name or sourcedId. Numbers, dates and sourcedIds are none.
 */
export async function exportRoster({
  connection,
  database,
  title,
  today,
  now,
}: Exporting): Promise<NodeJS.ReadableStream> {
  await prepareOwnIds(database);
  const snapshot = await openSnapshot(connection, database);
  const zip = new ZipFile();
  const options = { mtime: new Date(now) };
  zip.addBuffer(Buffer.from(manifestOf(title)), 'manifest.csv', options);
  for (const file of exportedFiles) {
    const make = () => Readable.from(linesOf(snapshot, file, title, today), { objectMode: false });
    zip.addReadStreamLazy(`${file}.csv`, options, (give) =>
      // An incomplete file must not look complete.
      give(
        null,
        make().on('error', (error) => zip.outputStream.emit('error', error)),
      ),
    );
  }
  zip.end();
  const { outputStream } = zip;
  let whole = false;
  outputStream.once('end', () => {
    whole = true;
    void snapshot.close(true).catch(() => {});
  });
  outputStream.once('error', () => void snapshot.close(false));
  outputStream.once('close', () => {
    if (!whole) void snapshot.close(false);
  });
  return outputStream;
}

async function* linesOf(
  snapshot: Snapshot,
  file: RosterFile,
  title: string,
  today: string,
): AsyncGenerator<Buffer> {
  const columns = Object.keys(rosterFormat['1.2'][file] ?? {});
  yield Buffer.from(`${columns.join(',')}\n`);
  yield* snapshot.linesOf(exportQuery(file, { title, today }));
}

function manifestOf(title: string): string {
  const exported = new Set<string>(exportedFiles);
  const names = [...rosterFiles, ...otherFiles].toSorted((a, b) => a.localeCompare(b));
  return stringify([
    ['propertyName', 'value'],
    ['manifest.version', '1.0'],
    ['oneroster.version', '1.2'],
    ...names.map((name) => [`file.${name}`, exported.has(name) ? 'bulk' : 'absent']),
    ['source.systemName', title],
    ['source.systemCode', systemCode],
  ]);
}
