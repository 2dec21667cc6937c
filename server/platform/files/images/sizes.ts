import { lastingThread } from '#server/platform/jobs/thread.ts';
import type { PhotoSizes } from './decode.ts';

export type { PhotoSizes } from './decode.ts';

const inThread = lastingThread<PhotoSizes>(new URL('sizes-thread.ts', import.meta.url), {
  maxHeapMb: 128,
  idleMs: 10_000,
});

/** One photo at a time: 50 megapixels take some 400 MB. */
let before: Promise<unknown> = Promise.resolve();

/**
 * The sizes of a photo whose metadata were removed; null where it cannot be decoded: its original is
 * shown then.
 */
export function sizesOf(bytes: Uint8Array): Promise<PhotoSizes | null> {
  const sizes = before.then(() => inThread(bytes)).catch(() => null);
  before = sizes;
  return sizes;
}
