const tag = 0x0112;

/** The EXIF orientation (2 to 8); null when it is missing, normal or unreadable. */
export function orientationIn(exif: Buffer): number | null {
  const order = exif.toString('latin1', 0, 2);
  if (exif.length < 14 || (order !== 'II' && order !== 'MM')) return null;
  const short = (at: number) => (order === 'II' ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const long = (at: number) => (order === 'II' ? exif.readUInt32LE(at) : exif.readUInt32BE(at));
  const start = long(4);
  if (short(2) !== 42 || start + 2 > exif.length) return null;
  for (
    let at = start + 2, left = short(start);
    left > 0 && at + 12 <= exif.length;
    at += 12, left--
  ) {
    if (short(at) !== tag) continue;
    const value = short(at + 8);
    return value >= 2 && value <= 8 ? value : null;
  }
  return null;
}

/** EXIF data with an orientation only. */
export function exifOf(orientation: number): Buffer {
  const exif = Buffer.alloc(26);
  exif.write('MM', 'latin1');
  exif.writeUInt16BE(42, 2);
  exif.writeUInt32BE(8, 4);
  exif.writeUInt16BE(1, 8);
  exif.writeUInt16BE(tag, 10);
  exif.writeUInt16BE(3, 12);
  exif.writeUInt32BE(1, 14);
  exif.writeUInt16BE(orientation, 18);
  return exif;
}

/** The orientation (1 to 8) of an image whose metadata were removed: `exifOf` wrote what is there. */
export function orientationOf(stripped: Uint8Array): number {
  const head = exifOf(0).subarray(0, 18);
  const bytes = Buffer.from(stripped.buffer, stripped.byteOffset, stripped.byteLength);
  const at = bytes.indexOf(head);
  return at < 0 || at + 20 > bytes.length ? 1 : bytes.readUInt16BE(at + 18);
}
