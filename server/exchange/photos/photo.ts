import { fileCategories } from '#contract/files.ts';
import { typeAmong } from '#server/platform/files/content.ts';
import { BadImage } from '#server/platform/files/images/bad-image.ts';
import { preparePhoto } from '#server/platform/files/images/sizes.ts';
import { withoutMetadata } from '#server/platform/files/images/strip.ts';
import type { NewFile } from '#server/platform/files/saving.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Source } from '../source.ts';

const { types, maxBytes } = fileCategories['student-profile'];
/** Photos of cameras have up to this; what is more than may be uploaded is stored with fewer pixels. */
const maxCameraBytes = 20 * 1024 * 1024;

/** A file that is no photo; its message says why. */
export class BadPhoto extends Error {}

/**
 * A photo of an archive, checked by its content and without its metadata.
 * @throws BadPhoto
 */
export async function photoOf(
  source: Source,
  name: string,
): Promise<{ prepared(): Promise<NewFile> }> {
  const bytes = await bytesOf(source, name);
  try {
    const type = await typeAmong(bytes, types);
    const clean = withoutMetadata(bytes, type);
    return {
      async prepared() {
        const photo = await preparePhoto(clean, maxBytes);
        return photo?.reduced
          ? { bytes: photo.reduced, type: 'image/jpeg', sizes: photo.sizes }
          : { bytes: clean, type, sizes: photo?.sizes ?? null };
      },
    };
  } catch (error) {
    if (error instanceof BadImage) throw new BadPhoto(`is damaged: the image ${error.message}`);
    if (error instanceof ApiError) throw new BadPhoto('is no JPEG, PNG or WebP image');
    throw error;
  }
}

async function bytesOf(source: Source, name: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  const stream = await source.files.get(name)?.open();
  if (!stream) throw new BadPhoto('is not in the file any more');
  for await (const part of stream) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    if (size <= maxCameraBytes) continue;
    stream.destroy();
    throw new BadPhoto(`has more than ${maxCameraBytes / 1024 / 1024} MB`);
  }
  return Buffer.concat(parts);
}
