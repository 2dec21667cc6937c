import type { jsPDF } from 'jspdf';
import { initialsOf } from '../StudentPhoto.tsx';
import { drawText } from './draw-text.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws the initials of a person without a photo, in the photo's place. Lengths are in millimetres. */
export function drawInitials(pdf: jsPDF, name: string, { x, y, width, height }: Box): void {
  pdf.setFillColor('#e2ecea');
  pdf.rect(x, y, width, height, 'F');
  drawText(pdf, initialsOf(name), {
    x: x + width / 2,
    y: y + height / 2,
    points: Math.min(20, height * 1.1),
    width: width * 0.6,
    colour: '#17625c',
    bold: true,
    centred: true,
  });
}
