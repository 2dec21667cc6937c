/** Lines of a file that have something in common. */
interface Lines {
  /** The first of them. */
  lines: number[];
  /** How many there are. */
  count: number;
}

/** `2, 3, 4 and 92 more`. */
export const linesText = ({ lines, count }: Lines): string =>
  count > lines.length ? `${lines.join(', ')} and ${count - lines.length} more` : lines.join(', ');

/** An error in a row of a file. */
interface RowError {
  /** The file, where there are several. */
  file?: string;
  line: number;
  column: string;
  reason: string;
  /** The cell with the error; empty for errors of the whole row. */
  value?: string;
}

/** The same error in several rows. */
export interface Cause {
  /** The file, where there are several. */
  file?: string;
  column: string;
  reason: string;
  /** The first different values of the rows; empty for errors of the whole row. */
  values: string[];
  /** The first lines. */
  lines: number[];
  /** How many rows have the error. */
  count: number;
}

const maxValues = 3;
const maxLines = 5;

/** Groups errors by their cause; the most frequent is first. */
export function causesOf(errors: readonly RowError[]): Cause[] {
  const groups = Map.groupBy(errors, ({ file, column, reason }) =>
    JSON.stringify([file, column, reason]),
  );
  return [...groups.values()]
    .flatMap((same): Cause[] => {
      const [first] = same;
      if (!first) return [];
      const { file, column, reason } = first;
      return [
        {
          ...(file !== undefined && { file }),
          column,
          reason,
          values: [...new Set(same.flatMap(({ value }) => value || []))].slice(0, maxValues),
          lines: same.slice(0, maxLines).map(({ line }) => line),
          count: same.length,
        },
      ];
    })
    .toSorted((a, b) => b.count - a.count);
}
