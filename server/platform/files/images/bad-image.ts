/** An image whose parts do not fit together, or that has too many pixels. */
export class BadImage extends Error {
  readonly tooLarge: boolean;

  constructor(message: string, tooLarge = false) {
    super(message);
    this.tooLarge = tooLarge;
  }
}

/** What a decoder unpacks to about 200 MB: 50 megapixels. */
export const maxPixels = 50_000_000;

/** @throws BadImage for no pixels, and for too many. */
export function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw new BadImage('has no pixels');
  if (width * height > maxPixels) throw new BadImage('has too many pixels', true);
}
