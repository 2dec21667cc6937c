import { expect, it } from 'vitest';
import { calendarOf, eventOf, importText } from '#server/test/calendar-import.ts';
import { expectWritten, rosterTests, smallAnswers, smallRoster } from '#server/test/roster.ts';
import { recordedState, studentRow, undoingOf } from '#server/test/undoing.ts';

const { rosters, school } = rosterTests('each test', {
  rows: {},
  now: '2026-03-02T08:00:00+11:00',
});
const { call, run, upload } = undoingOf(school);

const timetable = calendarOf(
  ...eventOf(
    'UID:alg@other',
    'SUMMARY:K-ALG',
    'LOCATION:A1',
    'ATTENDEE;CN=Tara Ng:mailto:tara@high.example',
    'DTSTART;TZID=Australia/Sydney:20260302T090000',
    'DTEND;TZID=Australia/Sydney:20260302T100000',
    'RRULE:FREQ=WEEKLY;UNTIL=20260612T130000Z',
    'EXDATE;TZID=Australia/Sydney:20260316T090000',
  ),
);

/** A teacher by hand, then three imports: another system's people, its timetable, a file of students. */
async function imported() {
  await call('POST', 'teacher/create/', {
    first_name: 'Vera',
    last_name: 'Here',
    email: 'vera@high.example',
    phone_number: '+61 1',
  });
  const before = await recordedState(school().database);
  const roster = await rosters.import(smallRoster, smallAnswers);
  expectWritten(roster);
  const calendar = await importText(school(), timetable, { answers: { 'room:a1': 'new' } });
  expectWritten(calendar);
  const file = await upload(studentRow('P1', 'Changed', '501'), studentRow('X1', 'Extra', '502'));
  expect(await run('select from enrolment')).toMatchObject({ rows: [{}, {}] });
  return {
    before,
    first: Number(roster.operation),
    operations: [roster.operation, calendar.operation, file],
  };
}
const undoAll = (first: number, operations: unknown[], path = '') =>
  call('POST', `bulk-operations/${first}/undo-with-later/${path}`, path ? {} : { operations });

it('three imports are undone with one call, and all is as before the first (R-UNDO-6)', async () => {
  const { before, first, operations } = await imported();
  const preview = await undoAll(first, operations, 'preview/');
  expect(preview.body, JSON.stringify(preview.body)).toMatchObject({ refused: 0 });
  const { body } = await undoAll(first, operations);
  expect(body.operations.map(({ id }: { id: number }) => id)).toEqual(operations.toReversed());
  expect({ ...body, operations: [] }).toEqual({ ...preview.body, operations: [] });
  expect(await recordedState(school().database)).toEqual(before);
  const { body: rows } = await call('GET', `bulk-operations/${operations[1]}/rows/?limit=50`);
  const added = rows.results.find(({ table }: { table: string }) => table === 'class_schedule');
  // Its room is gone with the import that made it.
  expect(added.fields).toEqual(
    expect.arrayContaining([
      { field: 'day_of_week', from: null, to: 'Monday' },
      { field: 'classroom_id', from: null, to: 'A1' },
    ]),
  );
  expect((await call('GET', 'bulk-operations/?limit=3&kind=import')).body.results).toMatchObject([
    { state: 'undone' },
    { state: 'undone' },
  ]);
});

