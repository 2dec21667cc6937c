import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkRows } from '#server/exchange/csv/read.ts';
import { runImport } from '#server/exchange/csv/run.ts';
import { marksInWords } from '#server/test/marks-in-words.ts';
import { keyOfDevice } from '#server/test/device.ts';
import { localTime as at, tapsInOrder } from '#server/test/device-calls.ts';
import { institute } from '#server/test/institute.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

const date = '2026-03-02';
let school: TestSchool;
let mon9: number;
beforeEach(async () => {
  school = await createTestSchool({ now: at('08:00') });
  mon9 = await school.classId('mon9');
  await sql`insert into classroom (room_number, capacity) values ('B2.10', 30)`.execute(
    school.database,
  );
});
afterEach(() => school.close());

const { start, tap, outcomes } = tapsInOrder(() => school);
const admin = async (method: 'POST' | 'PATCH' | 'DELETE' | 'GET', path: string, body?: object) => {
  const answer = await school.call('admin', method, `attendance/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const idOf = async (query: ReturnType<typeof sql<{ id: number }>>) =>
  (await query.execute(school.database)).rows[0]!.id;
const roomB = () => idOf(sql<{ id: number }>`select id from classroom where room_number = 'B2.10'`);
const semester = () => idOf(sql<{ id: number }>`select id from semester`);
const meeting = (day = date) =>
  idOf(sql<{ id: number }>`
    select id from class_meeting where class_schedule_id = ${mon9} and date = ${day}`);

const undo = (operation: number) => admin('POST', `operations/${operation}/undo/`, {});
const inRoomB = async () =>
  (await admin('POST', 'meetings/room/', { ids: [await meeting()], classroom_id: await roomB() }))
    .operation;
const move = async (start_time: string, end_time: string, from = date, to = date) =>
  (
    await admin('POST', `meetings/${await meeting(from)}/move/`, {
      date: to,
      start_time,
      end_time,
      confirm: true,
    })
  ).operation;
/** From today on. */
const weekly = async (change: object) => {
  const body = { ...change, effective_from: date, confirm_clashes: true };
  await admin('PATCH', `classschedule/${mon9}/`, body);
  return (await admin('GET', `classschedule/${mon9}/`)).last_change.operation;
};
const extra = async () =>
  (
    await admin('POST', 'meetings/create/', {
      class_schedule: mon9,
      date,
      start_time: '09:00',
      end_time: '10:00',
      confirm: true,
    })
  ).operation;
const endClasses = async (class_end_date: string) =>
  admin('PATCH', `semesters/${await semester()}/`, { class_end_date });
const holiday = async () =>
  (await admin('POST', 'holiday/create/', { name: 'Flood', date_from: date, date_to: date })).id;
const archive = (what: 'ids' | 'restore') =>
  admin('POST', 'classschedule/create/', { archive: what, ids: [mon9] });
/** A file of the timetable that is imported now. @returns the operation. */
async function importFile(change: Record<string, string>): Promise<number> {
  const now = school.context.clock.now();
  const row = institute.timetable?.find(({ ref }) => ref === 'mon9');
  const files = [checkRows('timetable', [{ line: 2, values: { ...row, ...change } }])];
  const { written, operation } = await runImport(school.database, files, {
    dryRun: false,
    today: date,
    localNow: now.toZonedDateTimeISO('Australia/Sydney').toPlainDateTime().toString(),
    now: now.toString(),
    operation: { kind: 'upload', about: 'timetable', rights: [] },
  });
  expect(written).toBe(true);
  if (operation === null) throw new Error('The import is an operation');
  return operation;
}
const undoImport = (operation: number) =>
  admin('POST', `bulk-operations/${operation}/undo/`, { confirm_clashes: true });

interface Case {
  /** Makes the change that is in force while the students come, at 8:50. @returns an operation. */
  before?: () => Promise<unknown>;
  /** Makes the change of 8:55, before their taps and marks arrive. */
  change: (operation: number) => Promise<unknown>;
  room?: string;
  /** The class has gone from the date. */
  held?: true;
}

const cases: Record<string, Case> = {
  'another room, undone': { before: inRoomB, change: undo, room: 'B2.10' },
  'another room from today on, undone': {
    before: async () => weekly({ classroom_id: await roomB() }),
    change: undo,
    room: 'B2.10',
  },
  'moved to this time, undone': {
    async before() {
      await weekly({ start_time: '14:00', end_time: '15:00' });
      return move('09:00', '10:00');
    },
    change: undo,
  },
  'moved to this time from a much earlier one, undone': {
    async before() {
      await weekly({ start_time: '08:30', end_time: '09:45' });
      school.at(at('08:10'));
      return move('09:00', '10:00');
    },
    change: undo,
  },
  'other times from today on, undone': {
    async before() {
      await sql`update class_schedule_pattern set start_time = '07:00', end_time = '08:55'
        where class_schedule_id = ${mon9}`.execute(school.database);
      await sql`update class_schedule set start_time = '07:00', end_time = '08:55'
        where id = ${mon9}`.execute(school.database);
      return weekly({ start_time: '09:00', end_time: '10:00' });
    },
    change: undo,
  },
  'an extra class, undone': {
    async before() {
      await weekly({ day_of_week: 'Friday' });
      return extra();
    },
    change: undo,
    held: true,
  },
  'moved here from another day, undone': {
    async before() {
      await weekly({ day_of_week: 'Friday' });
      return move('09:00', '10:00', '2026-03-06');
    },
    change: undo,
    held: true,
  },
  'another weekday, undone': {
    async before() {
      await admin('PATCH', `classschedule/${mon9}/`, {
        day_of_week: 'Friday',
        effective_from: '2026-02-09',
        confirm_clashes: true,
      });
      return weekly({ day_of_week: 'Monday' });
    },
    change: undo,
    held: true,
  },
  'cancelled and restored before, the restoration undone': {
    async before() {
      await admin('POST', 'meetings/cancel/', { ids: [await meeting()], reason: 'Ill' });
      return (await admin('POST', 'meetings/restore/', { ids: [await meeting()] })).operation;
    },
    change: undo,
  },
  'two changes, the later one undone': {
    async change() {
      await inRoomB();
      return undo(await move('14:00', '15:00'));
    },
  },
  'a change and its undo, and another change': {
    async change() {
      await undo(await inRoomB());
      return move('14:00', '15:00');
    },
  },
  'moved to another day and back, at another time': {
    async change() {
      await move('14:00', '15:00', date, '2026-03-06');
      return move('16:00', '17:00', '2026-03-06', date);
    },
  },
  'classes of the semester ended before': {
    change: () => endClasses('2026-03-01'),
    held: true,
  },
  'classes of the semester ended before, and go on': {
    async change() {
      await endClasses('2026-03-01');
      return endClasses('2026-06-12');
    },
  },
  'a holiday': { change: holiday, held: true },
  'a holiday that was added and removed': {
    change: async () => admin('DELETE', `holiday/${await holiday()}/`),
  },
  'a holiday that ended before, added again': {
    async before() {
      await admin('DELETE', `holiday/${await holiday()}/`);
    },
    change: holiday,
    held: true,
  },
  archived: { change: () => archive('ids'), held: true },
  'archived and restored': {
    async change() {
      await archive('ids');
      return archive('restore');
    },
  },
  'an import, another room': { change: () => importFile({ classroom: 'B2.10' }) },
  'an import, other times': {
    change: () => importFile({ start_time: '14:00', end_time: '15:00' }),
  },
  'an import, another weekday': { change: () => importFile({ day_of_week: 'Friday' }), held: true },
  'an import of another room, undone': {
    before: () => importFile({ classroom: 'B2.10' }),
    change: undoImport,
    room: 'B2.10',
  },
  'an import of this weekday, undone': {
    async before() {
      await importFile({ day_of_week: 'Friday' });
      return importFile({ day_of_week: 'Monday' });
    },
    change: undoImport,
    held: true,
  },
};

const marks = () => marksInWords(school.database);

async function acceptAll(): Promise<void> {
  const { id } = await school.database.selectFrom('device').select('id').executeTakeFirstOrThrow();
  expect(await admin('POST', `devices/${id}/taps/decide/`, { accept: true })).toEqual({
    decided: 1,
    held: 0,
  });
  const { results } = await admin('GET', 'held-marks/');
  const ids = results.map((mark: { id: number }) => mark.id);
  expect(await admin('POST', 'held-marks/decide/', { ids, accept: true })).toMatchObject({
    fail: [],
  });
}

describe('what waited counts for the class as it was when it was made (R-DOOR-4, R-ROLL-25)', () => {
  it.each(Object.entries(cases))('%s', async (_name, { before, change, room = 'R1', held }) => {
    start(await keyOfDevice(school.database, { room }));
    const operation = Number(await before?.());
    school.at(at('08:55'));
    await change(operation);
    school.at(at('09:30'));
    expect(await outcomes([tap('1000001', '08:50')])).toEqual([held ? 'held' : 'present']);
    const waited = { class_schedule: mon9, date, made_at: at('08:50') };
    const send = (body: object) => admin('POST', 'attendance/create/', { ...waited, ...body });
    const ids = await Promise.all(['S2', 'S3', 'S5'].map((code) => school.studentId(code)));
    expect((await send({ rfid_number: ids[0], how: 'typed' })).held).toBe(held);
    expect((await send({ student: ids.slice(1), status: 'Present' })).held).toBe(held);
    const all = ['S1', 'S2', 'S3', 'S5'].map((student) => `${student} mon9 Present`);
    expect(await marks()).toEqual(held ? [] : all);
    if (!held) return;
    await acceptAll();
    expect(await marks()).toEqual(all);
  });
});
