/** An image that is inconsistent, or has too many pixels. */
export class BadImage extends Error {
  readonly tooLarge: boolean;

  constructor(message: string, tooLarge = false) {
    super(message);
    this.tooLarge = tooLarge;
  }
}

/** Maximum pixels: 50 megapixels, about 200 MB decoded. */
export const maxPixels = 50_000_000;

/** @throws BadImage for no or too many pixels. */
export function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw new BadImage('has no pixels');
  if (width * height > maxPixels)
    throw new BadImage(`has more than ${maxPixels / 1_000_000} megapixels`, true);
}

/**
 * Maximum segments or chunks: the largest images have a few thousand; a million empty ones take a
 * second.
 */
const maxParts = 20_000;

/** @throws BadImage for too many parts. */
export function checkParts(count: number): void {
  if (count > maxParts) throw new BadImage('has too many parts');
}
