import { crop, PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node';
import { photoSizes, type PhotoSize } from '#contract/files.ts';
import { orientationOf } from './orientation.ts';

/** A photo in one of its sizes. */
export type PhotoSizes = { size: PhotoSize; bytes: Uint8Array }[];

const quality = 82;
/** Of what is taller than wide the upper part is shown: a face has a fifth of the rest above it. */
const shareAbove = 0.2;

/**
 * Squares of a photo whose metadata were removed, upright and on white.
 * @throws Error (of WebAssembly) for what cannot be decoded: its thread has to end then.
 */
export function sizesOfImage(bytes: Uint8Array): PhotoSizes {
  const orientation = orientationOf(bytes);
  const whole = PhotonImage.new_from_byteslice(bytes);
  const square = squareOf(whole, orientation);
  whole.free();
  const largest = Math.max(...photoSizes);
  const small = resize(square, largest, largest, SamplingFilter.Triangle);
  square.free();
  const upright = new PhotonImage(
    turned(small.get_raw_pixels(), largest, orientation),
    largest,
    largest,
  );
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

/** The pixels (RGBA) of a square upright, by its EXIF orientation, and on white where they are transparent. */
function turned(pixels: Uint8Array, edge: number, orientation: number): Uint8Array {
  const out = new Uint8Array(pixels.length);
  const last = edge - 1;
  const from: Record<number, (x: number, y: number) => [number, number]> = {
    2: (x, y) => [last - x, y],
    3: (x, y) => [last - x, last - y],
    4: (x, y) => [x, last - y],
    5: (x, y) => [y, x],
    6: (x, y) => [y, last - x],
    7: (x, y) => [last - y, last - x],
    8: (x, y) => [last - y, x],
  };
  const place = from[orientation] ?? ((x: number, y: number): [number, number] => [x, y]);
  for (let y = 0; y < edge; y++)
    for (let x = 0; x < edge; x++) {
      const [sx, sy] = place(x, y);
      const source = (sy * edge + sx) * 4;
      const target = (y * edge + x) * 4;
      const alpha = (pixels[source + 3] ?? 255) / 255;
      for (let channel = 0; channel < 3; channel++)
        out[target + channel] = Math.round(
          (pixels[source + channel] ?? 255) * alpha + 255 * (1 - alpha),
        );
      out[target + 3] = 255;
    }
  return out;
}
