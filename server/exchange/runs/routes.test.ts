import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { calendarOf, weekly } from '#server/test/calendar-import.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';
import { sendFile } from '#server/test/upload.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-02-01T09:00:00+11:00' });
});
afterAll(() => school.close());

const path = 'attendance/import-runs/';
const send = (text: string, caller: Caller = 'admin', name = 'timetable.ics') =>
  sendFile(school, caller, `${path}?kind=calendar`, 'file', Buffer.from(text), name);
/** The run when no job works on it any more. */
async function ended(id: number) {
  await vi.waitFor(
    async () => {
      const { body } = await school.call('admin', 'GET', `${path}${id}/`);
      expect(['checked', 'written', 'failed']).toContain(body.state);
    },
    { timeout: 20_000, interval: 100 },
  );
  return (await school.call('admin', 'GET', `${path}${id}/`)).body;
}
const write = (id: number, answers = {}) =>
  school.call('admin', 'POST', `${path}${id}/write/`, { answers });

it('checks a file, writes it when it is confirmed, and discards it (R-IMPORT-1)', async () => {
  const sent = await send(calendarOf(...weekly()));
  expect(sent).toMatchObject({
    status: 201,
    body: { kind: 'calendar', file_name: 'timetable.ics', state: 'waiting', report: null },
  });
  const { id } = sent.body;
  const checked = await ended(id);
  expect(checked).toMatchObject({
    state: 'checked',
    error: null,
    report: { written: false, operation: null, totals: { error: 0 } },
  });
  const { rows } = await sql`select from class_schedule where ref like 'calendar:%'`.execute(
    school.database,
  );
  expect(rows).toHaveLength(0);

  const [semester] = checked.report.questions;
  const changes = await school.call('admin', 'GET', `${path}${id}/changes/?record=class_schedule`);
  expect(changes.body).toMatchObject({
    total: 1,
    results: [
      {
        number: 1,
        outcome: 'created',
        class: 'MAT1 Algebra, Mondays 08:00, room R1',
        date: '2026-02-09',
      },
    ],
  });
  const dates = await school.call('admin', 'GET', `${path}${id}/changes/?limit=5&page=2`);
  expect(dates.body).toMatchObject({ total: 18, results: [{ number: 6 }, {}, {}, {}, {}] });
  const lines = await school.call('admin', 'GET', `${path}${id}/changes/export/`);
  expect(lines.body).toMatch(
    /record,change,class,date,what,from,to\s+class,added,"MAT1 Algebra, Mondays 08:00, room R1",2026-02-09,class,,/,
  );
  expect(semester).toMatchObject({ name: 'semester', answer: expect.any(String) });
  expect((await write(id, { semester: '0' })).status).toBe(409);
  // A page sends what was found: that is what was checked.
  expect(await write(id, { semester: semester.answer })).toMatchObject({
    status: 200,
    body: { state: 'waiting' },
  });
  const written = await ended(id);
  expect(written).toMatchObject({
    state: 'written',
    report: { written: true, operation: expect.any(Number) },
  });
  expect(await write(id)).toMatchObject({ status: 409 });
  const parts = await sql`select from import_run_part`.execute(school.database);
  expect(parts.rows).toHaveLength(0);

  const list = await school.call('admin', 'GET', path);
  expect(list.body).toMatchObject([{ id, state: 'written', undone: null }]);

  const { operation } = written.report;
  const undo = await school.call(
    'admin',
    'POST',
    `attendance/bulk-operations/${operation}/undo/`,
    {},
  );
  expect(undo).toMatchObject({ status: 200, body: { refused: 0 } });
  const after = await school.call('admin', 'GET', path);
  expect(after.body).toMatchObject([{ id, state: 'written', undone: 'undone' }]);
  // A row that an undo left makes it a part.
  await sql`
    insert into bulk_operation_row (operation_id, table_name, row_key, after)
    values (${operation}, 'classroom', 'left', '{}')`.execute(school.database);
  expect((await school.call('admin', 'GET', `${path}${id}/`)).body).toMatchObject({
    undone: 'partly',
  });

  expect((await school.call('admin', 'DELETE', `${path}${id}/`)).status).toBe(204);
  expect((await school.call('admin', 'GET', `${path}${id}/`)).status).toBe(404);
});

