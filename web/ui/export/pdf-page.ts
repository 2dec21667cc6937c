import { jsPDF } from 'jspdf';
import { addFonts } from './fonts.ts';

/** Millimetres. */
export const page = { margin: 12, header: 16, footer: 8 };

/**
 * A document with the fonts.
 * @param format A4, or width and height in millimetres.
 */
export async function createPdf(
  orientation: 'portrait' | 'landscape',
  format: 'a4' | [number, number] = 'a4',
): Promise<jsPDF> {
  const pdf = new jsPDF({ format, unit: 'mm', orientation, compress: true });
  await addFonts(pdf);
  return pdf;
}

/** The size between the margins. */
export const innerSize = (pdf: jsPDF) => ({
  width: pdf.internal.pageSize.getWidth() - 2 * page.margin,
  height: pdf.internal.pageSize.getHeight() - 2 * page.margin,
});

/** Header and footer of the current page; pictures that are the same have the same name. */
export function drawFrame(
  pdf: jsPDF,
  { header, footer, name }: { header: string; footer: string; name: string },
): void {
  const { width, height } = innerSize(pdf);
  pdf.addImage(header, 'PNG', page.margin, page.margin, width, page.header, `header ${name}`);
  const bottom = page.margin + height - page.footer + 4;
  pdf.addImage(footer, 'PNG', page.margin, bottom, width, page.footer, 'footer');
}

/** "Page 1 of 3" on the pages from the first to the last. */
export function numberPages(pdf: jsPDF, first: number, last: number): void {
  const { width, height } = innerSize(pdf);
  pdf.setFont('DejaVu', 'normal');
  pdf.setFontSize(7);
  pdf.setTextColor('#000');
  for (let at = first; at <= last; at++) {
    pdf.setPage(at);
    pdf.text(
      `Page ${at - first + 1} of ${last - first + 1}`,
      page.margin + width,
      page.margin + height - 1,
      {
        align: 'right',
      },
    );
  }
}
