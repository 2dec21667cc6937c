import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullName, lastNameFirst, shownLastName, sortName } from '#contract/person-name.ts';
import { createEmptyDatabase } from '#server/test/archives.ts';
import { copyOfTemplate } from '#server/test/copies.ts';
import { migrate } from './migrate.ts';
import { createDatabase, createPool, type Database } from './pool.ts';

/** The names of people, for the functions of the contract and those of the database. */
const cases = [
  { first_name: 'Mei', last_name: 'Nguyễn', name: 'Mei Nguyễn', sorted: 'Nguyễn' },
  { first_name: 'Meera', last_name: '–', name: 'Meera', sorted: 'Meera' },
  { first_name: 'Ana María', last_name: '–', name: 'Ana María', sorted: 'Ana María' },
  {
    first_name: 'Ana',
    last_name: 'García–Lorca',
    name: 'Ana García–Lorca',
    sorted: 'García–Lorca',
  },
  { first_name: 'Ana', last_name: '––', name: 'Ana ––', sorted: '––' },
  // Rows from before the rule keep what they have.
  { first_name: 'Ana', last_name: '-', name: 'Ana -', sorted: '-' },
  { first_name: 'Ana', last_name: '', name: 'Ana ', sorted: '' },
];

let database: Database;
beforeAll(async () => {
  database = createDatabase(createPool(await copyOfTemplate(), 1, () => {}));
});
afterAll(() => database.destroy());

describe('the name of a person (R-NAME-1)', () => {
  it.each(cases)('$first_name, $last_name is written $name', (person) => {
    expect([fullName(person), sortName(person)]).toEqual([person.name, person.sorted]);
  });

  it('is the same in the database', async () => {
    const { rows } = await sql<{ name: string; sorted: string }>`
      select person_name(first_name, last_name) as name, sort_name(first_name, last_name) as sorted
      from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb)
        as given(first_name text, last_name text)`.execute(database);
    expect(rows).toEqual(cases.map(({ name, sorted }) => ({ name, sorted })));
  });

  it('has no dash in a column of its own, nor before the first name', () => {
    const [two, one] = [cases[0]!, cases[1]!];
    expect([shownLastName(two), lastNameFirst(two)]).toEqual(['Nguyễn', 'Nguyễn, Mei']);
    expect([shownLastName(one), lastNameFirst(one)]).toEqual(['', 'Meera']);
  });

  it('is null where there is no person', async () => {
    const { rows } = await sql`
      select person_name(null, null) as name, sort_name(null, null) as sorted`.execute(database);
    expect(rows).toEqual([{ name: null, sorted: null }]);
  });

  it('is not a call in plans: both functions are inlined, and the order by last name has its index', async () => {
    await sql`set enable_seqscan = off`.execute(database);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (verbose) select person_name(first_name, last_name) from student
      where archived_at is null
      order by sort_name(first_name, last_name) collate natural_order,
        first_name collate natural_order, id limit 20`.execute(database);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Scan using student_by_sort_name');
    expect(plan).not.toMatch(/person_name\(|\bsort_name\(/);
  });
});

it('a dash that was entered as a last name before is the one that is not printed', async () => {
  const before = createDatabase(createPool(await createEmptyDatabase(), 1, () => {}));
  await migrate(before, '0085-marks-that-waited');
  await sql`
    insert into student (student_id, first_name, last_name, phone_number, date_of_birth) values
      ('S1', 'Meera', '-', '1', '2005-01-01'), ('S2', 'Ana', 'Li', '1', '2005-01-01')`.execute(
    before,
  );
  await sql`
    insert into teacher (first_name, last_name, email, phone)
    values ('Tara', '—', 'tara@school.example', '1')`.execute(before);
  await migrate(before);
  const { rows } = await sql`
    select first_name, last_name from student union all select first_name, last_name from teacher
    order by first_name`.execute(before);
  expect(rows).toEqual([
    { first_name: 'Ana', last_name: 'Li' },
    { first_name: 'Meera', last_name: '–' },
    { first_name: 'Tara', last_name: '–' },
  ]);
  await before.destroy();
});
