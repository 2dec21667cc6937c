import bwip from 'bwip-js/browser';
import { expect, it } from 'vitest';
import { openDetector } from './detector.ts';

it.each([
  ['qrcode', '7000100000', 'qr_code', '7000100000'],
  ['code128', 'S260081', 'code_128', 'S260081'],
  ['code39', '7000100000', 'code_39', '7000100000'],
  ['ean13', '400638133393', 'ean_13', '4006381333931'],
  ['ean8', '9638507', 'ean_8', '96385074'],
])('reads %s', async (bcid, text, format, read) => {
  const canvas = document.createElement('canvas');
  bwip.toCanvas(canvas, { bcid, text, scale: 3, padding: 20, backgroundcolor: 'FFFFFF' });
  const detect = await openDetector();
  const seen = await detect(canvas as unknown as HTMLVideoElement);
  expect(seen.map((code) => [code.format, code.text])).toEqual([[format, read]]);
  expect(seen[0]?.corners).toHaveLength(4);
});
