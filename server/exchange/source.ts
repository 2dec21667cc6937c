import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Duplex, type Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';

/** What archives of other systems may have (R-ROSTER-9). */
export const archiveLimits = {
  /** Bytes of the archive, and of all that is in it. */
  packedBytes: 200 * 1024 * 1024,
  unpackedBytes: 1024 * 1024 * 1024,
  /** Bytes that one byte of the archive may become; counted above `ratioFrom` bytes of a file. */
  ratio: 100,
  ratioFrom: 1024 * 1024,
} as const;
const limits = archiveLimits;

/** A file of the import, by the name that the format gives it. */
export interface SourceFile {
  /** Such as `users.csv`, without the folders of the archive. */
  name: string;
  open(): Promise<Readable>;
}

export interface Source {
  files: Map<string, SourceFile>;
  /** Names of files that are of none of the kinds. */
  ignored: string[];
  close(): void;
}

/** An archive or folder that is not read: what is wrong with it, and with which of its files. */
export class SourceError extends Error {
  readonly file: string;
  constructor(file: string, reason: string) {
    super(reason);
    this.file = file;
  }
}

export interface SourceKind {
  /** The endings of the files that are read. */
  endings: RegExp;
  /** Files that the archive may have. */
  entries: number;
}

/** Opens a folder or an archive within the limits. @throws SourceError. */
export async function openSource(path: string, kind: SourceKind): Promise<Source> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new SourceError('-', 'the file or folder does not exist');
  return found.isDirectory() ? openFolder(path, kind) : openArchive(path, found.size, kind);
}

/** Like `pipe`, but errors go on to the end of the chain, and who leaves off there ends all of it. */
export function chain<To extends Duplex>(from: Readable, to: To): To {
  from.on('error', (error) => to.destroy(error));
  to.on('close', () => from.destroy());
  return from.pipe(to);
}

const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024).toLocaleString('en')} MB`;

async function openFolder(folder: string, { endings }: SourceKind): Promise<Source> {
  const files = new Map<string, SourceFile>();
  const ignored: string[] = [];
  const meter = createTotal();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isFile() || !endings.test(name)) ignored.push(name);
    else
      files.set(name, {
        name,
        open: async () => {
          const handle = await open(join(folder, name));
          return chain(createReadStream('', { fd: handle }), meter(name));
        },
      });
  }
  return { files, ignored, close: () => {} };
}

async function openArchive(path: string, size: number, kind: SourceKind): Promise<Source> {
  if (size === 0) throw new SourceError('-', 'The file is empty');
  if (size > limits.packedBytes)
    throw new SourceError('-', `the archive is larger than ${inMegabytes(limits.packedBytes)}`);
  const zip = await openPromise(path, { autoClose: false }).catch(async (error: Error) => {
    throw new SourceError('-', await whyNoArchive(path, error));
  });
  try {
    return await filesOf(zip, kind);
  } catch (error) {
    zip.close();
    if (error instanceof SourceError) throw error;
    throw new SourceError('-', await whyNoArchive(path, error as Error));
  }
}

/** One that begins as an archive is damaged, or not whole; another is none. */
async function whyNoArchive(path: string, { message }: Error): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === 'PK'
      ? `The ZIP file cannot be read: ${message}`
      : 'This is not a ZIP file';
  } finally {
    await handle.close();
  }
}

/**
 * The files of an archive by the last part of their names, which is compared and never used as a path;
 * an archive of a folder is as good as one of its files.
 */
async function filesOf(zip: ZipFile, { endings, entries }: SourceKind): Promise<Source> {
  if (zip.entryCount > entries)
    throw new SourceError('-', `the archive has more than ${entries.toLocaleString('en')} files`);
  const files = new Map<string, SourceFile>();
  const ignored: string[] = [];
  const meter = createTotal();
  let declared = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.split(/[/\\]/).at(-1) ?? '';
    if (name === '' || entry.fileName.startsWith('__MACOSX/')) continue;
    if (!endings.test(name)) {
      ignored.push(name);
      continue;
    }
    if (files.has(name))
      throw new SourceError(entry.fileName, 'the archive has two files of this name');
    if (entry.isEncrypted()) throw new SourceError(name, 'the file is encrypted');
    declared += entry.uncompressedSize;
    checkDeclared(name, entry, declared);
    files.set(name, {
      name,
      open: async () => chain(await zip.openReadStreamPromise(entry), meter(name, entry)),
    });
  }
  return { files, ignored, close: () => zip.close() };
}

/** The sizes that the archive itself names; what really comes out is counted as well. */
function checkDeclared(name: string, entry: Entry, declared: number): void {
  if (declared > limits.unpackedBytes) throw tooLarge(name);
  checkRatio(name, entry, entry.uncompressedSize);
}

function checkRatio(name: string, { compressedSize }: Entry, bytes: number): void {
  if (bytes > limits.ratioFrom && bytes > compressedSize * limits.ratio)
    throw new SourceError(name, `the file unpacks to more than ${limits.ratio} times its size`);
}

const tooLarge = (name: string) =>
  new SourceError(name, `the files are larger than ${inMegabytes(limits.unpackedBytes)} together`);

/** Counts what comes out of all files, since an archive may name wrong sizes. */
function createTotal(): (name: string, entry?: Entry) => Transform {
  let total = 0;
  return (name, entry) => {
    let bytes = 0;
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        total += chunk.length;
        bytes += chunk.length;
        try {
          if (total > limits.unpackedBytes) throw tooLarge(name);
          if (entry) checkRatio(name, entry, bytes);
          done(null, chunk);
        } catch (error) {
          done(error as Error);
        }
      },
    });
  };
}
