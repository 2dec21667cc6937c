import type { jsPDF } from 'jspdf';
import { brokenLines } from './line-breaks.ts';
import { createPdf, drawFrame, innerSize, numberPages, page } from './pdf-page.ts';
import { drawFooter, drawHeader, inFont, pictureOf, wrapped, type Picture } from './pictures.ts';

/** A text on pages of its own. */
export interface TextPaper {
  title: string;
  /** Plain text; line breaks stay, and an empty line separates paragraphs. */
  body: string;
}

interface TextsFile {
  institute: string;
  /** The institute's date. */
  today: string;
  papers: readonly TextPaper[];
  onProgress?: (done: number) => void;
}

const titlePoints = 15;
const bodyPoints = 10.5;
const lineGap = 1.45;
const mm = (points: number) => (points / 72) * 25.4;
/** Narrower than the header, as in a letter. */
const indent = 8;
/** Papers between which the browser may draw. */
const papersAtOnce = 10;

/** A4 portrait, each text from a new page on; a paragraph in another script is drawn by the browser. */
export async function textsPdf({
  institute,
  today,
  papers,
  onProgress,
}: TextsFile): Promise<jsPDF> {
  const pdf = await createPdf('portrait');
  const { width } = innerSize(pdf);
  const frame = {
    header: await drawHeader(institute, '', width, page.header),
    footer: drawFooter(institute, today, width, page.footer),
    name: 'of texts',
  };
  for (const [at, paper] of papers.entries()) {
    if (at > 0) pdf.addPage('a4', 'portrait');
    const first = pdf.getNumberOfPages();
    drawText(pdf, paper, () => drawFrame(pdf, frame));
    numberPages(pdf, first, pdf.getNumberOfPages());
    if ((at + 1) % papersAtOnce === 0) {
      onProgress?.(at + 1);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return pdf;
}

function drawText(pdf: jsPDF, { title, body }: TextPaper, frame: () => void): void {
  const { width, height } = innerSize(pdf);
  const [left, space] = [page.margin + indent, width - 2 * indent];
  const bottom = page.margin + height - page.footer;
  const top = page.margin + page.header + 8;
  let y = top;
  const write = (text: string, points: number, style: 'normal' | 'bold') => {
    pdf.setFont('DejaVu', style);
    pdf.setFontSize(points);
    pdf.setTextColor('#000');
    const step = mm(points) * lineGap;
    for (const line of linesOf(pdf, text, points, space)) {
      if (y + step > bottom) {
        pdf.addPage('a4', 'portrait');
        frame();
        y = top;
      }
      if (typeof line === 'string') pdf.text(line, left, y + mm(points));
      else pdf.addImage(line.data, 'PNG', left, y, line.width, line.height);
      y += step;
    }
  };
  frame();
  write(title, titlePoints, 'bold');
  y += 4;
  for (const line of body.replaceAll('\t', '    ').split(/\r?\n/))
    write(line, bodyPoints, 'normal');
}

function linesOf(pdf: jsPDF, text: string, points: number, width: number): (string | Picture)[] {
  if (!text.trim()) return [''];
  if (!inFont(text)) return wrapped(text, points, width).map((line) => pictureOf(line, points));
  return brokenLines(text, width, (part) => pdf.getTextWidth(part));
}
