import { createHash } from 'node:crypto';
import { Transform, Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { asJson } from '../as-json.ts';
import { SetupError } from '../setup-error.ts';
import { fileEntry, manifest, manifestName, tableEntry, type Manifest } from './manifest.ts';
import { required } from '../required.ts';

/**
 * The manifest has a line for each file; the limit stops a small archive that unpacks to more than
 * the memory.
 */
const maxManifestBytes = 64 * 1024 * 1024;

/** A pass-through stream that counts bytes and computes their SHA-256. */
export function createMeter(): Transform & { result(): { sha256: string; bytes: number } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return Object.assign(through, { result: () => ({ sha256: hash.digest('hex'), bytes }) });
}

/** A backup that is open for reading. */
export interface OpenArchive {
  manifest: Manifest;
  read(name: string): Promise<Readable>;
  close(): void;
}

/** @throws SetupError when it is not a backup, or when its manifest does not fit its entries. */
export async function openArchive(path: string): Promise<OpenArchive> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: Error) => {
    throw new SetupError(`${path} cannot be read as a backup: ${error.message}`);
  });
  try {
    // Names that lead out of the folder are errors of the reader.
    const entries = await entriesOf(zip).catch((error: Error) => {
      throw new SetupError(`${path} cannot be read as a backup: ${error.message}`);
    });
    const read = async (name: string): Promise<Readable> => {
      const entry = entries.get(name);
      if (!entry) throw new SetupError(`${path} is not whole: ${name} is missing`);
      return zip.openReadStreamPromise(entry);
    };
    if ((entries.get(manifestName)?.uncompressedSize ?? 0) > maxManifestBytes) {
      throw new SetupError(
        `${path} is no backup: its ${manifestName} is larger than that of a backup`,
      );
    }
    const parsed = manifest.safeParse(asJson(String(await buffer(await read(manifestName)))));
    if (!parsed.success) {
      const where = required(parsed.error.issues[0], 'The issue').path.join('.');
      throw new SetupError(
        `${path} is not a backup that this version can read: ${where} in its manifest`,
      );
    }
    return { manifest: parsed.data, read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Reads the whole archive. @throws SetupError that names the first damaged entry. */
export async function verifyArchive(path: string): Promise<Manifest> {
  const archive = await openArchive(path);
  try {
    const parts = [
      ...archive.manifest.tables.map(({ name, sha256, bytes }) => ({
        name: tableEntry(name),
        sha256,
        bytes,
      })),
      ...archive.manifest.files.map(({ key, sha256, bytes }) => ({
        name: fileEntry(key),
        sha256,
        bytes,
      })),
    ];
    for (const { name, sha256, bytes } of parts) {
      const meter = createMeter();
      const devNull = new Writable({ write: (_chunk, _encoding, done) => done() });
      await pipeline(await archive.read(name), meter, devNull).catch((error: Error) => {
        throw new SetupError(`${path} is damaged: ${name}: ${error.message}`);
      });
      const actual = meter.result();
      if (actual.sha256 !== sha256 || actual.bytes !== bytes)
        throw new SetupError(`${path} is damaged: ${name}`);
    }
    return archive.manifest;
  } finally {
    archive.close();
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}
