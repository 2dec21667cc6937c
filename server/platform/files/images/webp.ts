import { BadImage, checkParts, checkSize } from './bad-image.ts';
import { exifOf, orientationIn } from './orientation.ts';

/** Chunks of image, transparency, colours and animation. */
const picture = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);
const [exifFlag, xmpFlag] = [0x08, 0x04];
const frameHead = 16;

interface Chunk {
  type: string;
  body: Buffer;
}

/** Removes EXIF (except the orientation), XMP and unknown chunks. @throws BadImage */
export function strippedWebp(bytes: Buffer): Buffer {
  const whole =
    bytes.length >= 12 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP';
  const end = whole ? 8 + bytes.readUInt32LE(4) : 0;
  if (!whole || end > bytes.length) throw new BadImage('is no WebP');
  const chunks = chunksOf(bytes.subarray(12, end));
  const exif = chunks.find(({ type }) => type === 'EXIF')?.body;
  // Some programs write JPEG's segment header before it.
  const orientation = exif
    ? orientationIn(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif)
    : null;
  const rest = chunks
    .filter(({ type }) => picture.has(type))
    .map((it) => cleaned(it, orientation !== null));
  if (!rest.some(({ type }) => type === 'VP8 ' || type === 'VP8L' || type === 'ANMF'))
    throw new BadImage('has no picture');
  if (orientation !== null && rest[0]?.type === 'VP8X')
    rest.push({ type: 'EXIF', body: exifOf(orientation) });
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...rest.map(written)]);
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), size(body.length), body]);
}

function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < bytes.length;) {
    checkParts(chunks.length);
    if (at + 8 > bytes.length) throw new BadImage('ends too early');
    const length = bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (body.length < length) throw new BadImage('ends too early');
    chunks.push({ type: bytes.toString('latin1', at, at + 4), body });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

/** Checks the size, and clears flags of removed chunks. */
function cleaned({ type, body }: Chunk, oriented: boolean): Chunk {
  if (type === 'VP8X') {
    if (body.length < 10) throw new BadImage('a part is broken');
    checkSize(body.readUIntLE(4, 3) + 1, body.readUIntLE(7, 3) + 1);
    const flags = (body.readUInt8(0) & ~(exifFlag | xmpFlag)) | (oriented ? exifFlag : 0);
    return { type, body: Buffer.concat([Buffer.from([flags]), body.subarray(1)]) };
  }
  if (type === 'VP8 ') {
    if (body.length < 10 || body.readUIntBE(3, 3) !== 0x9d012a)
      throw new BadImage('a part is broken');
    checkSize(body.readUInt16LE(6) & 0x3fff, body.readUInt16LE(8) & 0x3fff);
  }
  if (type === 'VP8L') {
    if (body.length < 5 || body[0] !== 0x2f) throw new BadImage('a part is broken');
    const bits = body.readUInt32LE(1);
    checkSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (type === 'ANMF') {
    if (body.length < frameHead) throw new BadImage('a part is broken');
    const inside = chunksOf(body.subarray(frameHead)).filter((it) =>
      ['ALPH', 'VP8 ', 'VP8L'].includes(it.type),
    );
    return {
      type,
      body: Buffer.concat([
        body.subarray(0, frameHead),
        ...inside.map((it) => written(cleaned(it, false))),
      ]),
    };
  }
  return { type, body };
}

const size = (bytes: number): Buffer => {
  const text = Buffer.alloc(4);
  text.writeUInt32LE(bytes);
  return text;
};

const written = ({ type, body }: Chunk): Buffer =>
  Buffer.concat([
    Buffer.from(type, 'latin1'),
    size(body.length),
    body,
    Buffer.alloc(body.length % 2),
  ]);
