import type { jsPDF } from 'jspdf';
import { autoTable, type CellHookData, type Styles } from 'jspdf-autotable';
import { brokenLines, partsOf } from './line-breaks.ts';
import { createPdf, drawFrame, innerSize, numberPages, page } from './pdf-page.ts';
import { drawFooter, drawHeader, inFont, pictureOf, type Picture } from './pictures.ts';

/** A table on pages of its own, each with header, lines above the table and its number. */
export interface TablePaper {
  /** In the header picture. */
  title: string;
  institute: string;
  /** The institute's date. */
  today: string;
  orientation: 'portrait' | 'landscape';
  /** Repeated above the table on each page. */
  lines?: { text: string; points: number; bold?: boolean }[];
  head: string[];
  body: string[][];
  /** A last line, cell by cell. */
  totals?: string[];
  /** 8 unless given. */
  points?: number;
  /** Least height of a row in millimetres. */
  rowHeight?: number;
  /** Widths of columns in millimetres, by index; the others share what is left. */
  widths?: Record<number, number>;
  /** Columns of numbers, by index: aligned at the right. */
  numeric?: readonly number[];
  /** Lines between the cells, for writing by hand. */
  grid?: boolean;
  /** Whether a cell is struck through. */
  isStruck?: (row: number, column: number) => boolean;
}

const defaultPoints = 8;
const padding = 1.5;
const lineGap = 1.25;
const mm = (points: number) => (points / 72) * 25.4;

/**
 * All of the same orientation; one below the other would not fit a door.
 * @param numbered "Page n of m" within each table, or through all as one document.
 */
export async function tablesPdf(
  papers: readonly TablePaper[],
  numbered: 'each' | 'together' = 'each',
): Promise<jsPDF> {
  const pdf = await createPdf(papers[0]?.orientation ?? 'portrait');
  for (const [at, paper] of papers.entries()) {
    if (at > 0) pdf.addPage('a4', paper.orientation);
    const first = pdf.getNumberOfPages();
    await addTable(pdf, paper, String(at));
    if (numbered === 'each') numberPages(pdf, first, pdf.getNumberOfPages());
  }
  if (numbered === 'together') numberPages(pdf, 1, pdf.getNumberOfPages());
  return pdf;
}

/** The width of a column where all others are as wide, but for those of a fixed width. */
const fairShare = (width: number, columns: number, fixed: readonly number[]): number =>
  (width - fixed.reduce((sum, one) => sum + one, 0)) / Math.max(1, columns - fixed.length);

async function addTable(pdf: jsPDF, paper: TablePaper, name: string): Promise<void> {
  const { title, institute, today, head, body, totals, points, isStruck } = paper;
  const fontSize = points ?? defaultPoints;
  const { width } = innerSize(pdf);
  const frame = {
    header: await drawHeader(institute, title, width, page.header),
    footer: drawFooter(institute, today, width, page.footer),
    name,
  };
  const picture = picturesOf(fontSize);
  // A column keeps its longest word as long as no other one needs the room.
  const share = fairShare(width, head.length, Object.values(paper.widths ?? {})) - 2 * padding;
  const lines = linesAbove(pdf, paper.lines ?? []);
  const above = lines.reduce((sum, line) => sum + mm(line.points) * lineGap, 0);
  autoTable(pdf, {
    head: [head],
    body,
    foot: totals && [totals],
    showFoot: 'lastPage',
    rowPageBreak: 'avoid',
    theme: paper.grid ? 'grid' : 'striped',
    margin: {
      left: page.margin,
      right: page.margin,
      top: page.margin + page.header + 2 + (above ? above + 4 : 0),
      bottom: page.margin + page.footer,
    },
    styles: {
      font: 'DejaVu',
      fontSize,
      cellPadding: padding,
      overflow: (texts, space) => linesOfCell(pdf, texts, space),
      valign: 'middle',
      minCellHeight: paper.rowHeight ?? 0,
    },
    columnStyles: Object.fromEntries(
      Object.entries(paper.widths ?? {}).map(([column, cellWidth]) => [column, { cellWidth }]),
    ),
    ...(paper.grid && { bodyStyles: { textColor: '#16181a' } }),
    headStyles: { fillColor: '#17625c', fontStyle: 'bold', minCellHeight: 0 },
    footStyles: { fillColor: '#e3f0ee', textColor: '#16302d', fontStyle: 'bold' },
    didParseCell(hook: CellHookData) {
      const { cell, column } = hook;
      if (paper.numeric?.includes(column.index)) cell.styles.halign = 'right';
      const drawn = picture(hook);
      cell.styles.minCellWidth = Math.min(widestPart(pdf, cell), share) + 2 * padding;
      if (!drawn) return;
      cell.text = [''];
      cell.styles.minCellWidth = Math.min(drawn.width, 60) + 2 * padding;
    },
    didDrawCell(hook: CellHookData) {
      const { cell, row, column, section } = hook;
      const drawn = picture(hook);
      if (drawn) placePicture(pdf, drawn, cell);
      if (section === 'body' && isStruck?.(row.index, column.index)) strike(pdf, cell);
    },
    didDrawPage() {
      drawFrame(pdf, frame);
      drawLines(pdf, lines);
    },
  });
}

