import type { Mapping } from '#contract/file-column.ts';
import type { BulkUploadResult } from '#contract/student.ts';
import type { ReadCsv } from './reading.ts';

/** The same error in several rows. */
export interface Cause {
  column: string;
  reason: string;
  /** The first different values of the rows; empty for errors of the whole row. */
  values: string[];
  /** The first lines. */
  lines: number[];
  /** Rows with the error. */
  count: number;
}

const maxValues = 3;
const maxLines = 5;

/** The errors by cause, the most frequent first. */
export function causesOf(
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
  const groups = Map.groupBy(fail, ({ column, reason }) => `${column}\n${reason}`);
  return [...groups.values()]
    .flatMap((same): Cause[] => {
      const [first] = same;
      if (!first) return [];
      const { column, reason } = first;
      const values = new Set(same.flatMap(({ line }) => valueAt(line, column) ?? []));
      return [
        {
          column,
          reason,
          values: [...values].filter(Boolean).slice(0, maxValues),
          lines: same.slice(0, maxLines).map(({ line }) => line),
          count: same.length,
        },
      ];
    })
    .toSorted((a, b) => b.count - a.count);
}
