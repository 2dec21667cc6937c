import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { calendarOf, calendarTests, eventOf, weekly } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();

/** All meetings, as `class date start status`. */
async function meetings(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', class_schedule_id, date, start_time, end_time, classroom_id, teacher_id,
      status, origin, reason, sequence) as text
    from class_meeting order by id`.execute(school().database);
  return rows.map(({ text }) => text);
}

it('changes nothing when it is what our own calendar says (R-IMPORT-6)', async () => {
  const mon9 = await school().classId('mon9');
  const idOn = async (date: string) => {
    const { rows } = await sql<{ id: number }>`
      select id from class_meeting where class_schedule_id = ${mon9} and date = ${date}`.execute(
      school().database,
    );
    return rows[0]?.id;
  };
  await school().call('admin', 'POST', 'attendance/meetings/cancel/', {
    ids: [await idOn('2026-03-09')],
    reason: 'Ill',
  });
  await school().call('admin', 'POST', `attendance/meetings/${await idOn('2026-03-16')}/move/`, {
    date: '2026-03-18',
    start_time: '09:00',
    end_time: '10:00',
    confirm: true,
  });
  const link = await school().call('teacher', 'POST', 'attendance/calendar-link/create/', {});
  const feed = await school().app.inject({ url: new URL(link.body.url as string).pathname });
  expect(feed.statusCode).toBe(200);
  const before = await meetings();
  const report = await importText(feed.body);
  expect(report).toMatchObject({
    written: true,
    operation: null,
    totals: { error: 0, skipped: 0 },
  });
  expect(report.counts).toEqual([
    expect.objectContaining({ table: 'class_schedule', created: 0, updated: 0 }),
    expect.objectContaining({ table: 'class_meeting', created: 0, updated: 0, archived: 0 }),
  ]);
  expect(await meetings()).toEqual(before);
});

/** A class of OneRoster without times, with S2 as its member. */
async function addWaitingClass(): Promise<void> {
  await sql`
    with waiting as (
      insert into waiting_class (title, class_code, subject_id, semester_id, class_type)
      select 'Numbers', 'NUM-7b', min(s.id), min(m.id), 'Tutorial'
      from subject s, semester m where s.subject_code = 'MAT2' returning id
    ), named as (
      insert into external_id (source, kind, sourced_id, waiting_class_id)
      select 'sis', 'class', 'c-0815', id from waiting
    )
    insert into waiting_member (waiting_class_id, student_id, sourced_id)
    select w.id, s.id, 'm-1' from waiting w, student s where s.student_id = 'S2'`.execute(
    school().database,
  );
}

it('gives a class of OneRoster its times, and enrols its members', async () => {
  await addWaitingClass();
  const text = calendarOf(
    ...weekly('EXDATE;TZID=Australia/Sydney:20260216T080000').map((line) =>
      line.replace('MAT1 Algebra', 'Group num-7B'),
    ),
  );
  const report = await importText(text);
  expect(report.problems).toEqual([]);
  expect(report.counts).toEqual([
    expect.objectContaining({ table: 'class_schedule', created: 1 }),
    expect.objectContaining({ table: 'enrolment', created: 1 }),
    expect.objectContaining({ table: 'class_meeting', created: 16, archived: 0 }),
  ]);
  const { rows } = await sql`
    select s.subject_code, c.class_type, p.student_id from external_id x
    join class_schedule c on c.id = x.class_schedule_id join subject s on s.id = c.subject_id
    join enrolment e on e.class_schedule_id = c.id join student p on p.id = e.student_id
    where x.kind = 'class-time'`.execute(school().database);
  expect(rows).toEqual([{ subject_code: 'MAT2', class_type: 'Tutorial', student_id: 'S2' }]);
  expect(await importText(text)).toMatchObject({ written: true, operation: null });
});

it('another time, day or room of a class of OneRoster that has its times is a question once (R-IMPORT-13)', async () => {
  await addWaitingClass();
  const named = (name: string, lines = weekly()) =>
    calendarOf(
      `X-WR-CALNAME:${name}`,
      ...lines.map((line) => line.replace('MAT1 Algebra', 'Group num-7B')),
    );
  const tuesday = weekly().map((line) =>
    line.replace('20260209T08', '20260210T07').replace('20260209T09', '20260210T08'),
  );
  const held = async () =>
    (
      await sql`select c.day_of_week as day, to_char(c.start_time, 'HH24:MI') as start
        from class_schedule c join external_id x on x.class_schedule_id = c.id
        where x.kind = 'class-time'`.execute(school().database)
    ).rows;
  expect(await importText(named('First'))).toMatchObject({ written: true });
  expect(await held()).toEqual([{ day: 1, start: '08:00' }]);
  const open = await importText(named('Second', tuesday), { answers: { calendar: 'new' } });
  expect(open).toMatchObject({ written: false });
  expect(open.questions.filter(({ answer }) => answer === null)).toMatchObject([
    { name: 'changed:time' },
  ]);
  const answers = { calendar: 'new', 'changed:time': 'keep' };
  expect(await importText(named('Second', tuesday), { answers })).toMatchObject({ written: true });
  expect(await held()).toEqual([{ day: 1, start: '08:00' }]);
  for (const text of [named('First'), named('Second', tuesday)])
    expect(await importText(text)).toMatchObject({ written: true, operation: null });
});

it('confirms clashes by an answer where the institute refuses them (R-CLASH-4)', async () => {
  const text = calendarOf(
    ...weekly().map((line) => line.replaceAll('T080000', 'T083000').replace('T090000', 'T093000')),
  );
  const open = await importText(text, { clashes: 'refuse' });
  expect(open).toMatchObject({ written: false });
  expect(open.totals.error).toBeGreaterThan(0);
  expect(open.questions).toContainEqual(
    expect.objectContaining({ name: 'confirm_clashes', answer: null }),
  );
  const done = await importText(text, {
    clashes: 'refuse',
    answers: { confirm_clashes: 'yes' },
  });
  expect(done).toMatchObject({ written: true, totals: { error: 0 } });
});

it('takes a single event as an extra class of the one with its name, and not on a holiday', async () => {
  const once = (uid: string, day: string) =>
    eventOf(
      `UID:${uid}`,
      'SUMMARY:MAT1 Algebra',
      'LOCATION:R1',
      `DTSTART;TZID=Australia/Sydney:${day}T070000`,
      `DTEND;TZID=Australia/Sydney:${day}T080000`,
    );
  const report = await importText(
    calendarOf(...weekly(), ...once('a', '20260304'), ...once('b', '20260403')),
  );
  expect(report.problems.map(({ reason }) => reason)).toEqual([
    '2026-04-03: is a holiday, and stays as it is',
  ]);
  const { rows } = await sql`
    select date from class_meeting where origin = 'extra'`.execute(school().database);
  expect(rows).toEqual([{ date: '2026-03-04' }]);
});

it('a rule that excludes dates is not read: its event is left out, and named', async () => {
  const report = await importText(calendarOf(...weekly('EXRULE:FREQ=WEEKLY;INTERVAL=2')));
  expect(report.problems).toContainEqual(
    expect.objectContaining({ level: 'skipped', column: 'EXRULE' }),
  );
  expect(report.counts.filter(({ created }) => created > 0)).toEqual([]);
});

it('a file that takes its events back is refused', async () => {
  const report = await importText(calendarOf('METHOD:CANCEL', ...weekly()));
  expect(report).toMatchObject({ written: false });
  expect(report.problems).toContainEqual(
    expect.objectContaining({ level: 'error', column: 'METHOD' }),
  );
});

it('a class whose series the calendar cancels stays, and is named (R-IMPORT-7)', async () => {
  await importText(calendarOf(...weekly()));
  const report = await importText(calendarOf(...weekly('STATUS:CANCELLED', 'SEQUENCE:1')));
  expect(report.problems.map(({ reason }) => reason)).toContainEqual(
    expect.stringMatching(/has no events in this one, and stays as it is: MAT1 Monday 08:00/),
  );
});
