import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import bwip from 'bwip-js/node';

/** What the cameras of the browser show: YUV4MPEG2, read whenever one is opened. */
export const cameraFilm = join(import.meta.dirname, '..', 'test-results', 'camera.y4m');

const width = 1280;
const height = 720;
const white = 235;
const black = 16;
/** Pixels of the narrowest bar, and of a square. */
const unit = 4;

/** Films a card with this code in the middle of the picture; without one, a white wall. */
export function filmCode(code?: { kind: 'code128' | 'qrcode' | 'ean13' | 'code39'; text: string }) {
  const luma = Buffer.alloc(width * height, white);
  if (code) draw(luma, modulesOf(code.kind, code.text));
  const colours = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, colours]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`);
  mkdirSync(dirname(cameraFilm), { recursive: true });
  writeFileSync(cameraFilm, Buffer.concat([head, frame, frame]));
}

/** Rows of squares, dark or not; the bars of a barcode are one row, which is drawn high. */
function modulesOf(bcid: string, text: string): boolean[][] {
  const [drawn] = bwip.raw({ bcid, text });
  if (!drawn) throw new Error(`${bcid} cannot be drawn.`);
  if ('sbs' in drawn) {
    const row = drawn.sbs.flatMap((bars, place) =>
      Array<boolean>(Math.round(bars)).fill(place % 2 === 0),
    );
    return Array<boolean[]>(40).fill(row);
  }
  const { pixs, pixx, pixy } = drawn;
  return Array.from({ length: pixy }, (_row, y) =>
    Array.from(pixs.slice(y * pixx, (y + 1) * pixx), (dark) => dark === 1),
  );
}

function draw(luma: Buffer, rows: boolean[][]): void {
  const left = Math.floor((width - (rows[0]?.length ?? 0) * unit) / 2);
  const top = Math.floor((height - rows.length * unit) / 2);
  for (const [y, row] of rows.entries())
    for (const [x, dark] of row.entries()) {
      if (!dark) continue;
      for (let line = 0; line < unit; line++) {
        const from = (top + y * unit + line) * width + left + x * unit;
        luma.fill(black, from, from + unit);
      }
    }
}
