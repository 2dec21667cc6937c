import { createHash } from 'node:crypto';
import { Transform, Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { asJson } from '../as-json.ts';
import { SetupError } from '../setup-error.ts';
import { fileEntry, manifest, manifestName, tableEntry, type Manifest } from './manifest.ts';

/** A line for each file: hundreds of thousands of them. What a few kilobytes of an archive unpack to must not fill the memory. */
const maxManifestBytes = 64 * 1024 * 1024;

/** Passes bytes on and tells afterwards how many there were, and their SHA-256. */
export function measuring(): Transform & { told(): { sha256: string; bytes: number } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return Object.assign(through, { told: () => ({ sha256: hash.digest('hex'), bytes }) });
}

/** A backup that is read: its manifest, and the bytes of its entries. */
export interface OpenArchive {
  manifest: Manifest;
  read(name: string): Promise<Readable>;
  close(): void;
}

/** @throws SetupError when it is no backup, or when what it says of its parts is not what they are. */
export async function openArchive(path: string): Promise<OpenArchive> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: Error) => {
    throw new SetupError(`${path} cannot be read as a backup: ${error.message}`);
  });
  try {
    const entries = await entriesOf(zip);
    const read = async (name: string): Promise<Readable> => {
      const entry = entries.get(name);
      if (!entry) throw new SetupError(`${path} is not whole: ${name} is missing`);
      return zip.openReadStreamPromise(entry);
    };
    if ((entries.get(manifestName)?.uncompressedSize ?? 0) > maxManifestBytes) {
      throw new SetupError(`${path} is no backup: its ${manifestName} is larger than that of a backup`);
    }
    const parsed = manifest.safeParse(asJson(String(await buffer(await read(manifestName)))));
    if (!parsed.success) {
      const where = parsed.error.issues[0]!.path.join('.');
      throw new SetupError(`${path} is not a backup that this version can read: ${where} in its manifest`);
    }
    return { manifest: parsed.data, read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Reads every byte of it. @throws SetupError that names the first part that is not as it was written. */
export async function verifyArchive(path: string): Promise<Manifest> {
  const archive = await openArchive(path);
  try {
    const parts = [
      ...archive.manifest.tables.map(({ name, sha256, bytes }) => ({ name: tableEntry(name), sha256, bytes })),
      ...archive.manifest.files.map(({ key, sha256, bytes }) => ({ name: fileEntry(key), sha256, bytes })),
    ];
    for (const { name, sha256, bytes } of parts) {
      const measured = measuring();
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
      await pipeline(await archive.read(name), measured, nowhere).catch((error: Error) => {
        throw new SetupError(`${path} is damaged: ${name}: ${error.message}`);
      });
      const told = measured.told();
      if (told.sha256 !== sha256 || told.bytes !== bytes) throw new SetupError(`${path} is damaged: ${name}`);
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
