import { asSent } from '#contract/card-number.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { readText } from './read.ts';
import { reportLines } from './report.ts';
import { runImport } from './run.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

/** Imports Tess and Theo with these card numbers, or without the column. */
const load = (...cards: string[]) => {
  const people = ['Tess,Teacher,tess@school.example,1', 'Theo,Tutor,theo@school.example,2'];
  const lines = ['first_name,last_name,email,phone', ...people].map((line, at) =>
    cards.length === 0 ? line : `${line},${at === 0 ? 'card_number' : (cards[at - 1] ?? '')}`,
  );
  const columns = ['first_name', 'last_name', 'email', 'phone', 'card_number'];
  const file = readText('teachers', Buffer.from(lines.join('\n')), {
    allowed: columns,
    maxRows: 10,
  });
  return runImport(school.database, [file], {
    dryRun: false,
    today: '2026-03-02',
    now: '2026-03-02T00:00:00Z',
    cards: { ...asSent, card_format: 'decimal' },
  });
};
const cards = async () =>
  (
    await school.database
      .selectFrom('teacher')
      .select('card_number')
      .where('email', 'in', ['tess@school.example', 'theo@school.example'])
      .orderBy('email')
      .execute()
  ).map(({ card_number }) => card_number);

it('an import gives teachers cards, also swapped ones, and takes none without the column (R-CARD-1)', async () => {
  expect(reportLines(await load('0000000031', '0x20'))).toContain('Everything was written.');
  expect(await cards()).toEqual(['31', '32']);
  expect((await load('32', '31')).written).toBe(true);
  expect(await cards()).toEqual(['32', '31']);
  expect((await load()).written).toBe(true);
  expect(await cards()).toEqual(['32', '31']);
});

it('a card that is taken off, or that only moves, counts as a change of its row', async () => {
  await load('41', '42');
  expect(await load('', '42')).toMatchObject({ files: [{ updated: 1, unchanged: 1 }] });
  await load('41', '42');
  expect(await load('', '41')).toMatchObject({ files: [{ updated: 2, unchanged: 0 }] });
  expect(await cards()).toEqual([null, '41']);
});

it('a teacher’s card that is a student’s card or ID, or rounded, rejects its row (R-DOOR-7)', async () => {
  const reason = 'is the card or ID of a student, or the card of another teacher';
  expect(reportLines(await load('s1', '001000001'))).toEqual(
    expect.arrayContaining([
      `teachers.csv:2 card_number: s1 ${reason}`,
      `teachers.csv:3 card_number: 1000001 ${reason}`,
    ]),
  );
  expect((await load('7.0001E+09', '')).bad).toMatchObject([{ line: 2, column: 'card_number' }]);
});
