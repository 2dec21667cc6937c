import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { PrintedCard } from '#contract/people/student-card.ts';
import { cardsPdf, type CardChoice } from './cards-pdf.ts';

beforeAll(() => prepareZXingModule({ overrides: { locateFile: () => wasm } }));

/** Wider than it is printed: red between blue sides. */
function photo(): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 80, height: 60 });
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = '#00f';
  pen.fillRect(0, 0, 80, 60);
  pen.fillStyle = '#f00';
  pen.fillRect(15, 0, 50, 60);
  return canvas.toDataURL('image/png');
}

const card = (student_id: string, more: Partial<PrintedCard> = {}): PrintedCard => ({
  id: Number(student_id.slice(1)),
  student_id,
  first_name: 'Zoë',
  last_name: `Ångström ${student_id}`,
  profile_image: null,
  number: `3536423571${student_id.slice(1).padStart(4, '0')}`,
  for_print: true,
  is_new: true,
  ...more,
});
const choice: CardChoice = { paper: 'card', code: 'barcode', chips: false };

/** The pages as pictures of 300 dots an inch. */
async function pagesOf(cards: PrintedCard[], chosen: Partial<CardChoice> = {}) {
  const read: number[] = [];
  const blob = await cardsPdf(
    cards,
    { ...choice, ...chosen },
    {
      institute: 'Test Institute',
      onProgress: (done) => read.push(done),
    },
  );
  const pdf = await getDocumentProxy(new Uint8Array(await blob.arrayBuffer()));
  const pages = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale: 300 / 72 });
    const canvas = Object.assign(document.createElement('canvas'), {
      width: viewport.width,
      height: viewport.height,
    });
    await page.render({ canvas, canvasContext: canvas.getContext('2d')!, viewport }).promise;
    const { items } = await page.getTextContent();
    pages.push({
      canvas,
      text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
      mm: [viewport.width, viewport.height].map((dots) => Math.round((dots / 300) * 254) / 10),
    });
  }
  return { pages, read };
}

const codesOn = async (canvas: HTMLCanvasElement) => {
  const detector = new BarcodeDetector({ formats: ['code_128', 'qr_code'] });
  const found = await detector.detect(canvas);
  return found.map(({ format, rawValue }) => `${format} ${rawValue}`).toSorted();
};

describe('a printed card (R-CARD-6)', () => {
  it('has the size of a card, name, ID, photo, and a barcode that is read back', async () => {
    const { pages, read } = await pagesOf([card('S1', { profile_image: photo() }), card('S2')]);
    expect(pages.map(({ mm }) => mm)).toEqual([
      [85.6, 54],
      [85.6, 54],
    ]);
    expect(pages[0]!.text).toMatch(/Test Institute.*Zoë Ångström S1.*S1.*35364235710001/);
    expect(pages[1]!.text).toContain('ZÅ');
    expect(read).toEqual([1]);
    expect(await codesOn(pages[0]!.canvas)).toEqual(['code_128 35364235710001']);
    expect(await codesOn(pages[1]!.canvas)).toEqual(['code_128 35364235710002']);
    // The photo is cut, not squeezed: red in its middle and corners.
    const pen = pages[0]!.canvas.getContext('2d')!;
    const dot = (x: number, y: number) => [...pen.getImageData(x * 11.81, y * 11.81, 1, 1).data];
    for (const [x, y] of [
      [14, 24],
      [6, 14],
      [22, 35],
    ] as const)
      expect(dot(x, y).map((value) => Math.round(value / 255))).toEqual([1, 0, 0, 1]);
    expect(dot(25, 24)).toEqual([255, 255, 255, 255]);
  });

  it('has a drawing in the place of a photo, too', async () => {
    const face = (size: string) =>
      `data:image/svg+xml,${encodeURIComponent(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" ${size}><rect width="80" height="80" fill="#f00"/></svg>`,
      )}`;
    const { pages } = await pagesOf([
      card('S1', { profile_image: face('width="80" height="80"') }),
      card('S2', { profile_image: face('') }),
    ]);
    for (const { canvas, text } of pages) {
      const pen = canvas.getContext('2d')!;
      const middle = [...pen.getImageData(14 * 11.81, 24 * 11.81, 1, 1).data];
      expect(middle.map((value) => Math.round(value / 255))).toEqual([1, 0, 0, 1]);
      expect(text).not.toContain('ZÅ');
    }
  });

  it('has a QR code where that is chosen, and none where none is', async () => {
    const { pages } = await pagesOf([card('S1')], { code: 'qr' });
    expect(await codesOn(pages[0]!.canvas)).toEqual(['qr_code 35364235710001']);
    const { pages: plain } = await pagesOf([card('S1')], { code: 'none' });
    expect(await codesOn(plain[0]!.canvas)).toEqual([]);
    expect(plain[0]!.text).not.toContain('35364235710001');
  });

  it('does not show the number of a chip, unless that is chosen', async () => {
    const chip = card('S1', { for_print: false, number: '04A224B15C6D80' });
    const { pages } = await pagesOf([chip]);
    expect(await codesOn(pages[0]!.canvas)).toEqual([]);
    expect(pages[0]!.text).not.toContain('04A224');
    const { pages: shown } = await pagesOf([chip], { chips: true });
    expect(await codesOn(shown[0]!.canvas)).toEqual(['code_128 04A224B15C6D80']);
  });

  it('stands ten times on a sheet of A4, each with its own code', async () => {
    const cards = Array.from({ length: 12 }, (_, at) => card(`S${at + 1}`));
    const { pages } = await pagesOf(cards, { paper: 'sheet' });
    expect(pages.map(({ mm }) => mm)).toEqual([
      [210, 297],
      [210, 297],
    ]);
    expect(await codesOn(pages[0]!.canvas)).toEqual(
      cards.slice(0, 10).map(({ number }) => `code_128 ${number}`),
    );
    expect(await codesOn(pages[1]!.canvas)).toEqual(
      cards.slice(10).map(({ number }) => `code_128 ${number}`),
    );
  });

  it('has names of any script and length', async () => {
    const { pages } = await pagesOf([
      card('S1', { first_name: '明', last_name: '李' }),
      card('S2', { first_name: 'Wolfeschlegelsteinhausenbergerdorff', last_name: 'X'.repeat(60) }),
    ]);
    expect(await codesOn(pages[0]!.canvas)).toEqual(['code_128 35364235710001']);
    expect(await codesOn(pages[1]!.canvas)).toEqual(['code_128 35364235710002']);
    // A name that does not fit is broken with a hyphen, and its end is marked (R-PAPER-7).
    expect(pages[1]!.text).toMatch(/Wolfeschlegels\w+- +\w+…/);
  });

  it('has the one name of a person who has one only, and one initial (R-NAME-1)', async () => {
    const { pages } = await pagesOf([card('S1', { first_name: 'Meera', last_name: '–' })]);
    expect(pages[0]!.text).toMatch(/Institute +M +Meera +S1/);
  });
});
