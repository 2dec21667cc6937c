import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BadImage } from './bad-image.ts';
import { exifOf, orientationIn } from './orientation.ts';
import { withoutMetadata } from './strip.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const place = 'GPS 33.8688 S 151.2093 E';
const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const uint32 = (value: number, little = false) => {
  const bytes = Buffer.alloc(4);
  if (little) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
};
/** EXIF with an orientation and, after it, the location. */
const exifWith = (orientation: number) => Buffer.concat([exifOf(orientation), latin(place)]);

const segment = (marker: number, body: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), uint16(body.length + 2), body]);
const frame = (width: number, height: number, marker = 0xc0) =>
  segment(
    marker,
    Buffer.concat([Buffer.from([8]), uint16(height), uint16(width), Buffer.from([1, 1, 0x11, 0])]),
  );
const scan = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
]);
const jpeg = (...more: Buffer[]) =>
  Buffer.concat([latin('\xff\xd8'), ...more, frame(4, 3), scan, scan, latin('\xff\xd9')]);

const chunk = (type: string, body: Buffer) =>
  Buffer.concat([
    uint32(body.length),
    latin(type),
    body,
    uint32(crc32(Buffer.concat([latin(type), body]))),
  ]);
const header = (width: number, height: number) =>
  chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 0, 0, 0, 0])]));
const pngOf = (width: number, height: number, ...more: Buffer[]) =>
  Buffer.concat([
    latin('\x89PNG\r\n\x1a\n'),
    header(width, height),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc(2))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

const part = (type: string, body: Buffer) =>
  Buffer.concat([latin(type), uint32(body.length, true), body, Buffer.alloc(body.length % 2)]);
const vp8 = (width: number, height: number) => {
  const body = Buffer.concat([
    Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a]),
    Buffer.from([width & 0xff, width >> 8, height & 0xff, height >> 8, 7]),
  ]);
  return part('VP8 ', body);
};
const canvas = (flags: number, width: number, height: number) => {
  const body = Buffer.alloc(10);
  body[0] = flags;
  body.writeUIntLE(width - 1, 4, 3);
  body.writeUIntLE(height - 1, 7, 3);
  return part('VP8X', body);
};
const webp = (...parts: Buffer[]) => {
  const body = Buffer.concat([latin('WEBP'), ...parts]);
  return Buffer.concat([latin('RIFF'), uint32(body.length, true), body]);
};

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const strip = (bytes: Buffer, type: string) => Buffer.from(withoutMetadata(bytes, `image/${type}`));

const xmp = latin('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>' + place);
const marked: [type: string, plain: Buffer, withMore: Buffer][] = [
  [
    'jpeg',
    jpeg(),
    Buffer.concat([
      jpeg(
        segment(0xe1, Buffer.concat([latin('Exif\0\0'), exifWith(1)])),
        segment(0xe1, xmp),
        segment(0xed, latin('Photoshop 3.0\0' + place)),
        segment(0xe2, latin('MPF\0' + place)),
        segment(0xef, latin(place)),
        segment(0xfe, latin(place)),
        // Reserved, for extensions and for hierarchical images: no decoder of a browser reads them.
        ...[0xc8, 0xde, 0xdf, 0xf0, 0xf6, 0xfd].map((marker) => segment(marker, latin(place))),
      ),
      latin(place),
    ]),
  ],
  [
    'png',
    pngOf(1, 1),
    Buffer.concat([
      pngOf(
        1,
        1,
        chunk('eXIf', exifWith(1)),
        chunk('tEXt', latin('Comment\0' + place)),
        chunk('zTXt', Buffer.concat([latin('Comment\0\0'), deflateSync(latin(place))])),
        chunk('iTXt', latin('XML:com.adobe.xmp\0\0\0\0\0' + place)),
        chunk('tIME', Buffer.from([7, 234, 3, 2, 9, 15, 0])),
        chunk('gpSx', latin(place)),
      ),
      latin(place),
    ]),
  ],
  [
    'webp',
    webp(canvas(0, 4, 3), vp8(4, 3)),
    Buffer.concat([
      webp(
        canvas(0x0c, 4, 3),
        vp8(4, 3),
        part('EXIF', exifWith(1)),
        part('XMP ', xmp),
        part('GPSX', latin(place)),
      ),
      latin(place),
    ]),
  ],
];

it('of Adobe’s segment of a JPEG the twelve bytes that define colours stay, and nothing after them', () => {
  const colours = latin('Adobe\0\x64\0\0\0\0\x01');
  expect(strip(jpeg(segment(0xee, Buffer.concat([colours, latin(place)]))), 'jpeg')).toEqual(
    jpeg(segment(0xee, colours)),
  );
});

