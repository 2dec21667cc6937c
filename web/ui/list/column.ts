import type { ReactNode } from 'react';

/** A column of a list: what a file says of it and, where it differs, what the screen shows. */
export interface Column<Row> {
  id: string;
  title: string;
  /** Plain text for files and, without `cell`, for the screen; nothing is "N/A" in files. */
  text: (row: Row) => string | number | null | undefined;
  cell?: (row: Row) => ReactNode;
  /** The API's name to order by. */
  ordering?: string;
  /** Long text may take several lines; everything else keeps to one. */
  wraps?: boolean;
  /** Stands in files alone: the screen has no room for it. */
  onlyInFiles?: boolean;
  /** Numbers stand at the right. */
  numeric?: boolean;
}

/** What a cell shows. */
export function shown<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : (column.text(row) ?? '–');
}
