import { jsPDF } from 'jspdf';
import { autoTable, type CellHookData } from 'jspdf-autotable';
import boldFont from 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf?url';
import font from 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf?url';
import { pictureOf, drawFooter, drawHeader, inFont, type Picture } from './pictures.ts';
import { cellsOf, download, fileName, type ExportFile } from './file.ts';

const margin = 12;
const headerHeight = 16;
const footerHeight = 8;
const fontSize = 8;
const wide = 6;

/** A4 with a header and a footer picture on each page; landscape for lists of many columns. */
export async function downloadPdf<Row>(file: ExportFile<Row>): Promise<void> {
  const pdf = await pdfOf(file);
  download(pdf.output('blob'), fileName(file, 'pdf'));
}

async function pdfOf<Row>(file: ExportFile<Row>): Promise<jsPDF> {
  const { title, institute, today, columns, rows, totals } = file;
  const pdf = new jsPDF({
    format: 'a4',
    unit: 'mm',
    orientation: columns.length > wide ? 'landscape' : 'portrait',
    compress: true,
  });
  await addFonts(pdf);
  const width = pdf.internal.pageSize.getWidth() - 2 * margin;
  const height = pdf.internal.pageSize.getHeight();
  const [header, footer] = [
    await drawHeader(institute, title, width, headerHeight),
    drawFooter(institute, today, width, footerHeight),
  ];

  // Text that the embedded font cannot write is drawn by the browser.
  const pictures = new Map<string, Picture>();
  const picture = ({ section, cell: { raw: text } }: CellHookData): Picture | null => {
    if (section !== 'body' || typeof text !== 'string' || inFont(text)) return null;
    const known = pictures.get(text) ?? pictureOf(text, fontSize);
    pictures.set(text, known);
    return known;
  };

  autoTable(pdf, {
    head: [columns.map((column) => column.title)],
    body: rows.map((row) => cellsOf(columns, row)),
    foot: totals && [totals],
    showFoot: 'lastPage',
    margin: {
      left: margin,
      right: margin,
      top: margin + headerHeight + 2,
      bottom: margin + footerHeight,
    },
    styles: { font: 'DejaVu', fontSize, cellPadding: 1.5, overflow: 'linebreak' },
    headStyles: { fillColor: '#17625c', fontStyle: 'bold' },
    footStyles: { fillColor: '#e3f0ee', textColor: '#16302d', fontStyle: 'bold' },
    didParseCell(hook: CellHookData) {
      const { cell } = hook;
      const drawn = picture(hook);
      if (!drawn) return;
      cell.text = [''];
      cell.styles.minCellWidth = Math.min(drawn.width, 60) + 3;
    },
    didDrawCell(hook: CellHookData) {
      const { cell } = hook;
      const drawn = picture(hook);
      if (!drawn) return;
      const scale = Math.min(1, (cell.width - 3) / drawn.width, cell.height / drawn.height);
      const [w, h] = [drawn.width * scale, drawn.height * scale];
      pdf.addImage(drawn.data, 'PNG', cell.x + 1.5, cell.y + (cell.height - h) / 2, w, h);
    },
    didDrawPage() {
      pdf.addImage(header, 'PNG', margin, margin, width, headerHeight, 'header');
      pdf.addImage(
        footer,
        'PNG',
        margin,
        height - margin - footerHeight + 4,
        width,
        footerHeight,
        'footer',
      );
    },
  });
  const pages = pdf.getNumberOfPages();
  pdf.setFontSize(7);
  for (let page = 1; page <= pages; page++) {
    pdf.setPage(page);
    pdf.text(
      `Page ${page} of ${pages}`,
      pdf.internal.pageSize.getWidth() - margin,
      height - margin - 1,
      { align: 'right' },
    );
  }
  return pdf;
}

async function addFonts(pdf: jsPDF): Promise<void> {
  for (const [address, style] of [
    [font, 'normal'],
    [boldFont, 'bold'],
  ] as const) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`the font could not be loaded: ${answer.status}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    let binary = '';
    for (let at = 0; at < bytes.length; at += 8192)
      binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
    pdf.addFileToVFS(`DejaVu-${style}.ttf`, btoa(binary));
    pdf.addFont(`DejaVu-${style}.ttf`, 'DejaVu', style);
  }
  pdf.setFont('DejaVu', 'normal');
}
