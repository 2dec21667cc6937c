import { PhotonImage } from '@silvia-odwyer/photon-node';
import { expect, it } from 'vitest';
import { exifOf } from './orientation.ts';
import { preparedPhoto } from './decode.ts';
import { sizesOf } from './sizes.ts';
import { withoutMetadata } from './strip.ts';

type Colour = [number, number, number, number];
const red: Colour = [200, 0, 0, 255];
const blue: Colour = [0, 0, 200, 255];
const clear: Colour = [0, 0, 0, 0];

function image(width: number, height: number, colourAt: (x: number, y: number) => Colour) {
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels.set(colourAt(x, y), (y * width + x) * 4);
  return new PhotonImage(pixels, width, height);
}

function withOrientation(jpeg: Uint8Array, orientation: number): Uint8Array {
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(orientation)]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2]);
  return withoutMetadata(Buffer.concat([head, exif, jpeg.subarray(2)]), 'image/jpeg');
}

/** The colour in the middle of each quarter: above left, above right, below left, below right. */
function quarters(bytes: Uint8Array) {
  const square = PhotonImage.new_from_byteslice(bytes);
  const [edge, pixels] = [square.get_width(), square.get_raw_pixels()];
  expect(square.get_height()).toBe(edge);
  return [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ].map(([x = 0, y = 0]) => {
    const at = (Math.floor(y * edge) * edge + Math.floor(x * edge)) * 4;
    const [r = 0, , b = 0] = pixels.subarray(at, at + 3);
    if (r > 230 && b > 230) return 'white';
    return r > b ? 'red' : 'blue';
  });
}
const sizesOfImage = (bytes: Uint8Array) => preparedPhoto(bytes, Number.POSITIVE_INFINITY).sizes;
const smallest = (bytes: Uint8Array) => {
  const [first] = sizesOfImage(bytes);
  if (!first) throw new Error('no size');
  return first.bytes;
};

it('squares of 96, 240 and 480 pixels are made of a photo', () => {
  const sizes = sizesOfImage(image(300, 200, () => red).get_bytes_jpeg(90));
  expect(sizes.map(({ size }) => size)).toEqual([96, 240, 480]);
  for (const { size, bytes } of sizes)
    expect(PhotonImage.new_from_byteslice(bytes).get_width()).toBe(size);
});

it('of a tall photo the upper part is shown, of a wide one the middle', () => {
  // A face that ends at 60 of 200 pixels.
  const tall = image(100, 200, (_, y) => (y < 60 ? red : blue));
  expect(quarters(smallest(tall.get_bytes_jpeg(90)))).toEqual(['red', 'red', 'blue', 'blue']);
  const wide = image(200, 100, (x) => (x < 100 ? red : blue));
  expect(quarters(smallest(wide.get_bytes_jpeg(90)))).toEqual(['red', 'blue', 'red', 'blue']);
});

it.each([
  [1, ['red', 'blue', 'blue', 'blue']],
  [2, ['blue', 'red', 'blue', 'blue']],
  [3, ['blue', 'blue', 'blue', 'red']],
  [4, ['blue', 'blue', 'red', 'blue']],
  [5, ['red', 'blue', 'blue', 'blue']],
  [6, ['blue', 'red', 'blue', 'blue']],
  [7, ['blue', 'blue', 'blue', 'red']],
  [8, ['blue', 'blue', 'red', 'blue']],
])('a photo with orientation %i is upright', (orientation, expected) => {
  const corner = image(100, 100, (x, y) => (x < 50 && y < 50 ? red : blue));
  const bytes = withOrientation(corner.get_bytes_jpeg(90), orientation);
  expect(quarters(smallest(bytes))).toEqual(expected);
});

it('a photo of a turned phone shows its upper part, too', () => {
  // Stored lying, shown standing: orientation 6 has the top at the left.
  const lying = image(200, 100, (x) => (x < 60 ? red : blue));
  const bytes = withOrientation(lying.get_bytes_jpeg(90), 6);
  expect(quarters(smallest(bytes))).toEqual(['red', 'red', 'blue', 'blue']);
});

it('what is transparent becomes white', () => {
  const half = image(100, 100, (x) => (x < 50 ? red : clear));
  expect(quarters(smallest(half.get_bytes()))).toEqual(['red', 'white', 'red', 'white']);
});

it('an image that cannot be decoded has no sizes, and the next one has', async () => {
  const jpeg = image(100, 100, () => red).get_bytes_jpeg(90);
  expect(await sizesOf(jpeg.subarray(0, 300))).toBeNull();
  expect(await sizesOf(jpeg)).toHaveLength(3);
});

it('a photo of more bytes than it may have is made smaller, upright', () => {
  const lying = image(2000, 1000, (x) => (x < 600 ? red : blue));
  const bytes = withOrientation(lying.get_bytes_jpeg(90), 6);
  const { reduced } = preparedPhoto(bytes, 100);
  if (!reduced) throw new Error('not reduced');
  const made = PhotonImage.new_from_byteslice(reduced);
  expect([made.get_width(), made.get_height()]).toEqual([800, 1600]);
  const [r = 0, , b = 0] = made.get_raw_pixels();
  expect(r).toBeGreaterThan(b);
  expect(preparedPhoto(bytes, bytes.length).reduced).toBeNull();
});