it('writes only with the answers that were checked, none missing', async () => {
  const { body } = await send(
    calendarOf(...weekly().map((line) => line.replace('MAT1 Algebra', '=Pottery'))),
  );
  const { report } = await ended(body.id);
  const subject = report.questions.at(-1);
  expect(subject).toMatchObject({ name: 'subject:=pottery', answer: null });
  expect(await write(body.id)).toMatchObject({
    status: 409,
    body: { detail: 'Answer all questions first.' },
  });
  const answers = { [subject.name]: '-' };
  expect(await write(body.id, answers)).toMatchObject({
    status: 409,
    body: { detail: 'Check the import with these answers first.' },
  });
  await school.call('admin', 'POST', `${path}${body.id}/check/`, { answers });
  expect(await ended(body.id)).toMatchObject({
    state: 'checked',
    answers,
    report: { totals: { skipped: 1 } },
  });
  const csv = await school.call('admin', 'GET', `${path}${body.id}/report/`);
  expect(csv.body).toMatch(
    /skipped,timetable\.ics,3,SUMMARY,.*Pottery, Mondays 08:00, room R1: left out by your answer/i,
  );
});

it('has one import at a time for each user, of files of its kind, by who edits the settings', async () => {
  expect((await send(calendarOf(...weekly()), 'teacher')).status).toBe(403);
  expect((await send('x', 'admin', 'a.csv')).status).toBe(415);
  expect(await send('', 'admin')).toMatchObject({
    status: 400,
    body: { file: ['The file is empty'] },
  });
  expect(
    await sendFile(school, 'admin', `${path}?kind=oneroster`, 'file', Buffer.from('x'), 'a.ics'),
  ).toMatchObject({ status: 415 });
  const first = await send(calendarOf(...weekly()));
  expect(first.status).toBe(201);
  const second = await send(calendarOf(...weekly()));
  expect(second).toMatchObject({
    status: 409,
    body: { detail: 'Another import of yours is being checked or written.' },
  });
  await ended(first.body.id);
});

it('reads an archive of OneRoster, and says what is wrong with one that is none', async () => {
  const { status, body } = await sendFile(
    school,
    'admin',
    `${path}?kind=oneroster`,
    'file',
    Buffer.from('no archive'),
    'roster.zip',
  );
  expect(status).toBe(201);
  const run = await ended(body.id);
  expect(run).toMatchObject({ state: 'checked', unusable: true, report: { written: false } });
  expect(run.report.problems).toEqual([
    expect.objectContaining({ file: '-', line: null, reason: 'This is not a ZIP file' }),
  ]);
  const { body: runs } = await school.call('admin', 'GET', path);
  expect(runs.find(({ id }: { id: number }) => id === body.id)).toMatchObject({ unusable: true });
  expect(runs.some(({ unusable }: { unusable: boolean }) => !unusable)).toBe(true);
});

it('repeats an attempt whose process died, and stores nothing of the earlier one', async () => {
  const { body } = await send(calendarOf(...weekly()));
  await ended(body.id);
  // As a process leaves it that was killed while it wrote.
  await sql`
    update import_run set state = 'writing', step = 'write', report = null
    where id = ${body.id}`.execute(school.database);
  const { importQueue, database } = school.context;
  await database.transaction().execute((trx) => importQueue.add(trx, body.id));
  await database.transaction().execute((trx) => importQueue.add(trx, body.id));
  importQueue.wake();
  expect(await ended(body.id)).toMatchObject({ state: 'written' });
  const { rows } = await sql`
    select from bulk_operation where kind = 'import'
      and about = 'a timetable from a calendar'`.execute(database);
  expect(rows.length).toBeLessThanOrEqual(2);
});
