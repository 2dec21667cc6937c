import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { rowsFor } from './test/rows.ts';
import { createTestSchool, type TestSchool } from './test/test-school.ts';

let school: TestSchool;
const filled: string[] = [];

/** Files, figures, and letters, which are found by their number. */
const notRows = /:|export$|-stats$|letters$/;
const parameters: Record<string, () => Promise<string>> = {
  'attendance/schedule-students': async () => `schedule_id=${await school.classId('mon9')}`,
  'attendance/bulk-archive': () => Promise.resolve('archive_name=students'),
};
/** Lists whose rows can be searched, with the parameters that they need. */
const lists = endpoints.flatMap(({ key, endpoint }) => {
  const path = key.replace(/^GET \/api\/v2\//, '');
  const takesSearch = endpoint.query !== undefined && 'search' in endpoint.query.shape;
  return key.startsWith('GET ') && takesSearch && !notRows.test(path) ? [path] : [];
});

beforeAll(async () => {
  school = await createTestSchool();
  for (const caller of ['teacher', 'otherTeacher', 'account'] as const)
    await school.call(caller, 'GET', 'user/details/');
  const rowsOf = await rowsFor(school);
  for (const { key, endpoint } of endpoints)
    if (key.includes(':')) await rowsOf(key.slice(endpoint.method.length + 1));
  await sql`
    update student set first_name = 'Zoë', last_name = 'O’Brien',
      student_mail = 'zoe' || id || '@students.example'`.execute(school.database);
  await sql`
    update teacher set first_name = 'Siobhán', last_name = 'Müller'`.execute(school.database);
  await sql`update subject set subject_name = 'Économie Łódź'`.execute(school.database);
});
afterAll(() => school.close());

const find = async (path: string, search: string) => {
  const query = `limit=999&search=${encodeURIComponent(search)}&${(await parameters[path]?.()) ?? ''}`;
  const { status, body } = await school.call('account', 'GET', `${path}?${query}`);
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
  return body as { total: number; results: unknown[] };
};

describe('without accents, apostrophes and capital letters a search finds, in each list', () => {
  it.each(lists)('%s', async (path) => {
    const all = await find(path, '');
    for (const [name, typed] of [
      ['O’Brien', 'zoe OBRIEN'],
      ['Müller', 'Muller siobhan'],
      ['Łódź', 'economie lodz'],
    ] as const) {
      const named = all.results.filter((row) => JSON.stringify(row).includes(name));
      // Clashes name the students of two classes, and are searched by the classes.
      if (named.length === 0 || (path.endsWith('clashes') && name === 'O’Brien')) continue;
      filled.push(`${path} ${name}`);
      const found = await find(path, typed);
      expect(found.results.filter((row) => JSON.stringify(row).includes(name))).toEqual(named);
      expect((await find(path, `${typed} zzz`)).total).toBe(0);
    }
  });

  it('and most lists had such rows', () => {
    expect(filled.length).toBeGreaterThan(15);
  });
});
