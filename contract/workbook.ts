import { unzipSync, zipSync } from 'fflate';
import { formatValue } from 'hucre';
import { readXlsx, streamXlsxRows, type CellValue } from 'hucre/xlsx';

/** A workbook (.xlsx): the names of its sheets that have values and are not hidden, in order. */
export interface Workbook {
  sheets: string[];
}

/** A reason why a file is not read as a workbook, as a sentence. */
export class WorkbookError extends Error {}

/** Larger workbooks are refused. */
const limits = {
  /** Parts of the archive, and their bytes in all. */
  parts: 5000,
  unpackedBytes: 128 * 1024 * 1024,
  /** Bytes that one byte of the archive may become. */
  ratio: 200,
};

/** Reads which sheets a workbook has. @throws WorkbookError. */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  assertBounded(bytes);
  const sheets: string[] = [];
  await reading(() =>
    readXlsx(withoutParts(bytes, ['sharedStrings', 'worksheets']), {
      sheets({ name, hidden, veryHidden }) {
        if (!hidden && !veryHidden) sheets.push(name);
        return false;
      },
    }),
  );
  if (sheets.length === 0) throw new WorkbookError('The workbook has no sheet to read.');
  if (sheets.length === 1) return { sheets };
  const empty = emptySheets(bytes);
  const filled = sheets.filter((name) => !empty.has(name));
  return { sheets: filled.length > 0 ? filled : sheets.slice(0, 1) };
}

/** Whether a file is one by its first bytes: a ZIP archive, or the container of a protected workbook. */
export const looksLikeWorkbook = (bytes: Uint8Array): boolean =>
  isArchive(bytes) || isProtected(bytes);

const isArchive = (bytes: Uint8Array) => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);
const isProtected = (bytes: Uint8Array) => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);
const startsWith = (bytes: Uint8Array, first: number[]) =>
  first.every((byte, at) => bytes[at] === byte);

/** A sheet as a CSV file. */
export interface SheetText {
  /** In each line the row of the sheet. */
  csv: string;
  /** The lines, from 1, of rows with a value that the sheet hides, by a filter or by hand. */
  hidden: number[];
}

/** The file without some of its lines; the others stay in theirs. */
export function withoutLines(csv: string, left: readonly number[]): string {
  const lines = csv.split('\n');
  for (const line of left) lines[line - 1] = '';
  return lines.join('\n');
}

/**
 * A sheet as a CSV file in UTF-8, in which each row has the line that it has in the sheet. Dates are written as
 * `YYYY-MM-DD`, times as `HH:MM`; a formula is its last result.
 * @param maxRows rows with a value that are read at most.
 * @throws WorkbookError.
 */
export async function csvOfSheet(
  bytes: Uint8Array,
  sheet: string,
  maxRows: number,
): Promise<SheetText> {
  assertBounded(bytes);
  return reading(async () => {
    const formats = await shownFormats(bytes, sheet);
    const areHidden = hiddenRows(bytes, sheet);
    const lines: string[] = [];
    const hidden: number[] = [];
    let [written, count] = [0, 0];
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      const cells = values.map((value, column) =>
        textOf(value, typeof value === 'number' ? formats.get(`${index},${column}`) : undefined),
      );
      if (cells.every((text) => text === '')) continue;
      if (++count > maxRows) break;
      for (; written < index; written++) lines.push('');
      lines.push(cells.map(quoted).join(','));
      written = index + 1;
      if (areHidden.has(written)) hidden.push(written);
    }
    return { csv: lines.join('\n'), hidden };
  });
}

const attributeOf = (element: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1];

