import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOfTemplate } from '#server/test/copies.ts';
import { allOf, anyOf } from './any-of.ts';
import { createDatabase, createPool, type Database } from './pool.ts';

let database: Database;
beforeAll(async () => {
  database = createDatabase(createPool(await copyOfTemplate(), 1, () => {}));
  await sql`insert into course (name) values ('A'), ('B'), ('C')`.execute(database);
  await sql`insert into erasure (student_id, uuid_sha256, id_hmac)
    values (1, '\\x01', '\\x0102'), (2, '\\x02', '\\xff')`.execute(database);
});
afterAll(() => database.destroy());

const names = async (ids: number[]) =>
  (
    await database
      .selectFrom('course')
      .select('name')
      .where('id', '=', anyOf.ids(ids))
      .orderBy('name')
      .execute()
  ).map(({ name }) => name);

describe('a condition on several values', () => {
  it('is one prepared statement for any number of them', async () => {
    expect([await names([]), await names([1]), await names([1, 3])]).toEqual([
      [],
      ['A'],
      ['A', 'C'],
    ]);
    const { rows } = await sql<{
      statement: string;
    }>`select statement from pg_prepared_statements where statement like '%"course"%any(%'`.execute(
      database,
    );
    expect(rows).toHaveLength(1);
  });

  it('accepts texts, uuids and bytes as well', async () => {
    const courses = database.selectFrom('course').select('name').orderBy('name');
    expect(await courses.where('name', '=', anyOf.texts(['A', `"',{}`])).execute()).toEqual([
      { name: 'A' },
    ]);
    expect(await courses.where('name', '<>', allOf.texts(['A', 'C'])).execute()).toEqual([
      { name: 'B' },
    ]);
    expect(await courses.where('name', '<>', allOf.texts([])).execute()).toHaveLength(3);
    expect(await courses.where('id', '<>', allOf.ids([1, 3])).execute()).toEqual([{ name: 'B' }]);
    expect(await courses.where('id', '<>', allOf.ids([])).execute()).toHaveLength(3);
    const erased = database.selectFrom('erasure').select('student_id');
    expect(
      await erased
        .where('id_hmac', '=', anyOf.bytes([Buffer.from([1, 2]), Buffer.from([3])]))
        .execute(),
    ).toEqual([{ student_id: 1 }]);
    const students = database.selectFrom('student').select('id');
    expect(
      await students
        .where('uuid', '=', anyOf.uuids(['00000000-0000-0000-0000-000000000000']))
        .execute(),
    ).toEqual([]);
  });

  it('is never written as a list', () => {
    const root = join(import.meta.dirname, '..', '..');
    const files = globSync('**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
    expect(files.length).toBeGreaterThan(100);
    expect(
      files.filter((path) => /'(not )?in',/.test(readFileSync(join(root, path), 'utf8'))),
    ).toEqual([]);
  });
});
