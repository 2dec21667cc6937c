import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { csvFolder } from '#server/test/csv-folder.ts';
import { institute } from '#server/test/institute.ts';

const folder = csvFolder();

const classes = () => (institute.timetable ?? []).slice(0, 3);
const write = (columns: Record<string, string>[]) =>
  folder.write(
    'timetable',
    classes().map((row, at) => ({ ...row, ...columns[at] })),
  );
const stored = async () =>
  (
    await sql<{ teachers: string | null; rooms: string | null }>`
      select teachers_text(co_teacher_ids) as teachers, nullif(regexp_replace(
        rooms_text(classroom_id, more_classroom_ids), '^[^(]*\\(?|\\)$', '', 'g'), '') as rooms
      from class_schedule where ref in ('mon9', 'mon10', 'mon9b') order by ref desc`.execute(
      folder.database(),
    )
  ).rows;
const rooms = () =>
  sql`insert into classroom (room_number, capacity) values ('A1, A2', 60), ('A1', 30), ('A2', 30)`.execute(
    folder.database(),
  );

it('an import sets further teachers and rooms, and leaves them where the file has no such columns', async () => {
  await rooms();
  await write([
    { co_teachers: 'Theo@School.example', more_rooms: 'A1|A2' },
    { co_teachers: '', more_rooms: '' },
    { co_teachers: ' tess@school.example ', more_rooms: '' },
  ]);
  expect((await folder.load()).bad).toEqual([]);
  const expected = [
    { teachers: 'Tess Teacher', rooms: null },
    { teachers: 'Theo Tutor', rooms: 'A1, A2' },
    { teachers: null, rooms: null },
  ];
  expect(await stored()).toEqual(expected);
  await folder.write('timetable', classes());
  expect((await folder.load()).bad).toEqual([]);
  expect(await stored()).toEqual(expected);
  await write(classes().map(() => ({ co_teachers: '', more_rooms: '' })));
  await folder.load();
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
  expect((await folder.load()).bad).toMatchObject([
    { file: 'timetable.csv', line: 2, column, reason },
  ]);
});

it('a text that is a room is this room, and one of several rooms says how they are written', async () => {
  await rooms();
  await write([{ classroom: '"A1, A2"' }]);
  expect((await folder.load()).bad).toEqual([]);
  await write([{ classroom: 'A1 + A2' }]);
  expect((await folder.load()).bad).toEqual([
    {
      file: 'timetable.csv',
      line: 2,
      column: 'classroom',
      reason: 'there is no classroom A1 + A2: write A1 here, and A2 in a column more_rooms',
    },
  ]);
});
