import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabase, createPool, type Database } from '#server/platform/database/pool.ts';
import { copyOfTemplate } from '#server/test/copies.ts';
import { institute } from '#server/test/institute.ts';
import { readFolder } from './read.ts';
import { runImport } from './run.ts';

let folder: string;
let database: Database;
const today = '2026-03-02';

const csv = (rows: Record<string, string>[]) =>
  [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]
    .map((fields) => fields.join(','))
    .join('\n');
const load = async () =>
  runImport(database, await readFolder(folder), {
    dryRun: false,
    today,
    now: `${today}T00:00:00Z`,
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-import-'));
  for (const [name, rows] of Object.entries(institute))
    if (name !== 'enrolments') await writeFile(join(folder, `${name}.csv`), csv(rows));
  database = createDatabase(createPool(await copyOfTemplate(), 2, () => {}));
});
afterEach(async () => {
  await database.destroy();
  await rm(folder, { recursive: true });
});

const classes = () => (institute.timetable ?? []).slice(0, 3);
const write = (columns: Record<string, string>[]) =>
  writeFile(
    join(folder, 'timetable.csv'),
    csv(classes().map((row, at) => ({ ...row, ...columns[at] }))),
  );
const stored = async () =>
  (
    await sql<{ teachers: string | null; rooms: string | null }>`
      select teachers_text(co_teacher_ids) as teachers, nullif(regexp_replace(
        rooms_text(classroom_id, more_classroom_ids), '^[^(]*\\(?|\\)$', '', 'g'), '') as rooms
      from class_schedule where ref in ('mon9', 'mon10', 'mon9b') order by ref desc`.execute(
      database,
    )
  ).rows;
const rooms = () =>
  sql`insert into classroom (room_number, capacity) values ('A1, A2', 60), ('A1', 30), ('A2', 30)`.execute(
    database,
  );

it('an import sets further teachers and rooms, and leaves them where the file has no such columns', async () => {
  await rooms();
  await write([
    { co_teachers: 'theo@school.example', more_rooms: 'A1|A2' },
    { co_teachers: '', more_rooms: '' },
    { co_teachers: ' tess@school.example ', more_rooms: '' },
  ]);
  expect((await load()).bad).toEqual([]);
  const expected = [
    { teachers: 'Tess Teacher', rooms: null },
    { teachers: 'Theo Tutor', rooms: 'A1, A2' },
    { teachers: null, rooms: null },
  ];
  expect(await stored()).toEqual(expected);
  await writeFile(join(folder, 'timetable.csv'), csv(classes()));
  expect((await load()).bad).toEqual([]);
  expect(await stored()).toEqual(expected);
  await write(classes().map(() => ({ co_teachers: '', more_rooms: '' })));
  await load();
  expect(await stored()).toEqual(classes().map(() => ({ teachers: null, rooms: null })));
});

it.each([
  ['co_teachers', 'tess@school.example', 'names tess@school.example again'],
  ['co_teachers', 'theo@school.example|theo@school.example', 'must name each one once'],
  ['co_teachers', 'uma@school.example', 'there is no teacher uma@school.example'],
  ['more_rooms', 'R1', 'names R1 again'],
  ['more_rooms', 'A9', 'there is no classroom A9'],
])('a column %s with %s is refused: %s', async (column, value, reason) => {
  await write(classes().map((_row, at) => ({ [column]: at === 0 ? value : '' })));
  expect((await load()).bad).toEqual([{ file: 'timetable.csv', line: 2, column, reason }]);
});

it('a text that is a room is this room, and one of several rooms says how they are written', async () => {
  await rooms();
  await write([{ classroom: '"A1, A2"' }]);
  expect((await load()).bad).toEqual([]);
  await write([{ classroom: 'A1 + A2' }]);
  expect((await load()).bad).toEqual([
    {
      file: 'timetable.csv',
      line: 2,
      column: 'classroom',
      reason: 'there is no classroom A1 + A2: write A1 here, and A2 in a column more_rooms',
    },
  ]);
});
