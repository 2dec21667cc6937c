import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { strToU8, zipSync } from 'fflate';
import { calendarTests } from '#server/test/calendar-import.ts';
import { ascOf } from '#server/test/program-files.ts';

const { school, importText } = calendarTests();

interface Stored {
  subject: string;
  group: string | null;
  at: string;
  weeks: string | null;
  teachers: string;
  rooms: string;
  held: number;
  others: number;
}

/** The classes that the file made, as words. */
async function classes(): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select s.subject_code as subject, c.group_name as "group",
      c.day_of_week || ' ' || to_char(c.start_time, 'HH24:MI') || '-' || to_char(c.end_time, 'HH24:MI') as at,
      weeks_text(c.weeks) as weeks,
      (select string_agg(t.first_name, ' ' order by array_position(c.teacher_id || c.co_teacher_ids, t.id))
        from teacher t where t.id = any(c.teacher_id || c.co_teacher_ids)) as teachers,
      rooms_text(c.classroom_id, c.more_classroom_ids) as rooms,
      (select count(*)::int from class_meeting g where g.class_schedule_id = c.id and g.status = 'scheduled') as held,
      (select count(*)::int from class_meeting g
        where g.class_schedule_id = c.id and (g.status in ('cancelled', 'moved') or g.origin <> 'weekly')) as others
    from class_schedule c join subject s on s.id = c.subject_id
    where c.ref like 'calendar:%' order by c.day_of_week, c.start_time, c.id`.execute(
    school().database,
  );
  return rows;
}

it('a lesson is a class with its group, for each of its places in the week (R-IMPORT-15)', async () => {
  const report = await importText(ascOf({ cards: [{}, { days: '01000', period: '3' }] }));
  expect(report).toMatchObject({ written: true, totals: { error: 0, skipped: 0 } });
  const algebra = {
    subject: 'MAT1',
    group: '12A',
    weeks: null,
    teachers: 'Tess',
    rooms: 'R1',
    others: 0,
  };
  // One of the Mondays is a holiday.
  expect(await classes()).toEqual([
    { ...algebra, at: '1 08:00-08:45', held: 17 },
    { ...algebra, at: '2 11:00-11:45', held: 18 },
  ]);
});

it.each([
  ['odd weeks', '10', {}, '1,3,5,7,9,11,13,15,17'],
  ['even weeks', '01', {}, '2,4,6,8,10,12,14,16,18'],
  [
    'odd weeks of a semester that begins with week B',
    '10',
    { 'first-week': '1' },
    '2,4,6,8,10,12,14,16,18',
  ],
  ['every week', '11', {}, null],
])('a lesson in %s has these weeks, and no cancelled date', async (_what, weeks, answers, text) => {
  await importText(ascOf({ cards: [{ weeks }] }), { answers });
  expect(await classes()).toMatchObject([{ weeks: text, others: 0 }]);
});

it('periods that follow each other are one class; a longer break parts them', async () => {
  await importText(ascOf({ cards: [{ period: '1' }, { period: '2' }, { period: '3' }] }));
  expect((await classes()).map(({ at }) => at)).toEqual(['1 08:00-09:35', '1 11:00-11:45']);
});

it('several teachers and rooms are those of one class', async () => {
  await importText(ascOf({ lesson: { teacherids: 'P1,P2' }, cards: [{ classroomids: 'R1,R2' }] }), {
    answers: { rooms: 'add' },
  });
  expect(await classes()).toMatchObject([{ teachers: 'Tess Theo', rooms: 'R1 (R2)' }]);
});

it('the term of the file is a question; lessons of another one are left out', async () => {
  const file = ascOf({ terms: true, cards: [{ terms: '10' }, { terms: '01', period: '3' }] });
  const open = await importText(file);
  expect(open.questions.find(({ name }) => name === 'term')).toMatchObject({ answer: null });
  await importText(file, { answers: { term: '1' } });
  expect((await classes()).map(({ at }) => at)).toEqual(['1 11:00-11:45']);
});

it('the same file again changes nothing; a lesson at another time is the same class', async () => {
  await importText(ascOf());
  const again = await importText(ascOf());
  expect(again.counts).toMatchObject([
    { table: 'class_schedule', created: 0, updated: 0, unchanged: 1 },
    { table: 'class_meeting', created: 0, updated: 0 },
  ]);
  await importText(ascOf({ cards: [{ period: '3', days: '00100' }] }));
  expect(await classes()).toMatchObject([{ at: '3 11:00-11:45' }]);
});

it('a class that the file did not make stays, and what is different is named (R-IMPORT-6)', async () => {
  await importText(ascOf({ lesson: { teacherids: 'P1' } }));
  await sql`update class_schedule set ref = null, group_name = 'Ours', weeks = '{1,3,5}'
    where ref like 'calendar:%'`.execute(school().database);
  const { problems, counts } = await importText(ascOf({ lesson: { teacherids: 'P1,P2' } }), {
    answers: { calendar: 'new' },
  });
  expect(counts.find(({ table }) => table === 'class_schedule')).toMatchObject({ created: 0 });
  expect(problems.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/is here already, .* other teachers, groups, weeks here, which stay$/),
    ]),
  );
});

it('further teachers, rooms and the group follow the next file, unless somebody has changed them', async () => {
  const changed = ascOf({
    lesson: { classids: 'C1,C2', groupids: 'G1,G2', teacherids: 'P1,P2' },
    cards: [{ classroomids: 'R1,R2' }],
  });
  await importText(ascOf(), { answers: { rooms: 'add' } });
  const report = await importText(changed, { answers: { rooms: 'add' } });
  expect(await classes()).toMatchObject([
    { teachers: 'Tess Theo', rooms: 'R1 (R2)', group: '12A, 12B' },
  ]);
  expect(report.counts.find(({ table }) => table === 'class_schedule')).toMatchObject({
    updated: 1,
    unchanged: 0,
  });
  expect(report.listed?.[0]).toMatchObject({
    outcome: 'updated',
    fields: [
      { field: 'subject', from: 'MAT1 Algebra · 12A', to: 'MAT1 Algebra · 12A, 12B' },
      { field: 'room', from: 'R1', to: 'R1 (R2)' },
      { field: 'teacher', from: 'Tess Teacher', to: 'Tess Teacher, Theo Tutor' },
    ],
  });
  await sql`update class_schedule set group_name = 'Ours' where ref like 'calendar:%'`.execute(
    school().database,
  );
  const stays = await importText(ascOf());
  expect(stays.problems).toContainEqual(
    expect.objectContaining({ level: 'note', column: 'further' }),
  );
  expect(await classes()).toMatchObject([{ teachers: 'Tess Theo', group: 'Ours' }]);
});

it.each(['1-2', null])(
  'a class that was entered here in other weeks (%j) keeps its dates',
  async (weeks) => {
    const odd = { lesson: { weeksdefid: 'W1' }, cards: [{ weeks: '10' }] };
    const file = weeks === null ? ascOf(odd) : ascOf();
    const { call, database } = school();
    await importText(ascOf());
    const { rows } = await sql<{ id: number }>`
      select id from class_schedule where ref like 'calendar:%'`.execute(database);
    const id = rows[0]?.id ?? 0;
    const change = { weeks, confirm_clashes: true };
    expect((await call('account', 'PATCH', `attendance/classschedule/${id}/`, change)).status).toBe(
      200,
    );
    await sql`update class_schedule set ref = null where id = ${id}`.execute(database);
    await sql`delete from import_class`.execute(database);
    const dates = async () => {
      const found = await sql`
        select date, status from class_meeting where class_schedule_id = ${id} order by date`.execute(
        database,
      );
      return found.rows;
    };
    const before = await dates();
    const report = await importText(file, { answers: { 'first-week': '0' } });
    expect(report.problems).toContainEqual(
      expect.objectContaining({ reason: expect.stringContaining('it has other weeks here') }),
    );
    expect(report.counts.filter(({ created, updated }) => created + updated > 0)).toEqual([]);
    expect(await dates()).toEqual(before);
  },
);

it('an import is one recorded change, with its subjects and rooms', async () => {
  const report = await importText(
    ascOf({ lesson: { subjectid: 'S2' }, cards: [{ classroomids: 'R9' }] }),
    { answers: { subjects: 'add', rooms: 'add' } },
  );
  const { rows } = await sql<{ table_name: string }>`
    select distinct table_name from bulk_operation_row where operation_id = ${report.operation}
    order by 1`.execute(school().database);
  expect(rows.map(({ table_name }) => table_name)).toEqual(
    expect.arrayContaining(['class_schedule', 'classroom', 'subject']),
  );
});

it('a room that was chosen for a name of the file is no question again (R-IMPORT-12)', async () => {
  const { rows } = await sql<{ id: number }>`select min(id) as id from classroom`.execute(
    school().database,
  );
  const file = ascOf({ cards: [{ classroomids: 'R9' }] });
  await importText(file, { answers: { rooms: 'each', 'room:lab 9': String(rows[0]?.id) } });
  expect(await classes()).toMatchObject([{ rooms: 'R1' }]);
  const again = await importText(file);
  expect(again.questions.filter(({ answer }) => answer === null)).toEqual([]);
  expect(again).toMatchObject({ written: true, operation: null });
});

it('of several calendars of one name the one that was imported last is proposed', async () => {
  await importText(ascOf());
  const lesson = { id: 'L7' };
  await importText(ascOf({ lesson, cards: [{ lessonid: 'L7', period: '3' }] }), {
    answers: { calendar: 'new' },
  });
  const { questions } = await importText(ascOf());
  const which = questions.find(({ name }) => name === 'calendar');
  const proposed = which?.choices.find(({ value }) => value === which.answer);
  expect(proposed?.label).toContain('“aSc Timetables 2”');
});

it('periods of Untis have no times: each is a question, and a wrong answer is named', async () => {
  const file =
    '7;"12A";"Tess Teacher";"MAT1";"R1";5;4;;\r\n7;"12A";"Tess Teacher";"MAT1";"R1";5;5;;';
  const wrong = await importText(file, { answers: { 'period:4': '9:00', 'period:5': '11-10' } });
  expect(
    wrong.problems.filter(({ level }) => level === 'error').map(({ reason }) => reason),
  ).toEqual([
    'the answer must be times such as 08:00-08:45',
    'the answer must be times such as 08:00-08:45',
  ]);
  await importText(file, { answers: { 'period:4': '9:00-9:45', 'period:5': '09:50 – 10:35' } });
  expect(await classes()).toMatchObject([
    { subject: 'MAT1', group: '12A', at: '5 09:00-10:35', teachers: 'Tess', rooms: 'R1' },
  ]);
});

it('weeks that Untis only names are a question', async () => {
  const lesson = ['7', '1', '', '', '12A', '', 'MAT1', '', '', '', '', 'Week B'];
  const zip = zipSync({
    'export/GPU001.TXT': strToU8('7;"12A";"Tess Teacher";"MAT1";"R1";5;4;;'),
    'export/gpu002.txt': strToU8(lesson.join(';')),
  });
  const report = await importText(zip, { answers: { 'period:4': '09:00-09:45' } });
  expect(report.questions.find(({ name }) => name === 'weeks:week b')).toMatchObject({
    answer: 'even',
  });
  expect(await classes()).toMatchObject([{ weeks: '2,4,6,8,10,12,14,16,18' }]);
});

it.each([
  [
    '<?xml version="1.0"?><document/>',
    'This XML file is no timetable of aSc Timetables: export “aSc Timetables 2012 XML”',
  ],
  ['<timetable><lessons></timetable>', expect.stringContaining('The XML is not well-formed')],
  ['<timetable></timetable>', 'The timetable has no lessons'],
  [
    zipSync({ 'a.txt': strToU8('a') }),
    'The ZIP file has neither GPU001.TXT nor a timetable of aSc Timetables',
  ],
  [
    Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]),
    expect.stringContaining('The ZIP file cannot be read'),
  ],
  [
    'plain text',
    'This is neither an iCalendar file (BEGIN:VCALENDAR is missing) nor a timetable of aSc Timetables or Untis (GPU001.TXT)',
  ],
])('a file that cannot be used says why: %s', async (text, reason) => {
  const report = await importText(text);
  expect(report.written).toBe(false);
  expect(report.problems[0]).toMatchObject({ level: 'error', reason });
});

it.each([
  ['teachers', { lesson: { teacherids: 'P1,P2' } }],
  ['rooms', { cards: [{ classroomids: 'R1,R2' }] }],
])(
  'a new class has several %s from its first date on, and is undone (R-UNDO-3)',
  async (_what, parts) => {
    const { operation } = await importText(ascOf(parts), { answers: { rooms: 'add' } });
    const patterns = await sql`
    select p.valid_from from class_schedule_pattern p
    join class_schedule c on c.id = p.class_schedule_id where c.ref like 'calendar:%'`.execute(
      school().database,
    );
    expect(patterns.rows).toEqual([{ valid_from: '0001-01-01' }]);
    const undo = `attendance/bulk-operations/${operation}/undo/`;
    expect(await school().call('admin', 'POST', undo, {})).toMatchObject({
      status: 200,
      body: { refused: 0 },
    });
    expect(await classes()).toEqual([]);
  },
);
