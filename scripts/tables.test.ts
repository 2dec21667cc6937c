import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, createPool, type Database } from '#server/platform/database/pool.ts';
import { createEmptyDatabase } from '#server/test/archives.ts';
import { copyOfTemplate } from '#server/test/copies.ts';
import { readColumns, readTerms } from './schema/columns.ts';
import { dumpSchema, undumpedObjects } from './schema/dump.ts';
import { columnNotes } from './schema/notes.ts';
import { tableTypes } from './schema/table-types.ts';
import { derivedFiles } from './tables.ts';

const root = join(import.meta.dirname, '..');

let database: Database;
beforeAll(async () => {
  database = createDatabase(createPool(await copyOfTemplate(), 1, () => {}));
});
afterAll(() => database.destroy());

it('the files derived from the migrated database are up to date: npm run tables', async () => {
  for (const [path, text] of await derivedFiles(database))
    expect(await readFile(join(root, path), 'utf8')).toBe(text);
});

it('every note belongs to a column', async () => {
  const columns = [...(await readColumns(database)), ...(await readTerms(database))];
  const names = new Set(columns.map(({ table, name }) => `${table}.${name}`));
  expect(Object.keys(columnNotes).filter((name) => !names.has(name))).toEqual([]);
});

/** Runs `look` on the changed schema, which is then restored. */
async function changedBy<T>(statement: string, look: () => Promise<T>): Promise<T> {
  await sql`begin`.execute(database);
  await sql.raw(statement).execute(database);
  const found = await look();
  await sql`rollback`.execute(database);
  return found;
}

describe('the types of the tables', () => {
  it.each([
    ['a new column', 'alter table course add column code text'],
    ['a column that is gone', 'alter table course drop column name'],
    ['a column that may be null', 'alter table course alter column name drop not null'],
    ['a default', `alter table course alter column name set default 'x'`],
    ['another type', 'alter table course alter column name type integer using 1'],
    ['a check of values', `alter table course add check (name in ('A', 'B'))`],
  ])('change with %s', async (_change, statement) => {
    const before = tableTypes(await readColumns(database), []);
    expect(
      await changedBy(statement, async () => tableTypes(await readColumns(database), [])),
    ).not.toBe(before);
    expect(tableTypes(await readColumns(database), [])).toBe(before);
  });
});

describe('the dumped schema', () => {
  it.each([
    ['column', 'alter table course add column code text'],
    ['default', `alter table course alter column name set default 'x'`],
    ['constraint', 'alter table course add constraint course_is_short check (length(name) < 100)'],
    ['constraint that is gone', 'alter table enrolment drop constraint enrolment_check'],
    ['index', 'create index on course (lower(name))'],
    [
      'trigger',
      'create trigger course_is_logged after insert on course for each row execute function refuse_change_of_history()',
    ],
    [
      'function',
      'create or replace function refuse_emptying() returns trigger language plpgsql as $$ begin return null; end $$',
    ],
    ['option of a table', 'alter table course set (fillfactor = 50)'],
  ])('changes with a %s', async (_change, statement) => {
    const before = await dumpSchema(database);
    expect(await changedBy(statement, () => dumpSchema(database))).not.toBe(before);
  });

  it('is complete: there are no views, types or other objects that it omits', async () => {
    expect(await undumpedObjects(database)).toEqual([]);
    const statement = `
      create view v as select 1; create sequence s; create type e as enum ('a');
      create statistics t on year, batch from semester`;
    expect(await changedBy(statement, () => undumpedObjects(database))).toEqual([
      'e',
      's',
      't',
      'v',
    ]);
  });

  it('creates an identical schema', async () => {
    const dump = await dumpSchema(database);
    const empty = createDatabase(createPool(await createEmptyDatabase(), 1, () => {}));
    // Functions first, unchecked: tables need them for triggers, and they name tables. Their parameters have types.
    const functions = dump.slice(dump.indexOf('CREATE OR REPLACE FUNCTION'));
    const types = dump.match(/^create type [\s\S]*?^\);$/gm) ?? [];
    const references = dump.match(/^alter table .* FOREIGN KEY .*$/gm) ?? [];
    const tables = dump
      .slice(0, -functions.length)
      .replaceAll(/^alter table .* FOREIGN KEY .*$/gm, '')
      .replaceAll(/^create type [\s\S]*?^\);$/gm, '');
    await sql
      .raw(
        `set check_function_bodies = off; ${types.join(' ')} ${functions} ${tables} ${references.join(' ')}`,
      )
      .execute(empty);
    expect(await dumpSchema(empty)).toBe(dump);
    await empty.destroy();
  });
});
