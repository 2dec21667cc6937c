import { photoSizes, type PhotoSize } from '#contract/files.ts';

/** The content type of all sizes. */
export const sizedType = 'image/jpeg';

const withSizes = /^student-profile\//;

/** The key of a size of a photo: `student-profile/ID.png` → `student-profile/ID_png-96.jpg`. */
export const sizedKey = (key: string, size: PhotoSize): string =>
  key.replace(/\.(\w+)$/, `_$1-${size}.jpg`);

/** The keys of all sizes that a file may have. */
export const sizedKeysOf = (key: string): string[] =>
  withSizes.test(key) ? photoSizes.map((size) => sizedKey(key, size)) : [];

/** The key of the photo that a key is a size of; the key itself where it is none. */
export const originalOf = (key: string): string => key.replace(/_(\w+)-\d+\.jpg$/, '.$1');
