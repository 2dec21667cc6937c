import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { sheetOf, tableFile, workbookOf, type SheetColumn } from './spreadsheet.ts';

const columns: SheetColumn<string>[] = [{ title: 'Name', kind: 'text', value: (row) => row }];
const text = 'A\uffffB\ufffeC\u0007D\nE';

async function* rows() {
  yield text;
}

/** All parts of a workbook, as text. */
async function partsOf(bytes: Uint8Array): Promise<string> {
  const zip = await fromBufferPromise(Buffer.from(bytes));
  let all = '';
  for await (const entry of zip.eachEntry())
    all += String(await buffer(await zip.openReadStreamPromise(entry)));
  return all;
}

it.each([
  ['in memory', () => workbookOf([sheetOf({ name: 'One', columns, rows: [text] })])],
  ['as a stream', () => buffer(tableFile('xlsx', 'One', columns, rows()))],
])('a workbook %s has no character that XML does not have', async (_how, make) => {
  const parts = await partsOf(await make());
  // oxlint-disable-next-line no-control-regex -- matching them is the purpose.
  expect(parts).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  expect(parts).toContain('ABCD');
});
