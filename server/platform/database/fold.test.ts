import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fold } from '#contract/fold.ts';
import { copyOfTemplate } from '#server/test/copies.ts';
import { createDatabase, createPool, type Database } from './pool.ts';

/** Texts and what they are compared by, for the function of the contract and that of the database. */
const cases: [text: string, folded: string][] = [
  ['Siobhán O’Brien', 'siobhan obrien'],
  ["Liam O'Connor", 'liam oconnor'],
  ['Liam O`Connor', 'liam oconnor'],
  ['Liam O´Connor', 'liam oconnor'],
  ['Liam OʼConnor', 'liam oconnor'],
  ['Zoë Müller', 'zoe muller'],
  ['Zoe\u0308 Mu\u0308ller', 'zoe muller'],
  ['Łukasz Dąbrowski', 'lukasz dabrowski'],
  ['Nguyễn Đặng', 'nguyen dang'],
  ['Ana María García-Lorca', 'ana maria garcia-lorca'],
  ['García–Lorca', 'garcia-lorca'],
  ['Søren Kjærgård', 'soren kjaergard'],
  ['Œuvre', 'oeuvre'],
  ['Þórður Guðmundsson', 'thordur gudmundsson'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['İZMİR', 'izmir'],
  ['ışık', 'isik'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Οδός', 'οδοσ'],
  ['Йошкар', 'иошкар'],
  ['ﬁlm', 'film'],
  ['ＭＡＴ１', 'mat1'],
  ['宿題', '宿題'],
  ['がくせい', 'か\u3099くせい'],
  ['مُحَمَّد', 'محمد'],
  ['Lab\u00A02', 'lab 2'],
  ['soft\u00ADhyphen', 'softhyphen'],
  ['a\u202Eb', 'ab'],
  ['S-001', 's-001'],
  ["'", ''],
  ['', ''],
];

describe('the folded form of a text', () => {
  it.each(cases)('%j is %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it.each(cases)('%j stays as it is when it is folded again', (text) => {
    expect(fold(fold(text))).toBe(fold(text));
  });

  describe('in the database', () => {
    let database: Database;
    beforeAll(async () => {
      database = createDatabase(createPool(await copyOfTemplate(), 1, () => {}));
    });
    afterAll(() => database.destroy());

    const foldedOf = async (texts: string[]) => {
      const { rows } = await sql<{ folded: string | null }>`
        select fold(text) as folded from unnest(${texts}::text[]) with ordinality as c(text, place)
        order by place`.execute(database);
      return rows.map(({ folded }) => folded);
    };

    it('is the same', async () => {
      expect(await foldedOf(cases.map(([text]) => text))).toEqual(
        cases.map(([, folded]) => folded),
      );
    });

    it('is the same for every letter of Latin, Greek and Cyrillic', async () => {
      const letters = Array.from({ length: 0x52f - 0x20 }, (_, at) =>
        String.fromCodePoint(0x20 + at),
      );
      expect(await foldedOf(letters)).toEqual(letters.map(fold));
    });
  });
});
