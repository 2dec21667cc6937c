import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { setInstitutePicture } from '../institute-picture.ts';
import { tablesPdf, type TablePaper } from './tables-pdf.ts';
import { textsPdf } from './texts-pdf.ts';

const long = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis';
const hyphened = 'Ana-María García-Lorca-Fernández-Villanueva-Echeverría-Larrañaga';

beforeAll(() =>
  setInstitutePicture({
    logo: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')}`,
  }),
);

/** The texts of a page with their left and right ends, in points. */
async function textsOf(bytes: ArrayBuffer, number = 1) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  return items.flatMap((item) =>
    'str' in item && item.str.trim()
      ? [
          {
            text: item.str,
            left: Number(item.transform[4]),
            right: Number(item.transform[4]) + item.width,
          },
        ]
      : [],
  );
}

const row = (id: string, first: string, last: string) => [
  id,
  first,
  last,
  '7000100000',
  'awaiting collection',
  `${id.toLowerCase()}@school.example`,
];
const paper: TablePaper = {
  title: 'Students',
  institute: 'Institute',
  today: '2026-03-02',
  orientation: 'portrait',
  lines: [{ text: `Teacher: ${long} ${long} ${long}`, points: 11 }],
  head: ['Student ID', 'First name', 'Last name', 'RFID number', 'Card print status', 'E-mail'],
  body: [
    row('S1000001', 'Anna', long),
    row('S1000002', hyphened, 'Lima'),
    row('S1000003', 'Bo', 'Li'),
  ],
};

describe('long names on paper (R-PAPER-7)', () => {
  it('stay in the column of a table, and other words are not broken for them', async () => {
    const pdf = await tablesPdf([paper]);
    const texts = await textsOf(pdf.output('arraybuffer'));
    const columns = paper.head.map((head) => texts.find(({ text }) => head.startsWith(text))!.left);
    for (const { text, left, right } of texts) {
      const next = columns.find((start) => start > left + 1);
      if (columns.some((start) => Math.abs(start - left) < 1))
        expect([text, right <= (next ?? 595)]).toEqual([text, true]);
    }
    const whole = texts.map(({ text }) => text);
    for (const word of ['S1000001', '7000100000', 'awaiting', 'collection', 'Student', 'number'])
      expect(whole.join('\n')).toMatch(new RegExp(`\\b${word}\\b`));
    const inColumn = (column: number) =>
      texts.filter(({ left }) => Math.abs(left - columns[column]!) < 1).map(({ text }) => text);
    // Each line of the name but its last ends with a hyphen, and nothing of it is lost.
    const lines = inColumn(2).filter((text) => long.includes(text.replace(/-$/, '')));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map((text) => text.endsWith('-'))).toEqual(
      lines.map((_, at) => at < lines.length - 1),
    );
    expect(lines.map((text) => text.replace(/-$/, '')).join('')).toBe(long);
    // A double name breaks at its hyphens.
    expect(inColumn(1).join('|')).toContain('Ana-María García-Lorca-|Fernández-Villanueva-|');
  });

  it('stand on one page with their row', async () => {
    const short = Array.from({ length: 36 }, (_, at) => row(`S${at}`, 'Bo', 'Li'));
    const name = 'Quetzal'.repeat(14);
    for (const rows of [21, 22, 23]) {
      const body = [...short.slice(0, rows), row('S1000001', 'Anna', name)];
      const bytes = (await tablesPdf([{ ...paper, body }])).output('arraybuffer');
      const pages = [await textsOf(bytes.slice(0)), await textsOf(bytes, 2).catch(() => [])];
      const lines = pages.map((texts) => texts.filter(({ text }) => text.includes('Quetz')).length);
      expect([rows, lines.filter((count) => count > 0).length]).toEqual([rows, 1]);
    }
  });

  it('above a table take as many lines as they need, within the page', async () => {
    const pdf = await tablesPdf([paper]);
    const texts = await textsOf(pdf.output('arraybuffer'));
    const above = texts.filter(({ left }) => Math.abs(left - (12 / 25.4) * 72) < 1);
    expect(above.length).toBeGreaterThan(1);
    for (const { right } of above) expect(right).toBeLessThanOrEqual(595 - (12 / 25.4) * 72 + 1);
  });

  it('are broken with a hyphen in letters where a line has no room', async () => {
    const pdf = await textsPdf({
      institute: 'Institute',
      today: '2026-03-02',
      papers: [{ title: 'Certificate', body: `Dear ${long}${long} ${hyphened},` }],
    });
    const texts = await textsOf(pdf.output('arraybuffer'));
    for (const { right } of texts) expect(right).toBeLessThanOrEqual(595 - (12 / 25.4) * 72 + 1);
    expect(texts.map(({ text }) => text)).toContain('Dear');
    expect(texts.filter(({ text }) => /^Wolfe.*-$/.test(text))).toHaveLength(1);
  });
});
