import type { Column } from '../list/column.ts';

/** Rows of a list for a file. */
export interface ExportFile<Row> {
  title: string;
  institute: string;
  /** The institute's date. */
  today: string;
  columns: Column<Row>[];
  rows: Row[];
  /** A last line of a PDF, cell by cell. */
  totals?: string[];
}

/** The cells of a row as text; missing values are "N/A" (R-EXPORT-4). */
export function cellsOf<Row>(columns: Column<Row>[], row: Row): string[] {
  return columns.map((column) => {
    const text = column.text(row);
    return text === null || text === undefined || text === '' ? 'N/A' : String(text);
  });
}

/** The cells of a row on paper. */
export const printedCells = <Row>(columns: Column<Row>[], row: Row): string[] =>
  cellsOf(columns, row).map((text, at) => columns[at]?.printed?.(row) ?? text);

/** Title, date parts and a random end (R-EXPORT-5): `Teachers-2026-11-18-k3f9x2.csv`. */
export function fileName(
  { title, today }: { title: string; today: string },
  ending: string,
): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    (byte % 36).toString(36),
  ).join('');
  return `${title.replace(/\W+/g, '-')}-${today}-${random}.${ending}`;
}

/** Opens bytes in a new tab, where a PDF can be read and printed. */
export function openInTab(content: Blob): void {
  const address = URL.createObjectURL(content);
  window.open(address, '_blank', 'noopener');
  // Longer than the viewer needs to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Downloads bytes as a file. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