describe.each(marked)('a %s', (type, plain, withMore) => {
  it('keeps its picture, byte by byte, and no data about time and place', () => {
    expect(text(withMore)).toContain(place);
    expect(strip(withMore, type)).toEqual(plain);
    expect(strip(plain, type)).toEqual(plain);
  });

  it('that is truncated or damaged anywhere is rejected, or still contains no such data', () => {
    for (let length = 3; length < plain.length; length++) {
      expect(() => strip(plain.subarray(0, length), type)).toThrow(BadImage);
    }
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(withMore.length - 1), fc.nat(255)), {
          minLength: 1,
          maxLength: 6,
        }),
        (edits) => {
          const damaged = Buffer.from(withMore);
          for (const [at, value] of edits) damaged[at] = value;
          try {
            const left = strip(damaged, type);
            // The result is a complete image again.
            expect(strip(left, type)).toEqual(left);
          } catch (error) {
            expect(error).toBeInstanceOf(BadImage);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

it('arbitrary bytes after a valid beginning are rejected, and never hang or crash', () => {
  const starts: [string, Buffer][] = [
    ['jpeg', latin('\xff\xd8\xff')],
    ['png', latin('\x89PNG\r\n\x1a\n')],
    ['webp', latin('RIFF\x20\0\0\0WEBP')],
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...starts),
      fc.uint8Array({ maxLength: 200 }),
      ([type, start], rest) => {
        try {
          strip(Buffer.concat([start, rest]), type);
        } catch (error) {
          expect(error).toBeInstanceOf(BadImage);
        }
      },
    ),
    { numRuns: 3000 },
  );
});

describe('the orientation stays, and nothing else of EXIF', () => {
  it.each([2, 3, 6, 8])('%i', (orientation) => {
    const oriented: [string, Buffer, Buffer][] = [
      [
        'jpeg',
        jpeg(segment(0xe1, Buffer.concat([latin('Exif\0\0'), exifWith(orientation)]))),
        latin('Exif\0\0'),
      ],
      ['png', pngOf(1, 1, chunk('eXIf', exifWith(orientation))), latin('eXIf')],
      [
        'webp',
        webp(canvas(0x08, 4, 3), vp8(4, 3), part('EXIF', exifWith(orientation))),
        latin('EXIF\x1a\0\0\0'),
      ],
    ];
    for (const [type, bytes, before] of oriented) {
      const left = strip(bytes, type);
      expect(text(left)).not.toContain(place);
      const at = left.indexOf(before) + before.length;
      expect({ type, orientation: orientationIn(left.subarray(at)) }).toEqual({
        type,
        orientation,
      });
    }
  });

  it('is read in both byte orders', () => {
    const little = Buffer.concat([
      latin('II*\0'),
      uint32(8, true),
      Buffer.from([1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]),
    ]);
    expect([
      orientationIn(little),
      orientationIn(exifOf(6)),
      orientationIn(exifOf(1)),
      orientationIn(latin('nothing of EXIF')),
    ]).toEqual([6, 6, null, null]);
  });

  it('and so do the colours', () => {
    const profile = segment(0xe2, latin('ICC_PROFILE\0\x01\x01profile'));
    const adobe = segment(0xee, latin('Adobe\0\x64\0\0\0\0\0'));
    const left = text(
      strip(
        jpeg(segment(0xe0, latin('JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01abc')), profile, adobe),
        'jpeg',
      ),
    );
    for (const head of ['ICC_PROFILE', 'Adobe', 'JFIF']) expect(left).toContain(head);
    expect(left).not.toContain('abc');
  });
});

describe('an image of more than 50 megapixels is rejected by its header', () => {
  it.each([
    [
      'jpeg',
      Buffer.concat([latin('\xff\xd8'), frame(65_000, 65_000, 0xc2), scan, latin('\xff\xd9')]),
    ],
    ['png', pngOf(50_000, 50_000)],
    ['webp', webp(canvas(0, 16_000, 16_000), vp8(4, 3))],
    ['webp', webp(vp8(16_000, 16_000))],
  ])('%s', (type, bytes) => {
    expect(() => strip(bytes, type)).toThrow(expect.objectContaining({ tooLarge: true }));
  });

  it('and one without pixels', () =>
    expect(() => strip(pngOf(0, 4), 'png')).toThrow('has no pixels'));
});

it.each([
  [
    'jpeg',
    jpeg(Buffer.concat(Array.from({ length: 20_001 }, () => segment(0xe4, Buffer.alloc(0))))),
  ],
  ['jpeg', jpeg(frame(4, 3), Buffer.concat(Array.from({ length: 20_001 }, () => scan)))],
  [
    'png',
    pngOf(
      4,
      3,
      Buffer.concat(Array.from({ length: 20_001 }, () => chunk('zzZz', Buffer.alloc(0)))),
    ),
  ],
  [
    'webp',
    webp(
      vp8(4, 3),
      Buffer.concat(Array.from({ length: 20_001 }, () => part('zzzz', Buffer.alloc(0)))),
    ),
  ],
])(
  'a %s of more parts than an image has is refused: a million take a second, during which no tap is answered',
  (type, image) => {
    expect(() => strip(image, type)).toThrow('has too many parts');
  },
);

it('a file that is not an image does not change', () => {
  const pdf = latin('%PDF-1.4');
  expect(withoutMetadata(pdf, 'application/pdf')).toBe(pdf);
});
