import { fromBufferPromise } from 'yauzl';
import { buffer } from 'node:stream/consumers';
import { decodeText } from '#contract/text-encoding.ts';
import { readAsc } from './asc.ts';
import { isAsc } from './asc-rows.ts';
import { gpuFiles, isGpu001, readUntis, type GpuFile } from './untis.ts';
import { ProgramError, type Program } from './program.ts';

/** The unpacked size of all files of an archive, in bytes. */
const maxUnpacked = 50 * 1024 * 1024;
const maxEntries = 200;

/**
 * The timetable of another program in a file: aSc Timetables XML, `GPU001.TXT` of Untis, or an archive of
 * either.
 * @returns null for a file that is neither.
 * @throws ProgramError for one that cannot be read.
 */
export async function programOf(bytes: Uint8Array): Promise<Program | null> {
  if (isArchive(bytes)) return programOfFiles(await filesOf(bytes));
  const text = textOf(bytes);
  if (text === null) return null;
  if (isAsc(text)) return readAsc(text);
  if (/^\uFEFF?\s*</.test(text.slice(0, 1000)))
    throw new ProgramError(
      'This XML file is no timetable of aSc Timetables: export “aSc Timetables 2012 XML”',
    );
  return isGpu001(text) ? readUntis(new Map([['001', text]])) : null;
}

const isArchive = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b;

function programOfFiles(files: ReadonlyMap<string, string>): Program {
  const asc = [...files].filter(([, text]) => isAsc(text));
  assertOne(asc.map(([name]) => name));
  if (asc[0]) return readAsc(asc[0][1]);
  const timetables = [...files.keys()].filter((name) => /gpu001\.\w+$/i.test(name));
  assertOne(timetables);
  const gpu = new Map(
    [...files].flatMap(([name, text]): [GpuFile, string][] => {
      const number = gpuFiles.find((one) => new RegExp(`gpu${one}\\.\\w+$`, 'i').test(name));
      return number ? [[number, text]] : [];
    }),
  );
  if (gpu.has('001')) return readUntis(gpu);
  throw new ProgramError('The ZIP file has neither GPU001.TXT nor a timetable of aSc Timetables');
}

/** Which one of several timetables is meant, nothing says. */
function assertOne(names: string[]): void {
  if (names.length > 1)
    throw new ProgramError(`The ZIP file has several timetables: ${names.join(', ')}`);
}

async function filesOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  let size = 0;
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes));
    if (zip.entryCount > maxEntries)
      throw new ProgramError(`The ZIP file has more than ${maxEntries} files`);
    for await (const entry of zip.eachEntry()) {
      if (!/\.(txt|csv|xml|dif)$/i.test(entry.fileName)) continue;
      size += entry.uncompressedSize;
      if (size > maxUnpacked) throw new ProgramError('The ZIP file is larger than 50 MB unpacked');
      const text = textOf(await buffer(await zip.openReadStreamPromise(entry)));
      if (text !== null) files.set(entry.fileName, text);
    }
  } catch (error) {
    if (error instanceof ProgramError) throw error;
    throw new ProgramError(`The ZIP file cannot be read: ${(error as Error).message}`);
  }
  return files;
}

/** The text of a file, in the encoding that its XML declaration names; null where it is no text. */
function textOf(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named = /^<\?xml[^>]*\bencoding=["']([\w-]+)["']/i.exec(head)?.[1];
  if (named !== undefined && !/^utf/i.test(named)) {
    try {
      return new TextDecoder(named).decode(bytes);
    } catch {
      throw new ProgramError(`The encoding ${named} of the file is not known`);
    }
  }
  return decodeText(bytes)?.text ?? null;
}
