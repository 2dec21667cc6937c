import { crc32 } from 'node:zlib';
import { BadImage, checkParts, checkSize } from './bad-image.ts';
import { exifOf, orientationIn } from './orientation.ts';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Chunks of image, transparency and colours. */
const picture = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'sBIT',
  'bKGD',
  'pHYs',
]);

/** Removes texts, times, EXIF (except the orientation) and trailing data. @throws BadImage */
export function strippedPng(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, signature.length).equals(signature)) throw new BadImage('is no PNG');
  const parts: Buffer[] = [];
  let orientation: number | null = null;
  let data = 0;
  let ended = false;
  for (let [at, chunks] = [signature.length, 0]; !ended; chunks++) {
    checkParts(chunks);
    if (at + 12 > bytes.length) throw new BadImage('ends too early');
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new BadImage('ends too early');
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, end - 4);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      throw new BadImage('a part is damaged');
    if ((type === 'IHDR') !== (parts.length === 0))
      throw new BadImage('does not begin with its size');
    if (type === 'IHDR') {
      if (body.length !== 13) throw new BadImage('a part is broken');
      checkSize(body.readUInt32BE(0), body.readUInt32BE(4));
    }
    if (type === 'eXIf') orientation ??= orientationIn(body);
    if (type === 'IDAT') data += body.length;
    if (picture.has(type)) parts.push(bytes.subarray(at, end));
    ended = type === 'IEND';
    at = end;
  }
  const [header, ...others] = parts;
  if (!header || data === 0) throw new BadImage('has no picture');
  const exif = orientation === null ? [] : [chunk('eXIf', exifOf(orientation))];
  return Buffer.concat([signature, header, ...exif, ...others, chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(body.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
