import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { calendarOf, calendarTests, weekly } from '#server/test/calendar-import.ts';
import { noticeOf } from './events.ts';
import { Problems } from '../runs/problems.ts';
import { CalendarQuestions } from './questions.ts';

const { school, importText } = calendarTests('all tests');

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

it('questions with many choices come some at a time, below a megabyte together', () => {
  const rooms = Array.from({ length: 1000 }, (_, id) => ({
    id,
    number: `${id} ${'ü'.repeat(60)}`,
  }));
  const questions = new CalendarQuestions(
    {},
    {
      semesters: [],
      subjects: [],
      rooms,
      archivedRooms: [],
      waiting: [],
      teachers: [],
      archivedTeachers: [],
    },
  );
  for (let number = 0; number < 100; number++) questions.room(`Place ${number}`, [], null, false);
  const { questions: list, more } = questions.list();
  expect(bytesOf(list)).toBeLessThan(500_000);
  expect(list.length).toBeGreaterThan(1);
  expect(list.length + more).toBe(100);
  for (const { choices } of list) expect(choices).toHaveLength(1000);
});

it('what is found in a file is shown in so many characters', () => {
  const problems = new Problems();
  noticeOf('a.ics', problems)(
    1,
    'note',
    'C'.repeat(20_000),
    `${'r'.repeat(299)}😀${'r'.repeat(9999)}`,
  );
  expect(problems.all).toEqual([
    {
      file: 'a.ics',
      line: 1,
      level: 'note',
      column: `${'C'.repeat(299)}…`,
      reason: `${'r'.repeat(299)}…`,
    },
  ]);
});

it('control characters in the texts of a calendar do not end the import', async () => {
  const report = await importText(
    calendarOf(
      ...weekly('CATEGORIES:a\u0000b', 'DESCRIPTION:\u0001').map((line) =>
        line
          .replace('MAT1 Algebra', 'Pot\u0000tery')
          .replace('LOCATION:R1', 'LOCATION:Studio\u0000 5')
          .replace('UID:', 'UID:\u0000'),
      ),
      'BEGIN:VEVENT',
      'SUMMARY:x',
      'DTSTART;TZID=No\u0000where:20260209T080000',
      'DTEND:20260209T090000Z',
      'END:VEVENT',
    ),
  );
  expect(report.questions.map(({ name }) => name)).toEqual([
    'semester',
    'subject:pot tery',
    'room:studio 5',
  ]);
  expect(report.totals.skipped).toBe(1);
  const { rows } = await sql`select ${JSON.stringify(report)}::jsonb as stored`.execute(
    school().database,
  );
  expect(rows).toEqual([{ stored: report }]);
});

it('makes no room of one that is archived', async () => {
  await sql`
    insert into classroom (room_number, capacity, archived_at)
    values ('Attic', 12, now())`.execute(school().database);
  const report = await importText(
    calendarOf(...weekly().map((line) => line.replace('LOCATION:R1', 'LOCATION:Attic'))),
    { answers: { 'room:attic': 'new' } },
  );
  expect(report.written).toBe(false);
  expect(report.questions).toContainEqual(
    expect.objectContaining({ answer: null, help: expect.stringContaining('is archived') }),
  );
  const { rows } = await sql`
    select capacity from classroom where room_number = 'Attic'`.execute(school().database);
  expect(rows).toEqual([{ capacity: 12 }]);
});

it.each(['Lab\u200b 1', `L${'a'.repeat(50)}`])(
  'makes no room with a number that the form refuses: %j',
  async (location) => {
    const report = await importText(
      calendarOf(...weekly().map((line) => line.replace('LOCATION:R1', `LOCATION:${location}`))),
      { answers: { [`room:${location.toLowerCase()}`]: 'new' } },
    );
    expect(report.written).toBe(false);
    const question = report.questions.find(({ name }) => name.startsWith('room:'));
    expect(question).toMatchObject({ answer: null });
    expect(question?.choices.map(({ value }) => value)).not.toContain('new');
  },
);

it('makes one room of two spellings, and none of a room that is there (R-KEY-2)', async () => {
  await sql`insert into classroom (room_number, capacity) values ('Hall  9', 12)`.execute(
    school().database,
  );
  const at = (location: string, uid: string, hour: string) =>
    weekly().map((line) =>
      line
        .replace('LOCATION:R1', `LOCATION:${location}`)
        .replace('UID:weekly', `UID:${uid}`)
        .replace('T080000', `T${hour}0000`)
        .replace('T090000', `T${hour}4500`),
    );
  const report = await importText(
    calendarOf(
      ...at('Studio 5', 'a', '08'),
      ...at('Studio  5', 'b', '10'),
      ...at('Hall 9', 'c', '12'),
    ),
    { answers: { 'room:studio 5': 'new', 'room:studio  5': 'new', 'room:hall 9': 'new' } },
  );
  expect(report.written).toBe(true);
  const { rows } = await sql<{ room: string; classes: number }>`
    select r.room_number as room, count(c.id)::int as classes
    from classroom r left join class_schedule c on c.classroom_id = r.id
    where r.room_number ~* 'studio|hall' group by 1 order by 1`.execute(school().database);
  expect(rows).toEqual([
    { room: 'Hall  9', classes: 1 },
    { room: 'Studio 5', classes: 2 },
  ]);
});
