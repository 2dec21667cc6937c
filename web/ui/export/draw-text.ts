import type { jsPDF } from 'jspdf';
import { inFont, pictureOf } from './pictures.ts';

interface Line {
  x: number;
  /** The middle of the line. */
  y: number;
  points: number;
  /** Longer lines are narrowed. */
  width: number;
  colour?: string;
  bold?: boolean;
  centred?: boolean;
}

/** In the font of the file, or drawn by the browser for scripts that it has not. */
export function drawText(pdf: jsPDF, given: string, line: Line): void {
  const { x, y, points, width, colour = '#000', bold = false, centred = false } = line;
  if (!inFont(given)) {
    const picture = pictureOf(given, points, colour);
    const scale = Math.min(1, width / picture.width);
    const [wide, high] = [picture.width * scale, picture.height * scale];
    pdf.addImage(picture.data, 'PNG', centred ? x - wide / 2 : x, y - high / 2, wide, high);
    return;
  }
  pdf
    .setFont('DejaVu', bold ? 'bold' : 'normal')
    .setFontSize(points)
    .setTextColor(colour);
  const wide = pdf.getTextWidth(given);
  if (wide > width) pdf.setFontSize((points * width) / wide);
  pdf.text(given, x, y, { baseline: 'middle', ...(centred && { align: 'center' }) });
}
