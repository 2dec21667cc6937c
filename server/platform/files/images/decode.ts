import { crop, PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node';
import { photoSizes, type PhotoSize } from '#contract/files.ts';
import { orientationOf } from './orientation.ts';

/** A photo in one of its sizes. */
export type PhotoSizes = { size: PhotoSize; bytes: Uint8Array }[];

const quality = 82;
/** Of what is taller than wide the upper part is shown: a face has a fifth of the rest above it. */
const shareAbove = 0.2;

/** A photo for the store. */
export interface PreparedPhoto {
  sizes: PhotoSizes;
  /** The photo as a JPEG of at most 1,600 pixels, where it was larger than it may be; else null. */
  reduced: Uint8Array | null;
}

const maxEdge = 1600;

/**
 * The squares of a photo whose metadata were removed, upright and on white; and the photo itself in
 * fewer pixels where it has more than `maxBytes`.
 * @throws Error (of WebAssembly) for what cannot be decoded: its thread has to end then.
 */
export function preparedPhoto(bytes: Uint8Array, maxBytes: number): PreparedPhoto {
  const orientation = orientationOf(bytes);
  const whole = PhotonImage.new_from_byteslice(bytes);
  const reduced = bytes.length > maxBytes ? reducedImage(whole, orientation) : null;
  const sizes = sizesOfImage(whole, orientation);
  whole.free();
  return { sizes, reduced };
}

function reducedImage(image: PhotonImage, orientation: number): Uint8Array {
  const [width, height] = [image.get_width(), image.get_height()];
  const share = Math.min(1, maxEdge / Math.max(width, height));
  const [fewer, lower] = [width, height].map((edge) => Math.max(1, Math.round(edge * share)));
  const small = resize(image, fewer ?? width, lower ?? height, SamplingFilter.Triangle);
  const upright = uprightImage(small, orientation);
  small.free();
  const jpeg = upright.get_bytes_jpeg(quality);
  upright.free();
  return jpeg;
}

function sizesOfImage(whole: PhotonImage, orientation: number): PhotoSizes {
  const square = squareOf(whole, orientation);
  const largest = Math.max(...photoSizes);
  const small = resize(square, largest, largest, SamplingFilter.Triangle);
  square.free();
  const upright = uprightImage(small, orientation);
  small.free();
  const sizes = photoSizes.map((size) => {
    const image = resize(upright, size, size, SamplingFilter.Triangle);
    const sized = { size, bytes: image.get_bytes_jpeg(quality) };
    image.free();
    return sized;
  });
  upright.free();
  return sizes;
}

function squareOf(image: PhotonImage, orientation: number): PhotonImage {
  const [width, height] = [image.get_width(), image.get_height()];
  const edge = Math.min(width, height);
  const isTurned = orientation >= 5;
  const isTall = isTurned ? width > height : height > width;
  const rest = Math.abs(width - height);
  const above = Math.round(rest * (isTall ? shareAbove : 0.5));
  // Where the top of the picture is at the end of the stored rows or columns.
  const isFromEnd = [3, 4, 7, 8].includes(orientation);
  const start = isFromEnd ? rest - above : above;
  const [x, y] = width > height ? [start, 0] : [0, start];
  return crop(image, x, y, x + edge, y + edge);
}

/** The image upright, by its EXIF orientation, and on white where it is transparent. */
function uprightImage(image: PhotonImage, orientation: number): PhotonImage {
  const pixels = image.get_raw_pixels();
  const [storedWidth, storedHeight] = [image.get_width(), image.get_height()];
  const isTurned = orientation >= 5;
  const [width, height] = isTurned ? [storedHeight, storedWidth] : [storedWidth, storedHeight];
  const [right, bottom] = [storedWidth - 1, storedHeight - 1];
  const sources: Record<number, (x: number, y: number) => [number, number]> = {
    2: (x, y) => [right - x, y],
    3: (x, y) => [right - x, bottom - y],
    4: (x, y) => [x, bottom - y],
    5: (x, y) => [y, x],
    6: (x, y) => [y, bottom - x],
    7: (x, y) => [right - y, bottom - x],
    8: (x, y) => [right - y, x],
  };
  const sourceOf = sources[orientation] ?? ((x: number, y: number): [number, number] => [x, y]);
  const out = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [storedX, storedY] = sourceOf(x, y);
      const source = (storedY * storedWidth + storedX) * 4;
      const target = (y * width + x) * 4;
      const alpha = (pixels[source + 3] ?? 255) / 255;
      for (let channel = 0; channel < 3; channel++)
        out[target + channel] = Math.round(
          (pixels[source + channel] ?? 255) * alpha + 255 * (1 - alpha),
        );
      out[target + 3] = 255;
    }
  return new PhotonImage(out, width, height);
}
