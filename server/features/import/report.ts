/** One row that cannot be taken, or one file that cannot be read (`line` 1 is the header). */
export interface BadRow {
  file: string;
  line: number;
  column: string;
  reason: string;
}

export interface FileReport {
  file: string;
  created: number;
  updated: number;
  unchanged: number;
}

/** What an import did, or would do. */
export interface ImportReport {
  files: FileReport[];
  bad: BadRow[];
  /** Rows of students who are archived or were erased: named, and not written. */
  leftOut: BadRow[];
  /** Only when nothing was bad and it was no dry run. */
  written: boolean;
}

/** The report as a person reads it in a terminal. */
export function reportLines({ files, bad, leftOut, written }: ImportReport): string[] {
  const width = Math.max(0, ...files.map(({ file }) => file.length));
  const counts = files.map(
    ({ file, created, updated, unchanged }) => `${file.padEnd(width)}  ${created} created, ${updated} updated, ${unchanged} unchanged`,
  );
  const faults = bad.map(({ file, line, column, reason }) => `${file}:${line} ${column}: ${reason}`);
  const gone = leftOut.map(({ file, line, column, reason }) => `${file}:${line} ${column}: ${reason}; left out`);
  const nothing = bad.length ? `${bad.length} bad rows: nothing was written.` : 'Dry run: nothing was written.';
  return [...counts, ...gone, ...faults, written ? 'Everything was written.' : nothing];
}