const elementsOf = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>`, 'g'))].map(
    ([element]) => element,
  );

/** The part of each sheet in the archive. */
function partsOfSheets(bytes: Uint8Array): Map<string, string> {
  const text = (part: string) => {
    const { [part]: content } = unzipSync(bytes, { filter: ({ name }) => name === part });
    return new TextDecoder().decode(content);
  };
  const targets = new Map(
    elementsOf(text('xl/_rels/workbook.xml.rels'), 'Relationship').map((element) => [
      attributeOf(element, 'Id'),
      attributeOf(element, 'Target')?.replace(/^\/?(?:xl\/)?/, 'xl/'),
    ]),
  );
  return new Map(
    elementsOf(text('xl/workbook.xml'), 'sheet').flatMap((element): [string, string][] => {
      const part = targets.get(attributeOf(element, '(?:\\w+:)?id'));
      return part === undefined ? [] : [[unescaped(attributeOf(element, 'name') ?? ''), part]];
    }),
  );
}

/** A sheet without a value is a small part. */
const emptyBelowBytes = 50_000;

/** The names of sheets that have no value, as new workbooks have them behind the first one. */
function emptySheets(bytes: Uint8Array): Set<string> {
  const parts = partsOfSheets(bytes);
  const small = unzipSync(bytes, {
    filter: ({ name, originalSize }) =>
      originalSize < emptyBelowBytes && name.startsWith('xl/worksheets/'),
  });
  const isEmpty = (content: Uint8Array | undefined) =>
    content !== undefined && !/<(?:\w+:)?(?:v|t|f)[\s>]/.test(new TextDecoder().decode(content));
  return new Set([...parts].flatMap(([name, part]) => (isEmpty(small[part]) ? [name] : [])));
}

/** The numbers of the rows that a sheet hides, from 1. */
function hiddenRows(bytes: Uint8Array, sheet: string): Set<number> {
  const part = partsOfSheets(bytes).get(sheet);
  if (part === undefined) return new Set();
  const { [part]: content } = unzipSync(bytes, { filter: ({ name }) => name === part });
  const hidden = new Set<number>();
  let number = 0;
  for (const element of elementsOf(new TextDecoder().decode(content), 'row')) {
    // A row without its number follows the one before it.
    number = Number(attributeOf(element, 'r') ?? number + 1);
    const isHidden = /^(?:1|true)$/.test(attributeOf(element, 'hidden') ?? '');
    if (isHidden || Number(attributeOf(element, 'ht') ?? 1) === 0) hidden.add(number);
  }
  return hidden;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) =>
    decimal || hex
      ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
      : (entities[name] ?? all),
  );

/** The archive without its large parts, each of which would be read as a whole. */
function withoutParts(bytes: Uint8Array, left: ('sharedStrings' | 'worksheets')[]): Uint8Array {
  const parts = unzipSync(bytes, {
    filter: ({ name }) => !left.some((part) => name.startsWith(`xl/${part}`)),
  });
  return zipSync(parts, { level: 0 });
}

/**
 * A format that shows a whole number with zeros in front, with other characters between its digits, or behind a
 * text: `0000000`, `0000 000 000`, `"S"0000`.
 */
const wholeFormat = /^(?:\[\$[^\]]*\])?(?=.*0)(?:"[^"]*"|\\.|_.|[-() 0])+(?:;|$)/;
const showsMore = (format: string): boolean => wholeFormat.test(format) && !/^0(;|$)/.test(format);

const formatCode = /formatCode="([^"]*)"/g;
/** Whether a workbook has such a format at all. */
function hasShownNumbers(bytes: Uint8Array): boolean {
  const { 'xl/styles.xml': styles } = unzipSync(bytes, {
    filter: ({ name }) => name === 'xl/styles.xml',
  });
  const codes = new TextDecoder().decode(styles).matchAll(formatCode);
  return [...codes].some(([, code = '']) => showsMore(code.replaceAll('&quot;', '"')));
}

/** The formats of the cells whose numbers are shown otherwise, by their places: `1,0`. */
async function shownFormats(bytes: Uint8Array, sheet: string): Promise<Map<string, string>> {
  if (!hasShownNumbers(bytes)) return new Map();
  const { sheets } = await readXlsx(withoutParts(bytes, ['sharedStrings']), {
    sheets: [sheet],
    readStyles: true,
  });
  const formats = new Map<string, string>();
  for (const [place, { style }] of sheets[0]?.cells ?? [])
    if (style?.numFmt && showsMore(style.numFmt)) formats.set(place, style.numFmt);
  return formats;
}

/** Spreadsheets keep fifteen digits of a number. */
const exactBelow = 1e15;

/** @param format with which a whole number is shown. */
function textOf(value: CellValue | undefined, format: string | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'number') {
    // Written as a spreadsheet does, so that it is refused as a number that was changed.
    if (Math.abs(value) >= exactBelow) return value.toExponential().toUpperCase();
    return format !== undefined && Number.isInteger(value) && value >= 0
      ? formatValue(value, format).trim()
      : String(value);
  }
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'string' ? value.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim() : '';
}

/** Days before this one are times without a date: numbers below 1. */
const firstDay = Date.UTC(1900, 0, 1);
const minuteMs = 60_000;

function dateText(value: Date): string {
  const rounded = new Date(Math.round(value.getTime() / minuteMs) * minuteMs);
  if (Number.isNaN(rounded.getTime())) return '';
  const [date = '', time = ''] = rounded.toISOString().split('T');
  const minutes = time.slice(0, 5);
  if (rounded.getTime() < firstDay) return minutes;
  return minutes === '00:00' ? date : `${date} ${minutes}`;
}

const quoted = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`);

/** @throws WorkbookError for what is no workbook, and for archives that would become too large. */
function assertBounded(bytes: Uint8Array): void {
  if (isProtected(bytes))
    throw new WorkbookError(
      'The workbook is protected by a password, or in the form of Excel 97: save it as .xlsx without a password.',
    );
  const names: string[] = [];
  let unpacked = 0;
  try {
    unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        names.push(name);
        // A part without a size would be read without a limit.
        unpacked += originalSize === 0 && size > 0 ? Infinity : originalSize;
        return false;
      },
    });
  } catch {
    throw notAWorkbook();
  }
  if (!names.includes('[Content_Types].xml')) throw notAWorkbook();
  if (names.length > limits.parts || unpacked > limits.unpackedBytes || isBomb(bytes, unpacked))
    throw new WorkbookError(
      'The workbook is too large to be read: save the sheet alone, or as CSV.',
    );
}

const isBomb = (bytes: Uint8Array, unpacked: number): boolean =>
  unpacked > 64 * 1024 * 1024 && unpacked > bytes.length * limits.ratio;

const notAWorkbook = () => new WorkbookError('The file is no workbook in the form .xlsx.');

/** Errors of the library are about the content of the file. @throws WorkbookError. */
async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof WorkbookError
      ? error
      : new WorkbookError(
          `The workbook cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
        );
  }
}