it('a roll that was taken in between stays with what it rests on, which is named', async () => {
  const { before, first, operations } = await imported();
  school().at('2026-03-02T09:15:00+11:00');
  const [{ id: klass } = {}] = (await run('select id from class_schedule')).rows;
  const marked = await call('POST', 'attendance/create/', {
    class_schedule: klass,
    date: '2026-03-02',
    student: 'P1',
  });
  expect(marked.status, JSON.stringify(marked.body)).toBe(201);
  const { body } = await undoAll(first, operations);
  type Part = { result: { rows: { table: string; reason: string; follows: boolean }[] } };
  const reasons = (follows: boolean) =>
    body.operations.map(({ result }: Part) =>
      result.rows
        .filter((row) => row.follows === follows)
        .map(({ table, reason }) => `${table}: ${reason}`),
    );
  // What somebody did.
  expect(reasons(false)).toEqual([
    [],
    [
      'class_schedule: has 1 mark and 1 enrolment since',
      'enrolment: has 1 mark in the class, the last on 2026-03-02',
    ],
    ['student: has 1 mark and 1 enrolment since'],
  ]);
  // What stays with it.
  expect(reasons(true)).toEqual([
    [],
    [
      'classroom: has 14 dates of classes, 1 class and 1 time of a class since',
      'external_id: the row that it names stays',
    ],
    [
      'course: has 1 subject since',
      'external_id: the row that it names stays',
      'external_id: the row that it names stays',
      'external_id: the row that it names stays',
      'external_id: the row that it names stays',
      'external_id: the row that it names stays',
      'semester: has 1 class and 1 class without times since',
      'specialization: has 1 subject since',
      'subject: has 1 class and 1 class without times since',
      'teacher: has 14 dates of classes, 1 class, 1 time of a class, 1 subject and 1 class without times since',
      'waiting_class: has 1 link to another system since',
    ],
  ]);
  expect(body).toMatchObject({ refused: 16, following: 13 });
  const rowsOf = async (query: string) =>
    (await call('GET', `bulk-operations/${first}/rows/?limit=50&${query}`)).body.results;
  expect(await rowsOf('refused=causes')).toMatchObject([{ table: 'student', follows: false }]);
  expect(await rowsOf('refused=followers')).toHaveLength(11);
  expect(await rowsOf('refused=true')).toHaveLength(12);
  const marks = await run('select from attendance');
  expect(marks.rows).toHaveLength(1);
  // Without the mark the rest goes as well.
  await run('truncate mark_detail, attendance');
  const left = await undoAll(first, [], 'preview/');
  const rest = await undoAll(
    first,
    left.body.operations.map(({ id }: { id: number }) => id),
  );
  expect(rest.body, JSON.stringify(rest.body)).toMatchObject({ refused: 0 });
  expect(await recordedState(school().database)).toEqual(before);
});

it('what one step took comes back in one step, whichever of its undos is chosen (R-UNDO-6)', async () => {
  const { first, operations } = await imported();
  const after = await recordedState(school().database);
  for (const choice of [0, 2]) {
    const { body: taken } = await undoAll(first, operations);
    const undos: number[] = taken.operations.map(
      (one: { result: { operation: number } }) => one.result.operation,
    );
    const earliest = undos[0] ?? 0;
    // Alone, the timetable misses what the other import had brought; each class is named, not each row.
    const alone = (await call('POST', `bulk-operations/${undos[1]}/undo/preview/`, {})).body;
    expect(alone.refused - alone.following).toBe(1);
    expect(alone.rows[0]).toMatchObject({ table: 'class_schedule', follows: false });

    const chosen = undos[choice] ?? 0;
    const { body: later } = await call('GET', `bulk-operations/${chosen}/later/`);
    expect(later).toMatchObject({ total: 2, refusal: null });
    expect(later.operations).toMatchObject(
      undos
        .filter((id) => id !== chosen)
        .toReversed()
        .map((id) => ({ id, kind: 'undo', is_step: true, brings_back: false })),
    );
    const { body: back } = await undoAll(chosen, undos);
    expect(back, JSON.stringify(back)).toMatchObject({ refused: 0 });
    expect(back.operations.map(({ id }: { id: number }) => id)).toEqual(undos.toReversed());
    expect(await recordedState(school().database)).toEqual(after);
    const again = back.operations[0].result.operation;
    expect((await call('GET', `bulk-operations/${again}/`)).body).toMatchObject({
      kind: 'undo',
      brings_back: true,
    });
    expect((await call('GET', `bulk-operations/${earliest}/later/`)).body.total).toBe(0);
  }
});

it('what came back of a step is no later change of the rest of it (R-UNDO-6)', async () => {
  const { first, operations } = await imported();
  const { body: taken } = await undoAll(first, operations);
  const [file, calendar, roster] = taken.operations.map(
    (one: { result: { operation: number } }) => one.result.operation,
  );
  await call('POST', `bulk-operations/${roster}/undo/`, {});
  const { body: later } = await call('GET', `bulk-operations/${calendar}/later/`);
  expect(later.operations).toMatchObject([{ id: file, is_step: true }]);
});
