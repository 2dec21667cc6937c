import { causesOf, type Cause } from '#contract/file-lines.ts';
import type { Mapping } from '#contract/file-column.ts';
import type { BulkUploadResult } from '#contract/student.ts';
import type { ReadCsv } from './reading.ts';

/** The errors by cause, the most frequent first. */
export function causesInFile(
  fail: BulkUploadResult['fail'],
  { columns, rows }: Pick<ReadCsv, 'columns' | 'rows'>,
  mapping: Mapping,
): Cause[] {
  const cells = new Map(rows.map((row) => [row.line, row.cells]));
  const valueAt = (line: number, column: string) => {
    const theirs = mapping[column];
    const place = typeof theirs === 'string' ? columns.indexOf(theirs) : -1;
    return place < 0 ? undefined : cells.get(line)?.[place];
  };
  return causesOf(
    fail.map(({ line, column, reason }) => {
      const value = valueAt(line, column);
      return { line, column, reason, ...(value !== undefined && { value }) };
    }),
  );
}
