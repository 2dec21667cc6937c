import { brokenLines } from './line-breaks.ts';
import { institutePicture } from '../institute-picture.ts';

/** Pictures for a PDF, drawn by the browser; sizes are millimetres. */
export interface Picture {
  data: string;
  width: number;
  height: number;
}

const dotsPerMm = 8;
const family = "'Inter Variable', system-ui, sans-serif";

/**
 * Scripts that the embedded font writes letter by letter: Latin, Greek, Cyrillic, Armenian,
 * Georgian and marks.
 */
const embedded = /^[\u0020-\u058f\u10a0-\u10ff\u1c90-\u1cbf\u1e00-\u1fff\u2000-\u2bff]*$/;

export const inFont = (text: string): boolean => embedded.test(text.replaceAll(/\s/g, ' '));

/** A line of text in any script that the browser can show. */
export function pictureOf(text: string, points: number, colour = '#000'): Picture {
  const pixels = (points / 72) * 25.4 * dotsPerMm;
  const style = `${pixels}px ${family}`;
  const [probe] = canvasOf(1, 1);
  probe.font = style;
  const size = {
    width: Math.ceil(probe.measureText(text).width) + 2,
    height: Math.ceil(pixels * 1.5),
  };
  const [pen, canvas] = canvasOf(size.width, size.height);
  pen.font = style;
  pen.fillStyle = colour;
  pen.textBaseline = 'middle';
  pen.fillText(text, 1, size.height / 2);
  return {
    data: canvas.toDataURL('image/png'),
    width: size.width / dotsPerMm,
    height: size.height / dotsPerMm,
  };
}

/** Lines of a text in any script that are not wider than a number of millimetres (R-PAPER-7). */
export function wrapped(text: string, points: number, width: number): string[] {
  const pixels = (points / 72) * 25.4 * dotsPerMm;
  const [probe] = canvasOf(1, 1);
  probe.font = `${pixels}px ${family}`;
  const widthOf = (line: string) => probe.measureText(line).width;
  return brokenLines(
    text,
    width * dotsPerMm - 2,
    widthOf,
    inFont(text) ? undefined : wordsOf(text),
  );
}

/** The words of a text, also in scripts that write no spaces between them. */
const wordsOf = (text: string): string[] =>
  Array.from(
    new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text),
    ({ segment }) => segment,
  );

/** The mark, the list's title and the institute's name over a line. */
export async function drawHeader(
  institute: string,
  title: string,
  width: number,
  height: number,
): Promise<string> {
  const [pen, canvas] = canvasOf(width * dotsPerMm, height * dotsPerMm);
  const mark = await load(institutePicture() ?? '/icon.svg');
  const side = canvas.height - 3 * dotsPerMm;
  const wide = Math.min((side * mark.naturalWidth) / (mark.naturalHeight || 1) || side, 4 * side);
  pen.drawImage(mark, 0, 0, wide, side);
  pen.textBaseline = 'middle';
  pen.fillStyle = '#16302d';
  pen.font = `650 ${5 * dotsPerMm}px ${family}`;
  pen.fillText(title, wide + 3 * dotsPerMm, side / 2);
  pen.font = `${3.4 * dotsPerMm}px ${family}`;
  pen.fillStyle = '#52635f';
  pen.textAlign = 'right';
  pen.fillText(institute, canvas.width, side / 2);
  pen.fillStyle = '#17625c';
  pen.fillRect(0, canvas.height - dotsPerMm, canvas.width, dotsPerMm / 2);
  return canvas.toDataURL('image/png');
}

/** A line with the date of the export below it. */
export function drawFooter(
  institute: string,
  today: string,
  width: number,
  height: number,
): string {
  const [pen, canvas] = canvasOf(width * dotsPerMm, height * dotsPerMm);
  pen.fillStyle = '#17625c';
  pen.fillRect(0, 0, canvas.width, dotsPerMm / 4);
  pen.font = `${2.4 * dotsPerMm}px ${family}`;
  pen.fillStyle = '#52635f';
  pen.textBaseline = 'top';
  pen.fillText(`${institute}, ${today}`, 0, dotsPerMm);
  return canvas.toDataURL('image/png');
}

function canvasOf(width: number, height: number): [CanvasRenderingContext2D, HTMLCanvasElement] {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(width),
    height: Math.round(height),
  });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw on a canvas.');
  return [pen, canvas];
}

function load(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(image));
    image.addEventListener('error', () => reject(new Error(`${address} could not be loaded`)));
    image.src = address;
  });
}
