import { describe, expect, it } from 'vitest';
import { calendarOf, calendarTests, weekly } from '#server/test/calendar-import.ts';
import { calendarText } from './file-text.ts';

const { importText } = calendarTests('all tests');
const calendar = calendarOf(...weekly());

describe('a calendar is read as it comes (R-IMPORT-4)', () => {
  it.each([
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${calendar}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(calendar, 'utf16le')],
    ['UTF-16, the high byte first', Buffer.from(`\uFEFF${calendar}`, 'utf16le').swap16()],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${calendar}`)],
    ['carriage returns alone', Buffer.from(calendar.replaceAll('\r\n', '\r'))],
    ['line feeds alone', Buffer.from(calendar.replaceAll('\r\n', '\n'))],
  ])('%s', async (_name, bytes) => {
    const report = await importText(bytes, { dryRun: true });
    expect(report.totals).toMatchObject({ error: 0, skipped: 0 });
    expect(report.counts[0]).toMatchObject({ table: 'class_schedule', created: 1 });
  });

  it.each(['\r\n ', '\n\t', '\r '])(
    'a fold %j within a character leaves the whole file in UTF-8',
    (fold) => {
      const foldedAt = (text: string, at: number) => {
        const bytes = Buffer.from(text);
        return Buffer.concat([bytes.subarray(0, at), Buffer.from(fold), bytes.subarray(at)]);
      };
      const joined = (bytes: Buffer) => calendarText(bytes)?.replaceAll(fold, '');
      for (const text of ['LOCATION:Müller', 'SUMMARY:数学', 'SUMMARY:🎓'])
        for (let at = 1; at <= Buffer.byteLength(text); at++)
          expect(joined(foldedAt(text, at))).toBe(text);
    },
  );

  it('Windows-1252 stays what it is where a folded line begins with a sign', () => {
    const bytes = Buffer.from('SUMMARY:caf\u00e9\r\n \u00b0C', 'latin1');
    expect(calendarText(bytes)?.replace('\r\n ', '')).toBe('SUMMARY:caf\u00e9\u00b0C');
  });

  it('names a file that is no text', async () => {
    const report = await importText(Uint8Array.from([0, 0xff, 0, 0, 0xfe, 1]), { dryRun: true });
    expect(report.problems.map(({ reason }) => reason)).toEqual(['This is not a text file']);
  });
});
