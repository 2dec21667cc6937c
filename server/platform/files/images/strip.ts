import { strippedJpeg } from './jpeg.ts';
import { strippedPng } from './png.ts';
import { strippedWebp } from './webp.ts';

const strippers: Record<string, (bytes: Buffer) => Buffer> = {
  'image/jpeg': strippedJpeg,
  'image/png': strippedPng,
  'image/webp': strippedWebp,
};

/**
 * Removes metadata about place, time and camera from an image; other files are unchanged. @throws
 * BadImage
 */
export function withoutMetadata(bytes: Uint8Array, type: string): Uint8Array {
  const strip = strippers[type];
  return strip ? strip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) : bytes;
}
