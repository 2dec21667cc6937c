import { download, fileName, printedCells, type ExportFile } from './file.ts';
import { tablesPdf } from './tables-pdf.ts';

const wide = 6;

/** A4 with a header and a footer picture on each page; landscape for lists of many columns. */
export async function downloadPdf<Row>(file: ExportFile<Row>): Promise<void> {
  const { title, institute, today, columns, rows, totals } = file;
  const pdf = await tablesPdf([
    {
      title,
      institute,
      today,
      orientation: columns.length > wide ? 'landscape' : 'portrait',
      head: columns.map((column) => column.title),
      body: rows.map((row) => printedCells(columns, row)),
      ...(totals && { totals }),
    },
  ]);
  download(pdf.output('blob'), fileName(file, 'pdf'));
}
