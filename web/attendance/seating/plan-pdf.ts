import type { jsPDF } from 'jspdf';
import { placeKey, type Layout, type Seat } from '#contract/attendance/seating-plan.ts';
import { fullName } from '#contract/person-name.ts';
import type { RollRow } from '#contract/marks.ts';
import { drawInitials } from '#web/ui/export/draw-initials.ts';
import { drawText } from '#web/ui/export/draw-text.ts';
import { createPdf, innerSize, page } from '#web/ui/export/pdf-page.ts';
import { photosOf } from '#web/ui/export/photos.ts';
import { wrapped } from '#web/ui/export/pictures.ts';
import { placesOf, shownAt, type Side } from './side.ts';

type Seated = Pick<RollRow, 'student' | 'first_name' | 'last_name' | 'profile_image'>;

/** A seating plan for paper. */
export interface PrintedPlan {
  institute: string;
  /** The class, and date and room. */
  title: string;
  subtitle: string;
  layout: Layout;
  seats: readonly Seat[];
  students: readonly Seated[];
  side: Side;
  photos: boolean;
}

const gap = 2;
const head = 17;
const foot = 16;
/** Lower seats have no room for a photo above a name. */
const leastForPhotos = 11;
/** Larger ones leave empty paper around few seats. */
const largest = { width: 60, height: 45 };

/** A seating plan on a landscape page of A4 (R-SEAT-6). */
export async function planPdf(plan: PrintedPlan): Promise<jsPDF> {
  const { layout, seats, students, side } = plan;
  const pdf = await createPdf('landscape');
  const { width, height } = innerSize(pdf);
  const across = pdf.internal.pageSize.getWidth();
  const cell = {
    width: Math.min(largest.width, (width - gap * (layout.columns - 1)) / layout.columns),
    height: Math.min(
      largest.height,
      (height - head - foot - gap * (layout.rows - 1)) / layout.rows,
    ),
  };
  const hasPhotos = plan.photos && cell.height >= leastForPhotos;
  const square = Math.min(cell.width - 2, cell.height * 0.55);
  const photo = { width: square, height: square };
  const byStudent = new Map(students.map((one) => [one.student, one]));
  const byPlace = new Map(seats.map((seat) => [placeKey(seat), byStudent.get(seat.student)]));
  const links = hasPhotos ? students.flatMap(({ profile_image }) => profile_image ?? []) : [];
  const pictures = await photosOf(links, photo, () => {});

  const line = { x: page.margin, width };
  drawText(pdf, plan.title, { ...line, y: page.margin + 3, points: 14, bold: true });
  drawText(pdf, plan.subtitle, { ...line, y: page.margin + 10, points: 10 });

  const inRow = layout.columns * (cell.width + gap) - gap;
  const inColumn = layout.rows * (cell.height + gap) - gap;
  const left = (across - inRow) / 2;
  const top = page.margin + head + (side === 'class' ? 7 : 0);
  drawDesk(pdf, across / 2, side === 'class' ? top - 7 : top + inColumn + 2);
  for (const place of placesOf(layout)) {
    const { row, column } = shownAt(place, layout, side);
    const x = left + (column - 1) * (cell.width + gap);
    const y = top + (row - 1) * (cell.height + gap);
    const student = byPlace.get(placeKey(place));
    pdf.setDrawColor(student ? '#000' : '#bbb').setLineWidth(0.2);
    pdf.rect(x, y, cell.width, cell.height);
    if (student) drawStudent(pdf, student, { x, y, ...cell }, pictures);
  }

  const seated = new Set(seats.map(({ student }) => student));
  const others = students.filter(({ student }) => !seated.has(student)).map(fullName);
  if (others.length > 0) {
    const lines = wrapped(`Without a seat: ${others.join(', ')}`, 8, width);
    const shown = lines.length > 2 ? [lines[0] ?? '', `${lines[1]} …`] : lines;
    for (const [at, text] of shown.entries())
      drawText(pdf, text, {
        ...line,
        y: page.margin + height - 4.5 - 3.5 * (shown.length - 1 - at),
        points: 8,
      });
  }
  drawText(pdf, plan.institute, { ...line, y: page.margin + height, points: 7, colour: '#555' });
  return pdf;

  function drawStudent(to: jsPDF, student: Seated, box: Box, read: Map<string, string>): void {
    const picture = read.get(student.profile_image ?? '');
    const middle = box.x + box.width / 2;
    const inner = box.width - 2;
    const above = hasPhotos ? photo.height + 1 : 0;
    const place = { x: middle - photo.width / 2, y: box.y + 1, ...photo };
    if (picture !== undefined)
      to.addImage(
        picture,
        'JPEG',
        place.x,
        place.y,
        place.width,
        place.height,
        `photo ${student.student}`,
      );
    else if (hasPhotos) drawInitials(to, fullName(student), place);
    const free = box.height - above;
    const points = Math.max(4, Math.min(13, free / 1.1, inner / 2));
    const lines = wrapped(fullName(student), points, inner);
    const step = (points / 72) * 25.4 * 1.25;
    const room = Math.max(1, Math.min(2, Math.floor(free / step)));
    const shown =
      lines.length > room ? [...lines.slice(0, room - 1), `${lines[room - 1]}…`] : lines;
    for (const [at, text] of shown.entries())
      drawText(to, text, {
        x: middle,
        y: box.y + above + free / 2 + (at - (shown.length - 1) / 2) * step,
        points,
        width: inner,
        centred: true,
      });
  }
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function drawDesk(pdf: jsPDF, middle: number, y: number): void {
  pdf.setDrawColor('#000').setLineWidth(0.2);
  pdf.rect(middle - 22, y, 44, 6);
  drawText(pdf, 'Teacher’s desk', { x: middle, y: y + 3, points: 8, width: 40, centred: true });
}
