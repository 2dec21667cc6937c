import type { jsPDF } from 'jspdf';
import boldFont from 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf?url';
import font from 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf?url';

/** Loads DejaVu Sans, normal and bold, into a PDF. */
export async function addFonts(pdf: jsPDF): Promise<void> {
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
