import type { jsPDF } from 'jspdf';
import type { PrintedCard } from '#contract/people/student-card.ts';
import { createPdf } from '#web/ui/export/pdf-page.ts';
import { drawText } from '#web/ui/export/draw-text.ts';
import { wrapped } from '#web/ui/export/pictures.ts';
import { fullName } from '#contract/person-name.ts';
import { drawInitials } from '#web/ui/export/draw-initials.ts';
import { barcodeOf, qrCodeOf, type Code } from './barcode.ts';
import { photosOf } from '#web/ui/export/photos.ts';

export interface CardChoice {
  /** One card a page, in its own size, or ten on a sheet of A4 with marks for cutting. */
  paper: 'card' | 'sheet';
  code: 'barcode' | 'qr' | 'none';
  /** The codes of numbers that were not made for printing, too (R-CARD-6). */
  chips: boolean;
}

/** ISO 7810 ID-1, in millimetres. */
const card = { width: 85.6, height: 53.98 };
const a4 = { width: 210, height: 297 };
const grid = { columns: 2, rows: 5 };
const onSheet = grid.columns * grid.rows;
const left = (a4.width - grid.columns * card.width) / 2;
const top = (a4.height - grid.rows * card.height) / 2;

const band = 10;
const photo = { x: 5, y: 13, width: 18, height: 23 };
const text = { x: 27, width: 54 };
const qr = { x: 60.6, y: 29, size: 20 };
/** Bars with white on both sides, which scanners need. */
const bars = { y: 39, height: 9, width: 70, widest: 0.45 };

interface Institute {
  institute: string;
  onProgress: (done: number) => void;
}

/** Student cards as PDF: photo or initials, name, ID, and the number as a code (R-CARD-6). */
export async function cardsPdf(
  cards: readonly PrintedCard[],
  choice: CardChoice,
  { institute, onProgress }: Institute,
): Promise<Blob> {
  const pdf = await createPdf(
    choice.paper === 'card' ? 'landscape' : 'portrait',
    choice.paper === 'card' ? [card.width, card.height] : 'a4',
  );
  let read = 0;
  const links = cards.flatMap(({ profile_image }) => profile_image ?? []);
  const photos = await photosOf(links, photo, () => onProgress(++read));
  for (const [at, one] of cards.entries()) {
    const place = choice.paper === 'card' ? 0 : at % onSheet;
    if (at > 0 && place === 0) pdf.addPage();
    if (choice.paper === 'sheet' && place === 0) drawCutMarks(pdf);
    const origin =
      choice.paper === 'card'
        ? { x: 0, y: 0 }
        : {
            x: left + (place % grid.columns) * card.width,
            y: top + Math.floor(place / grid.columns) * card.height,
          };
    drawCard(pdf, one, {
      ...choice,
      ...origin,
      institute,
      photo: photos.get(one.profile_image ?? ''),
    });
    // The page stays usable while hundreds are drawn.
    if (at % 20 === 19) await new Promise((done) => setTimeout(done));
  }
  return pdf.output('blob');
}

interface Drawn extends CardChoice {
  x: number;
  y: number;
  institute: string;
  photo: string | undefined;
}

function drawCard(pdf: jsPDF, one: PrintedCard, { x, y, institute, ...choice }: Drawn): void {
  pdf.setFillColor('#17625c');
  pdf.rect(x, y, card.width, band, 'F');
  drawText(pdf, institute, { x: x + 5, y: y + band / 2, points: 11, width: 75, colour: '#fff' });
  drawPhoto(pdf, one, x + photo.x, y + photo.y, choice.photo);
  const lines = wrapped(fullName(one), 13, text.width);
  const name = lines.length > 2 ? [lines[0] ?? '', `${lines[1]}…`] : lines;
  name.forEach((line, at) =>
    drawText(pdf, line, {
      x: x + text.x,
      y: y + 16 + at * 6,
      points: 13,
      width: text.width,
      bold: true,
    }),
  );
  drawText(pdf, one.student_id, { x: x + text.x, y: y + 32, points: 11, width: 32 });
  if (choice.code === 'none' || (!one.for_print && !choice.chips)) return;
  if (choice.code === 'qr') {
    drawCode(pdf, qrCodeOf(one.number), {
      x: x + qr.x,
      y: y + qr.y,
      width: qr.size,
      height: qr.size,
    });
    return drawNumber(pdf, one.number, { x: x + text.x, y: y + 37 });
  }
  const code = barcodeOf(one.number);
  const width = code.width * Math.min(bars.widest, bars.width / code.width);
  drawCode(pdf, code, {
    x: x + (card.width - width) / 2,
    y: y + bars.y,
    width,
    height: bars.height,
  });
  drawNumber(pdf, one.number, {
    x: x + card.width / 2,
    y: y + bars.y + bars.height + 3,
    align: 'center',
  });
}

/** For typing, where a scanner fails. */
function drawNumber(
  pdf: jsPDF,
  number: string,
  { x, y, align = 'left' }: { x: number; y: number; align?: 'left' | 'center' },
): void {
  pdf.setFont('DejaVu', 'normal').setFontSize(7).setTextColor('#000');
  pdf.text(number, x, y, { align });
}

function drawPhoto(
  pdf: jsPDF,
  one: PrintedCard,
  x: number,
  y: number,
  picture: string | undefined,
): void {
  if (picture !== undefined) {
    pdf.addImage(picture, 'JPEG', x, y, photo.width, photo.height, `photo ${one.id}`);
    return;
  }
  drawInitials(pdf, fullName(one), { ...photo, x, y });
}

function drawCode(
  pdf: jsPDF,
  code: Code,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const [across, down] = [width / code.width, height / code.height];
  pdf.setFillColor('#000');
  for (const part of code.dark)
    pdf.rect(x + part.x * across, y + part.y * down, part.width * across, part.height * down, 'F');
}

/** Short lines around the sheet, where cards begin and end. */
function drawCutMarks(pdf: jsPDF): void {
  const [length, gap] = [5, 2];
  pdf.setDrawColor('#000').setLineWidth(0.1);
  for (let column = 0; column <= grid.columns; column++) {
    const x = left + column * card.width;
    pdf.line(x, top - gap - length, x, top - gap);
    pdf.line(x, a4.height - top + gap, x, a4.height - top + gap + length);
  }
  for (let row = 0; row <= grid.rows; row++) {
    const y = top + row * card.height;
    pdf.line(left - gap - length, y, left - gap, y);
    pdf.line(a4.width - left + gap, y, a4.width - left + gap + length, y);
  }
}
