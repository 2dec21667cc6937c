import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
  // Many share a name, some have no batch: pages must neither lose nor repeat a row.
  await sql`
    insert into student (student_id, first_name, last_name, phone_number, date_of_birth, batch)
    select 'L' || n, 'First' || n % 7, 'Last' || n % 3, '1', '2004-01-01',
      case when n % 4 > 0 then (2020 + n % 4)::text end
    from generate_series(1, 203) n`.execute(school.database);
});
afterAll(() => school.close());

const read = async (query: string) =>
  (await school.call('admin', 'GET', `attendance/students/?${query}`)).body;
const idsOf = (body: { results: { id: number }[] }) => body.results.map(({ id }) => id);

describe('pages of a list', () => {
  it('together are the whole list, for any sort key, page size and direction', async () => {
    const orders = ['student_id', 'first_name', 'last_name', 'batch'].flatMap((name) => [
      name,
      `-${name}`,
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...orders),
        fc.integer({ min: 7, max: 120 }),
        async (ordering, limit) => {
          const all = await read(`ordering=${ordering}&limit=9999`);
          const pages: number[] = [];
          for (let page = 1; page <= Math.ceil(all.total / limit); page++) {
            const body = await read(`ordering=${ordering}&limit=${limit}&page=${page}`);
            expect(body.total).toBe(all.total);
            expect(body.next === null).toBe(page * limit >= all.total);
            expect(body.previous === null).toBe(page === 1);
            pages.push(...idsOf(body));
          }
          expect(pages).toEqual(idsOf(all));
          expect(new Set(pages).size).toBe(all.total);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('beyond the end are empty', async () => {
    expect(await read('page=999')).toMatchObject({ results: [], total: 208, next: null });
  });
});

describe('names are sorted as people expect', () => {
  it('2 before 10, accents beside their letters, in any case', async () => {
    for (const room_number of ['r2', 'R10', 'Á1', 'B1', 'a1']) {
      await school.call('admin', 'POST', 'attendance/classroom/create/', {
        room_number,
        capacity: 1,
      });
    }
    const { body } = await school.call('admin', 'GET', 'attendance/classroom/');
    expect(body.results.map((row: { room_number: string }) => row.room_number)).toEqual([
      'a1',
      'Á1',
      'B1',
      'R1',
      'r2',
      'R10',
    ]);
  });
});

it('a search requires all its words, in any order, and takes wildcards literally', async () => {
  expect((await read(`search=${encodeURIComponent('ångström anna')}`)).total).toBe(1);
  expect((await read('search=anna%20zimmer')).total).toBe(0);
  expect((await read('search=%25')).total).toBe(0);
});

describe('students are filtered', () => {
  it.each([
    ['batch=2021', 51],
    ['batch=2021,2022', 102],
    ['card_print_status=not_printed', 208],
    ['card_print_status=collected', 0],
    ['in_red_list=false', 208],
    ['gender=male', 0],
    ['cohort=1', 0],
  ])('%s', async (query, total) => expect((await read(query)).total).toBe(total));

  it('by the subject that they are enrolled in now, with a flag for a class', async () => {
    const { body } = await school.call('admin', 'GET', 'attendance/subjects/?search=MAT1');
    expect(
      (await read(`subject=${body.results[0].id}`)).results.map(
        (row: { student_id: string }) => row.student_id,
      ),
    ).toEqual(['S1', 'S2', 'S3', 'S5']);
    const mon9 = await school.classId('mon9');
    const { results } = await read(`schedule_id=${mon9}&search=@school.example`);
    expect(
      results.map((row: { student_id: string; enrolled: boolean }) => [
        row.student_id,
        row.enrolled,
      ]),
    ).toEqual([
      ['S1', true],
      ['S2', true],
      ['S3', true],
      ['S4', false],
      ['S5', true],
    ]);
  });
});
