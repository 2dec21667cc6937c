import type { ReactNode } from 'react';

/** A column of a list: its text in files and, where it differs, its cell on the screen. */
export interface Column<Row> {
  id: string;
  title: string;
  /** Plain text for files and, without `cell`, for the screen; empty is "N/A" in files. */
  text: (row: Row) => string | number | null | undefined;
  /** The text in PDFs where it differs from the one that is uploaded again. */
  printed?: (row: Row) => string;
  cell?: (row: Row) => ReactNode;
  /** The API's sort key. */
  ordering?: string;
  /** Long text that may be truncated. */
  wraps?: boolean;
  /**
   * Hidden by default where the window is narrower than this, in px, the open sidebar of a small one left out;
   * true: than 1500; Infinity: until it is chosen. With a width it is shown from there on, however many columns there are.
   */
  spare?: boolean | number;
  /**
   * Where it stands in cards, which have room for spare ones, too: in the line below the heading, without its title;
   * below that line with its title, always or where it has a text; or nowhere, because the heading says it. By
   * default with its title where a table of this width shows it.
   */
  inCards?: 'line' | 'field' | 'filled' | 'nowhere';
  /** The text in the line below a card's heading, where it differs. */
  lineText?: (row: Row) => string;
  /** Of the first column: the heading of a card, where it is not the cell. */
  cardHeading?: (row: Row) => ReactNode;
  /** Only in files: the screen has no room for it. */
  onlyInFiles?: boolean;
  /** Not in files. */
  onlyOnScreen?: boolean;
  /** Numbers are right-aligned. */
  numeric?: boolean;
}

/** The content of a cell. */
export function shown<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : (column.text(row) ?? '–');
}
