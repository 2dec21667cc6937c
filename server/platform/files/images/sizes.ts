import { lastingThread } from '#server/platform/jobs/thread.ts';
import type { PhotoSizes, PreparedPhoto } from './decode.ts';

export type { PhotoSizes } from './decode.ts';

const inThread = lastingThread<PreparedPhoto>(new URL('sizes-thread.ts', import.meta.url), {
  maxHeapMb: 128,
  idleMs: 10_000,
});

/** One photo at a time: 50 megapixels take some 400 MB. */
let before: Promise<unknown> = Promise.resolve();

/**
 * A photo whose metadata were removed, for the store.
 * @param maxBytes a photo of more is made smaller; by default none is.
 * @returns null where it cannot be decoded.
 */
export function preparePhoto(
  bytes: Uint8Array,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<PreparedPhoto | null> {
  const photo = before.then(() => inThread([bytes, maxBytes])).catch(() => null);
  before = photo;
  return photo;
}

/** The sizes of a photo; null where it cannot be decoded: its original is shown then. */
export const sizesOf = async (bytes: Uint8Array): Promise<PhotoSizes | null> =>
  (await preparePhoto(bytes))?.sizes ?? null;
