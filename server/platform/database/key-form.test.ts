import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyForm } from '#contract/identifier.ts';
import { createEmptyDatabase } from '#server/test/archives.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { migrate } from './migrate.ts';
import { createDatabase, createPool, type Database } from './pool.ts';

/** Texts and their key form, for the function of the contract and that of the database. */
const cases: [text: string, form: string][] = [
  ['R1', 'r1'],
  [' r1 ', 'r1'],
  ['Lab  2', 'lab 2'],
  ['Lab\t\n2', 'lab 2'],
  ['Lab\u00A02', 'lab 2'],
  ['Lab\u2003\u30002', 'lab 2'],
  ['Lab\u2028\u16802', 'lab 2'],
  ['ＭＡＴ１', 'mat1'],
  ['ﬁlm', 'film'],
  ['Cafe\u0301', 'café'],
  ['CAFÉ', 'café'],
  ['ÅNGSTRÖM', 'ångström'],
  ['ΟΔΟΣ', 'οδος'],
  ['İZMİR', 'i̇zmi̇r'],
  ['STRASSE', 'strasse'],
  ['Straße', 'straße'],
  ['ДОМ', 'дом'],
  ['宿題', '宿題'],
  ['04A2 ff', '04a2 ff'],
  [' ', ''],
  ['', ''],
];

describe('the key form of a text', () => {
  it.each(cases)('%j is %j', (text, form) => {
    expect(keyForm(text)).toBe(form);
  });

  let school: TestSchool;
  beforeAll(async () => {
    school = await createTestSchool();
  });
  afterAll(() => school.close());

  it('is the same in the database', async () => {
    const { rows } = await sql<{ form: string }>`
      select key_form(text) as form
      from unnest(${cases.map(([text]) => text)}::text[]) with ordinality as c(text, place)
      order by place`.execute(school.database);
    expect(rows.map(({ form }) => form)).toEqual(cases.map(([, form]) => form));
  });
});

describe('rows that were equal before key forms were compared', () => {
  let database: Database;
  beforeAll(async () => {
    database = createDatabase(createPool(await createEmptyDatabase(), 2, () => {}));
    await migrate(database, '0075-erasure-proposals');
    await sql`insert into classroom (room_number, capacity) values ('R1', 1), ('r1', 1), ('R2', 1)`.execute(
      database,
    );
    await sql`insert into cohort (name, year) values ('Red', 2026), ('RED', 2026), ('red', 2027)`.execute(
      database,
    );
    await migrate(database);
  });
  afterAll(() => database.destroy());

  const rooms = async () => {
    const { rows } = await sql<{ room_number: string; key_form: string | null }>`
      select room_number, key_form from classroom order by id`.execute(database);
    return rows.map(({ room_number, key_form }) => `${room_number}: ${key_form}`);
  };

  it('stay, and the first one has the key form', async () => {
    expect(await rooms()).toEqual(['R1: r1', 'r1: null', 'R2: r2']);
    const { rows } = await sql<{ key_form: string | null }>`
      select key_form from cohort order by id`.execute(database);
    expect(rows.map(({ key_form }) => key_form)).toEqual(['red', null, 'red']);
  });

  it('are changed in other fields, and not to another spelling', async () => {
    await sql`update classroom set capacity = 2, room_number = room_number`.execute(database);
    await expect(
      sql`update classroom set room_number = 'R 1' where room_number = 'r1'`.execute(database),
    ).resolves.toBeDefined();
    await expect(
      sql`update classroom set room_number = 'r1 ' where room_number = 'R 1'`.execute(database),
    ).rejects.toThrow('classroom_key_form');
    expect(await rooms()).toEqual(['R1: r1', 'R 1: r 1', 'R2: r2']);
  });

  it('pass the key form on: the next row has it when the first one is renamed or deleted', async () => {
    const reds = async () =>
      (
        await sql<{ key: string }>`
          select concat_ws(' ', name, year, key_form) as key from cohort order by id`.execute(
          database,
        )
      ).rows.map(({ key }) => key);
    await sql`update cohort set name = 'Blue' where name = 'Red'`.execute(database);
    expect(await reds()).toEqual(['Blue 2026 blue', 'RED 2026 red', 'red 2027 red']);
    await expect(
      sql`insert into cohort (name, year) values ('rEd', 2026)`.execute(database),
    ).rejects.toThrow('cohort_key_form');
  });
});