const styleOf = ({ fontStyle }: Styles) => (fontStyle === 'bold' ? 'bold' : 'normal');

/** The width of what stays together in a cell, in its font. */
function widestPart(pdf: jsPDF, { text, styles }: Cell): number {
  pdf.setFont('DejaVu', styleOf(styles)).setFontSize(styles.fontSize);
  const parts = text.flatMap(partsOf);
  return Math.max(...parts.map((part) => pdf.getTextWidth(part.trimEnd())));
}

/** The lines of a cell; the library has set its font. A hundredth for what it adds up in points. */
const linesOfCell = (pdf: jsPDF, texts: string | string[], space: number): string[] =>
  [texts]
    .flat()
    .flatMap((text) => brokenLines(text, space + 0.01, (part) => pdf.getTextWidth(part)));

/** The lines above a table, each as wide as the page. */
const linesAbove = (pdf: jsPDF, lines: NonNullable<TablePaper['lines']>): typeof lines =>
  lines.flatMap((line) => {
    if (!inFont(line.text)) return [line];
    pdf.setFont('DejaVu', line.bold ? 'bold' : 'normal').setFontSize(line.points);
    return linesOfCell(pdf, line.text, innerSize(pdf).width).map((text) => ({ ...line, text }));
  });

/** Text that the embedded font cannot write is drawn by the browser, once. */
function picturesOf(points: number) {
  const pictures = new Map<string, Picture>();
  return ({ section, cell: { raw: text } }: CellHookData): Picture | null => {
    if (section !== 'body' || typeof text !== 'string' || inFont(text)) return null;
    const known = pictures.get(text) ?? pictureOf(text, points);
    pictures.set(text, known);
    return known;
  };
}

type Cell = CellHookData['cell'];

function placePicture(pdf: jsPDF, drawn: Picture, cell: Cell): void {
  const space = cell.width - 2 * padding;
  const scale = Math.min(1, space / drawn.width, cell.height / drawn.height);
  const [w, h] = [drawn.width * scale, drawn.height * scale];
  pdf.addImage(drawn.data, 'PNG', cell.x + padding, cell.y + (cell.height - h) / 2, w, h);
}

/** A line through each line of the cell's text. */
function strike(pdf: jsPDF, cell: Cell): void {
  const height = mm(cell.styles.fontSize) * pdf.getLineHeightFactor();
  const top = cell.y + (cell.height - height * cell.text.length) / 2;
  pdf.setDrawColor('#333');
  pdf.setLineWidth(0.4);
  for (const [at, text] of cell.text.entries()) {
    const y = top + height * (at + 0.5);
    const right = cell.x + padding + Math.max(pdf.getTextWidth(text), text ? 0 : 20);
    pdf.line(cell.x + padding, y, Math.min(right, cell.x + cell.width - padding), y);
  }
}

function drawLines(pdf: jsPDF, lines: NonNullable<TablePaper['lines']>): void {
  let y = page.margin + page.header + 2;
  pdf.setTextColor('#000');
  for (const { text, points, bold } of lines) {
    const height = mm(points);
    if (inFont(text)) {
      pdf.setFont('DejaVu', bold ? 'bold' : 'normal');
      pdf.setFontSize(points);
      pdf.text(text, page.margin, y + height);
    } else {
      const drawn = pictureOf(text, points);
      const w = Math.min(drawn.width, innerSize(pdf).width);
      pdf.addImage(drawn.data, 'PNG', page.margin, y, w, (drawn.height * w) / drawn.width);
    }
    y += height * lineGap;
  }
  pdf.setFont('DejaVu', 'normal');
}
