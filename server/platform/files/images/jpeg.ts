import { BadImage, checkParts, checkSize } from './bad-image.ts';
import { exifOf, orientationIn } from './orientation.ts';

const [soi, eoi, sos, app0, app1, app2, app14] = [0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee];
/** DHT, DAC, SOS, DQT, DNL and DRI: segments that a decoder needs beside the frame. */
const tables = new Set([0xc4, 0xcc, sos, 0xdb, 0xdc, 0xdd]);
const exifHead = 'Exif\0\0';
const jfifHead = 'JFIF\0';
const profileHead = 'ICC_PROFILE\0';
/** APP14: name, version, two flags and the colour transformation. */
const [adobeHead, adobeLength] = ['Adobe', 12];
/** JFIF 1.01 without a thumbnail. */
const plainJfif = Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1');

/**
 * Removes everything that a decoder does not need (EXIF, GPS, XMP, IPTC, comments, thumbnails,
 * further images after the end), except orientation and colours.
 * @throws BadImage when its segments are inconsistent.
 */
export function strippedJpeg(bytes: Buffer): Buffer {
  if (bytes.readUInt16BE(0) !== 0xff00 + soi) throw new BadImage('is no JPEG');
  const parts: Buffer[] = [];
  let orientation: number | null = null;
  let jfif = false;
  let sized = false;
  let scans = 0;
  for (let [at, segments] = [2, 0]; ; segments++) {
    checkParts(segments);
    if (bytes[at] !== 0xff) throw new BadImage('a marker is missing');
    while (bytes[at + 1] === 0xff) at++;
    const marker = bytes[at + 1];
    if (marker === undefined) throw new BadImage('ends too early');
    if (marker === eoi) break;
    const end = at + 2 + (at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0);
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= soi) || end < at + 4 || end > bytes.length)
      throw new BadImage('a segment is broken');
    const body = bytes.subarray(at + 4, end);
    if (marker === app1 && beginsWith(body, exifHead))
      orientation ??= orientationIn(body.subarray(exifHead.length));
    // Without it colours are decoded as APP14 specifies.
    if (marker === app0 && beginsWith(body, jfifHead)) jfif = true;
    if (isFrame(marker)) {
      if (body.length < 6) throw new BadImage('a segment is broken');
      checkSize(body.readUInt16BE(3), body.readUInt16BE(1));
      sized = true;
    }
    if (isPicture(marker, body)) parts.push(bytes.subarray(at, end));
    if (marker === app14 && beginsWith(body, adobeHead))
      parts.push(segment(app14, body.subarray(0, adobeLength)));
    at = end;
    if (marker !== sos) continue;
    scans++;
    at = endOfScan(bytes, end);
    parts.push(bytes.subarray(end, at));
  }
  if (!sized || scans === 0) throw new BadImage('has no picture');
  const exif =
    orientation === null
      ? []
      : [segment(app1, Buffer.concat([Buffer.from(exifHead, 'latin1'), exifOf(orientation)]))];
  const head = [...(jfif ? [segment(app0, plainJfif)] : []), ...exif];
  return Buffer.concat([Buffer.from([0xff, soi]), ...head, ...parts, Buffer.from([0xff, eoi])]);
}

/** SOF0 to SOF15, without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const isPicture = (marker: number, body: Buffer): boolean =>
  isFrame(marker) || tables.has(marker) || (marker === app2 && beginsWith(body, profileHead));

const beginsWith = (body: Buffer, head: string): boolean =>
  body.toString('latin1', 0, head.length) === head;

/** The position of the next marker outside of the scan. */
function endOfScan(bytes: Buffer, from: number): number {
  // Byte by byte: repeated searches take half a second for a scan that consists of markers.
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new BadImage('ends too early');
}

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
