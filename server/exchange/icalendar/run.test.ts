import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { calendarOf, calendarTests, eventOf, weekly } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();

/** The meetings of classes that calendars made, as `date start-end room status`. */
async function meetings(where = sql`c.ref like 'calendar:%'`): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', g.date, to_char(g.start_time, 'HH24:MI') || '-' || to_char(g.end_time, 'HH24:MI'),
      r.room_number, g.status, g.origin, g.reason) as text
    from class_meeting g join class_schedule c on c.id = g.class_schedule_id
    join classroom r on r.id = g.classroom_id where ${where} order by 1`.execute(school().database);
  return rows.map(({ text }) => text);
}

const countOf = (report: Awaited<ReturnType<typeof importText>>, table: string) =>
  report.counts.find((one) => one.table === table);

it('makes a weekly class of a recurring event (R-IMPORT-5)', async () => {
  const report = await importText(calendarOf(...weekly()));
  expect(report.problems).toEqual(
    [
      expect.objectContaining({ level: 'note', reason: expect.stringContaining('is a holiday') }),
    ].slice(1),
  );
  expect(report).toMatchObject({ written: true, operation: expect.any(Number) });
  expect(countOf(report, 'class_schedule')).toMatchObject({ created: 1 });
  const found = await meetings();
  expect(found).toHaveLength(18);
  expect(found[0]).toBe('2026-02-09 08:00-09:00 R1 scheduled weekly');
  // Easter Monday.
  expect(found.filter((one) => one.includes('holiday'))).toHaveLength(1);
});

it('counts the dates of a new class, and none of them as cancelled, also the past ones', async () => {
  const report = await importText(
    calendarOf(
      ...eventOf(
        'UID:short@other',
        'SUMMARY:MAT1 Algebra',
        'LOCATION:R1',
        'DTSTART;TZID=Australia/Sydney:20260216T120000',
        'DTEND;TZID=Australia/Sydney:20260216T130000',
        'RRULE:FREQ=WEEKLY;COUNT=6',
      ),
    ),
  );
  expect(countOf(report, 'class_schedule')).toMatchObject({ created: 1 });
  expect(countOf(report, 'class_meeting')).toMatchObject({ created: 6, updated: 0, archived: 0 });
});

it('cancels, moves and changes single dates', async () => {
  const report = await importText(
    calendarOf(
      ...weekly('EXDATE;TZID=Australia/Sydney:20260216T080000'),
      // Moved to Wednesday at ten.
      ...eventOf(
        'UID:weekly@other',
        'RECURRENCE-ID;TZID=Australia/Sydney:20260223T080000',
        'SUMMARY:MAT1 Algebra',
        'DTSTART;TZID=Australia/Sydney:20260225T100000',
        'DTEND;TZID=Australia/Sydney:20260225T110000',
      ),
      // Shorter.
      ...eventOf(
        'UID:weekly@other',
        'RECURRENCE-ID:20260301T210000Z',
        'SUMMARY:MAT1 Algebra',
        'DTSTART;TZID=Australia/Sydney:20260302T080000',
        'DTEND;TZID=Australia/Sydney:20260302T084500',
      ),
      ...eventOf(
        'UID:weekly@other',
        'RECURRENCE-ID;TZID=Australia/Sydney:20260309T080000',
        'STATUS:CANCELLED',
        'SUMMARY:MAT1 Algebra',
        'DTSTART;TZID=Australia/Sydney:20260309T080000',
        'DTEND;TZID=Australia/Sydney:20260309T090000',
      ),
    ),
  );
  expect(report.problems).toEqual([]);
  expect((await meetings()).slice(0, 6)).toEqual([
    '2026-02-09 08:00-09:00 R1 scheduled weekly',
    '2026-02-23 08:00-09:00 R1 moved weekly Moved in the calendar',
    '2026-02-25 10:00-11:00 R1 scheduled moved Moved in the calendar',
    '2026-03-02 08:00-08:45 R1 scheduled weekly Changed in the calendar',
    '2026-03-09 08:00-09:00 R1 cancelled weekly Not in the calendar',
    '2026-03-16 08:00-09:00 R1 scheduled weekly',
  ]);
});

it('changes nothing when it is imported again', async () => {
  const text = calendarOf(
    ...weekly('EXDATE;TZID=Australia/Sydney:20260216T080000'),
    ...eventOf(
      'UID:weekly@other',
      'RECURRENCE-ID;TZID=Australia/Sydney:20260223T080000',
      'SUMMARY:MAT1 Algebra',
      'DTSTART;TZID=Australia/Sydney:20260225T100000',
      'DTEND;TZID=Australia/Sydney:20260225T110000',
    ),
    ...eventOf(
      'UID:once',
      'SUMMARY:MAT1 Algebra',
      'LOCATION:R1',
      'DTSTART:20260501T000000Z',
      'DTEND:20260501T010000Z',
    ),
  );
  await importText(text);
  const before = await meetings();
  expect(before).toContain('2026-05-01 10:00-11:00 R1 scheduled extra Added by the calendar');
  const again = await importText(text);
  expect(again.counts).toEqual([
    expect.objectContaining({ table: 'class_schedule', created: 0, updated: 0, unchanged: 1 }),
    expect.objectContaining({ table: 'class_meeting', created: 0, updated: 0, archived: 0 }),
  ]);
  expect(again).toMatchObject({ written: true, operation: null });
  expect(await meetings()).toEqual(before);
});

it('recognises single events of the same name and time as one class', async () => {
  const singles = ['20260210', '20260217', '20260224', '20260310'].flatMap((day) =>
    eventOf(
      `UID:${day}@other`,
      'SUMMARY:Geometry MAT2',
      'LOCATION:r1',
      'ORGANIZER;CN=Theo Tutor:mailto:office@school.example',
      `DTSTART;TZID=AUS Eastern Standard Time:${day}T160000`,
      'DURATION:PT1H',
    ),
  );
  const report = await importText(calendarOf(...singles));
  expect(report.problems).toEqual([]);
  const found = await meetings(sql`c.ref like 'calendar:%' and g.status = 'scheduled'`);
  expect(found.map((one) => one.slice(0, 10))).toEqual([
    '2026-02-10',
    '2026-02-17',
    '2026-02-24',
    '2026-03-10',
  ]);
});

it('a later calendar changes what is to come, and not the past', async () => {
  await importText(calendarOf(...weekly()));
  school().at('2026-03-04T09:00:00+11:00');
  const later = calendarOf(...weekly().map((line) => line.replace('T080000', 'T073000')));
  await importText(later);
  const found = await meetings();
  expect(found.slice(2, 6)).toEqual([
    '2026-02-23 08:00-09:00 R1 scheduled weekly',
    '2026-03-02 08:00-09:00 R1 scheduled weekly',
    '2026-03-09 07:30-09:00 R1 scheduled weekly',
    '2026-03-16 07:30-09:00 R1 scheduled weekly',
  ]);
});

it('leaves meetings with marks and those that were changed by hand', async () => {
  await importText(calendarOf(...weekly()));
  await sql`
    insert into attendance (date, class_schedule_id, student_id, status, how, marked_at)
    select '2026-02-16', c.id, s.id, 'Present', 'manual', now() from class_schedule c, student s
    where c.ref like 'calendar:%' and s.student_id = 'S1'`.execute(school().database);
  await sql`
    update class_meeting set status = 'cancelled', reason = 'Flood' where date = '2026-02-23'
      and class_schedule_id = (select id from class_schedule where ref like 'calendar:%')`.execute(
    school().database,
  );
  const report = await importText(
    calendarOf(...weekly('EXDATE;TZID=Australia/Sydney:20260216T080000')),
  );
  expect(report.problems.map(({ reason }) => reason)).toEqual([
    '2026-02-16: has marks, and stays as it is',
    '2026-02-23: was changed by hand, and stays as it is',
  ]);
  expect((await meetings()).slice(1, 3)).toEqual([
    '2026-02-16 08:00-09:00 R1 scheduled weekly',
    '2026-02-23 08:00-09:00 R1 cancelled weekly Flood',
  ]);
});

it('asks for what it does not find, and takes the answers', async () => {
  const text = calendarOf(
    ...weekly().map((line) =>
      line
        .replace('MAT1 Algebra', 'Pottery')
        .replace('R1', 'Studio 5')
        .replace('CN=Tess Teacher:mailto:tess', 'CN=Nora Nowhere:mailto:nora'),
    ),
  );
  const open = await importText(text);
  expect(open).toMatchObject({ written: false });
  expect(open.questions.map(({ name, answer }) => [name, answer])).toEqual([
    ['semester', expect.any(String)],
    ['subject:pottery', null],
    ['room:studio 5', null],
  ]);
  const subject =
    open.questions[1]?.choices.find(({ label }) => label.startsWith('MAT2'))?.value ?? '';
  const more = await importText(text, {
    answers: { 'subject:pottery': subject, 'room:studio 5': 'new' },
  });
  expect(more.questions.filter(({ answer }) => answer === null).map(({ name }) => name)).toEqual([
    'teacher:nora nowhere',
  ]);
  const done = await importText(text, {
    answers: { 'subject:pottery': subject, 'room:studio 5': 'new', 'teacher:nora nowhere': '-' },
  });
  expect(done).toMatchObject({ written: true });
  expect(countOf(done, 'classroom')).toMatchObject({ created: 1 });
  expect(done.problems.map(({ column, reason }) => [column, reason])).toContainEqual([
    'LOCATION',
    '1 room is made without seats (Studio 5): enter its capacity, or two classes there at once and too many students are not found',
  ]);
  expect((await meetings())[0]).toBe('2026-02-09 08:00-09:00 Studio 5 scheduled weekly');
});

const undo = async (id: number) => {
  const { status, body } = await school().call(
    'admin',
    'POST',
    `attendance/bulk-operations/${id}/undo/`,
    {},
  );
  expect(status).toBe(200);
  return body;
};

it('is undone as a whole, and brought back by undoing that (R-UNDO-2)', async () => {
  const all = () => meetings(sql`true`);
  const before = await all();
  const { operation } = await importText(
    calendarOf(
      ...weekly('EXDATE;TZID=Australia/Sydney:20260216T080000'),
      ...eventOf(
        'UID:weekly@other',
        'RECURRENCE-ID;TZID=Australia/Sydney:20260223T080000',
        'SUMMARY:MAT1 Algebra',
        'DTSTART;TZID=Australia/Sydney:20260225T100000',
        'DTEND;TZID=Australia/Sydney:20260225T110000',
      ),
      ...eventOf(
        'UID:once',
        'SUMMARY:MAT1 Algebra',
        'DTSTART:20260501T000000Z',
        'DTEND:20260501T010000Z',
      ),
    ),
  );
  const imported = await all();
  const undone = await undo(operation ?? 0);
  expect(undone).toMatchObject({ refused: 0, rows: [] });
  expect(await all()).toEqual(before);
  const again = await undo(undone.operation);
  expect(again).toMatchObject({ refused: 0 });
  expect(await all()).toEqual(imported);
  const last = await undo(again.operation);
  expect(last).toMatchObject({ refused: 0 });
  expect(await all()).toEqual(before);
});

it('a class that moves while a date of it is cancelled is undone as a whole, and brought back by undoing that', async () => {
  await importText(calendarOf(...weekly()));
  const before = await meetings();
  const { operation } = await importText(
    calendarOf(
      ...weekly('EXDATE;TZID=Australia/Sydney:20260309T083000').map((line) =>
        line.replace('T080000', 'T083000').replace('T090000', 'T093000'),
      ),
    ),
  );
  const imported = await meetings();
  expect(imported.filter((one) => !before.includes(one)).length).toBeGreaterThan(5);
  expect(imported.filter((one) => one.includes('cancelled'))).toHaveLength(1);
  const undone = await undo(operation ?? 0);
  expect(undone).toMatchObject({ refused: 0 });
  expect(await meetings()).toEqual(before);
  const again = await undo(undone.operation);
  expect(again).toMatchObject({ refused: 0, rows: [] });
  expect(await meetings()).toEqual(imported);
  expect(await undo(again.operation)).toMatchObject({ refused: 0 });
  expect(await meetings()).toEqual(before);
});

it('undoes an import that changed single dates only, and names a class with marks', async () => {
  await importText(calendarOf(...weekly()));
  const before = await meetings();
  const { operation } = await importText(
    calendarOf(...weekly('EXDATE;TZID=Australia/Sydney:20260216T080000,20260309T080000')),
  );
  expect(operation).not.toBeNull();
  await sql`
    update class_meeting set reason = 'Flood' where date = '2026-03-09'
      and class_schedule_id = (select id from class_schedule where ref like 'calendar:%')`.execute(
    school().database,
  );
  const { refused, undone, rows } = await undo(operation ?? 0);
  expect({ refused, undone, rows }).toEqual({
    refused: 1,
    undone: 1,
    rows: [expect.objectContaining({ table: 'class_meeting', reason: 'was changed since' })],
  });
  const now = await meetings();
  expect(now[1]).toBe(before[1]);
  expect(now[4]).toBe('2026-03-09 08:00-09:00 R1 cancelled weekly Flood');
});
