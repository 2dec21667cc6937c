import type { ClashKind } from '#contract/clash.ts';
import { causesOf, linesText } from '#contract/file-lines.ts';
import type { UploadChange, UploadPreview } from '#contract/student.ts';

/** An invalid row, or an unreadable file (`line` 1 is the header). */
export interface BadRow {
  file: string;
  line: number;
  column: string;
  reason: string;
  /** The cell, where it alone is wrong. */
  value?: string;
  /** The question whose answer it waits for. */
  asks?: 'zeros' | 'other_people' | undefined;
}

export interface FileReport {
  file: string;
  created: number;
  updated: number;
  unchanged: number;
  /** Empty cells of rows that have something there, which stays or is removed. */
  emptyCells?: number;
  /** Changes of the first students. */
  changes?: UploadChange[];
}

/** What a row clashes with; `column` is the kind. */
export interface RowClash extends BadRow {
  column: ClashKind;
  /** Confirmed by the row, by the other one, or earlier. */
  isConfirmed: boolean;
}

/** The result of an import or a dry run. */
export interface ImportReport {
  files: FileReport[];
  bad: BadRow[];
  /** Rows of archived or erased students, which are not written. */
  skipped: BadRow[];
  /** Clashes of rows that are imported all the same (R-CLASH-6). */
  clashes: RowClash[];
  /** What the rows of the first file change, of a dry run. */
  preview?: UploadPreview;
  /** Identifies what a recorded import changes. */
  fingerprint?: string;
  /** The recorded operation; null when nothing was recorded or written. */
  operation: number | null;
  /** True when no row was invalid and it was not a dry run. */
  written: boolean;
}

/** Longer values are cut in a terminal. */
const maxText = 40;

const valuesText = (values: string[]): string =>
  values.length > 0 ? ` (${values.map((text) => `“${text.slice(0, maxText)}”`).join(', ')})` : '';

/** The report as lines for a terminal. */
export function reportLines({ files, bad, skipped, clashes, written }: ImportReport): string[] {
  const width = Math.max(0, ...files.map(({ file }) => file.length));
  const counts = files.map(
    ({ file, created, updated, unchanged }) =>
      `${file.padEnd(width)}  ${created} created, ${updated} updated, ${unchanged} unchanged`,
  );
  const errors = causesOf(bad).map(
    ({ file = '', column, reason, values, ...lines }) =>
      `${file}:${linesText(lines)} ${column}: ${reason}${valuesText(values)}`,
  );
  const gone = skipped.map(
    ({ file, line, column, reason }) => `${file}:${line} ${column}: ${reason}; left out`,
  );
  const clashing = clashes.map(
    ({ file, line, column, reason }) => `${file}:${line} clash (${column}): ${reason}`,
  );
  const open = clashes.filter(({ isConfirmed }) => !isConfirmed).length;
  const advice = `${open} clashes: write yes in the column confirm_clashes of the rows that are meant so.`;
  const nothing = bad.length
    ? `${bad.length} bad rows: nothing was written.`
    : 'Dry run: nothing was written.';
  return [
    ...counts,
    ...gone,
    ...clashing,
    ...errors,
    ...(open > 0 ? [advice] : []),
    written ? 'Everything was written.' : nothing,
  ];
}

/** Why a row is refused whose number of values is not that of the columns. */
export const otherWidth = (values: number, columns: number): string =>
  `has ${values} ${values === 1 ? 'value' : 'values'} for ${columns} ${columns === 1 ? 'column' : 'columns'}`;
