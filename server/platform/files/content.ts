import { fileTypeFromBuffer } from 'file-type';
import { nameOfType } from '#contract/files.ts';
import { BadImage, maxPixels } from './images/bad-image.ts';
import { withoutMetadata } from './images/strip.ts';
import { ApiError } from '../http/api-error.ts';

/**
 * Number of bytes by which a file's kind is detected: searching an archive of 10 MB to its end would
 * block every tap.
 */
const headBytes = 64 * 1024;

/**
 * The kind of a file by its content, whatever its name.
 * @throws ApiError 415 when it is none of these.
 */
export async function typeAmong<Type extends string>(
  bytes: Uint8Array,
  types: readonly Type[],
): Promise<Type> {
  const kind = await fileTypeFromBuffer(bytes.subarray(0, headBytes));
  const found = types.find((type) => type === kind?.mime);
  if (found !== undefined) return found;
  const names = types.map(nameOfType);
  throw new ApiError(415, {
    detail: `Only ${names.slice(0, -1).join(', ')} and ${names.at(-1)} files are accepted here.`,
  });
}

/**
 * Removes where and when an image was taken.
 * @throws ApiError 415 for a damaged image, 413 for one of too many pixels.
 */
export function cleaned(bytes: Uint8Array, type: string): Uint8Array {
  try {
    return withoutMetadata(bytes, type);
  } catch (error) {
    if (!(error instanceof BadImage)) throw error;
    throw error.tooLarge
      ? new ApiError(413, {
          detail: `An image may have at most ${maxPixels / 1_000_000} megapixels.`,
        })
      : new ApiError(415, { detail: 'This image is damaged: save it again, or take another.' });
  }
}
