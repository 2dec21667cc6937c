import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { keyOfDevice } from '#server/test/device.ts';
import { localTime, tapsInOrder } from '#server/test/device-calls.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { planAt } from '#server/timetable/index.ts';

const date = '2026-03-02';
let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());
beforeEach(async () => {
  school.at('2026-03-02T09:05:00+11:00');
  await sql`truncate attendance, mark_detail, payroll_log, device cascade`.execute(school.database);
  await sql`update class_meeting set closed_at = null, reopened_at = null`.execute(school.database);
  start(await keyOfDevice(school.database));
});

const at = localTime;
const { start, skip, tap, send, outcomes } = tapsInOrder(() => school);
const marks = async () =>
  (
    await sql`select s.student_id, c.ref, a.status, a.how, a.marked_at, d.late_minutes
      from attendance a join student s on s.id = a.student_id
      join class_schedule c on c.id = a.class_schedule_id
      left join mark_detail d on d.student_id = a.student_id and d.date = a.date
        and d.class_schedule_id = a.class_schedule_id
      order by s.student_id, c.ref`.execute(school.database)
  ).rows;

describe('a tap at the door (R-DOOR-3)', () => {
  it('marks the student in the class that is on in the room', async () => {
    expect((await send([tap('1000001')])).body.taps).toEqual([
      { sequence: 1, outcome: 'present', colour: 'green', title: 'Present', line: '', name: null },
    ]);
    expect(await marks()).toMatchObject([
      { student_id: 'S1', ref: 'mon9', status: 'Present', how: 'door', late_minutes: null },
    ]);
  });

  it('is late after the minutes of the class, and absent after those', async () => {
    school.at(at('09:20'));
    expect((await send([tap('1000001', '09:20')])).body.taps).toMatchObject([
      { outcome: 'late', colour: 'amber', title: 'Late', line: '20 min' },
    ]);
  });

  it.each([
    ['08:44', 'nothing_now'],
    ['08:45', 'present'],
    ['09:59', 'late'],
    ['10:00', 'nothing_now'],
  ])('at %s is answered %s', async (time, outcome) => {
    school.at(at(time));
    expect(await outcomes([tap('1000001', time)])).toEqual([outcome]);
  });

  it('of two classes in one room goes to the one the student is in, then to the next', async () => {
    school.at(at('09:54'));
    const taps = [tap('1000004', '09:50'), tap('1000004', '09:52'), tap('1000004', '09:54')];
    expect(await outcomes(taps)).toEqual(['late', 'present', 'already']);
    expect(await marks()).toMatchObject([
      { student_id: 'S4', ref: 'mon10' },
      { student_id: 'S4', ref: 'mon9b' },
    ]);
  });

  it('of a student whose class is in another room says which', async () => {
    await sql`insert into classroom (room_number, capacity) values ('B2.10', 30) on conflict do nothing`.execute(
      school.database,
    );
    const other = await keyOfDevice(school.database, { name: 'Door B2.10', room: 'B2.10' });
    const { body } = await send([tap('1000001')], {}, other);
    expect(body.taps).toMatchObject([
      {
        outcome: 'elsewhere',
        colour: 'amber',
        title: 'Room R1',
        line: 'Your class is in R1, 09:00',
        name: null,
      },
    ]);
    expect(await marks()).toEqual([]);
  });
});

describe('a class on its date (R-DOOR-3)', () => {
  const change = (columns: string, ref = 'mon9') =>
    inTransaction(school.database, async (trx) => {
      await planAt(trx, school.context.clock);
      await sql`update class_meeting set ${sql.raw(columns)} where date = ${date}
        and class_schedule_id = (select id from class_schedule where ref = ${ref})`.execute(trx);
    });
  afterEach(() =>
    change(
      "status = 'scheduled', classroom_id = (select id from classroom where room_number = 'R1')",
    ),
  );

  it('takes no taps when it is cancelled, and the door says so', async () => {
    await change("status = 'cancelled', status_changed_at = '2026-03-02T08:00:00+11:00'");
    expect((await send([tap('1000001')])).body.taps).toMatchObject([
      { outcome: 'nothing_now', title: 'Cancelled', line: 'Your class does not take place' },
    ]);
  });

  it('takes those that were made before it was cancelled', async () => {
    school.at(at('09:10'));
    await change("status = 'cancelled', status_changed_at = '2026-03-02T09:10:00+11:00'");
    school.at(at('09:20'));
    expect(await outcomes([tap('1000001', '09:06'), tap('1000002', '09:12')])).toEqual([
      'present',
      'nothing_now',
    ]);
  });

  it('takes none on a holiday; what waited may be older than the holiday, and is held', async () => {
    await change("status = 'holiday'");
    school.at(at('09:20'));
    expect(await outcomes([tap('1000001', '09:20'), tap('1000002', '09:06')])).toEqual([
      'nothing_now',
      'held',
    ]);
    expect(await marks()).toEqual([]);
    const { device_id: id } = await school.database
      .selectFrom('device_tap')
      .select('device_id')
      .where('outcome', '=', 'held')
      .executeTakeFirstOrThrow();
    const decide = (accept: boolean) =>
      school.call('admin', 'POST', `attendance/devices/${id}/taps/decide/`, { accept });
    expect((await decide(true)).body).toEqual({ decided: 1, held: 0 });
    expect(await marks()).toMatchObject([{ student_id: 'S2', ref: 'mon9' }]);
    expect((await decide(true)).body).toEqual({ decided: 0, held: 0 });
  });

  it('takes them in the room that it has on that day', async () => {
    await sql`insert into classroom (room_number, capacity) values ('B2.10', 30)
      on conflict do nothing`.execute(school.database);
    await change("classroom_id = (select id from classroom where room_number = 'B2.10')");
    const other = await keyOfDevice(school.database, { name: 'Door B2.10', room: 'B2.10' });
    const facts = (await send([tap('1000001')])).body.taps[0];
    expect(facts).toMatchObject({ outcome: 'elsewhere', title: 'Room B2.10' });
    expect((await send([tap('1000001')], {}, other)).body.taps[0].outcome).toBe('present');
  });

  it('that is closed takes taps until its end, and says so afterwards', async () => {
    await change("closed_at = '2026-03-02T09:10:00+11:00'");
    school.at(at('09:20'));
    expect(await outcomes([tap('1000001', '09:20')])).toEqual(['late']);
  });
});

describe('each tap counts once (R-DOOR-4)', () => {
  it('by its number, whatever is sent again', async () => {
    const first = tap('1000001');
    expect(await outcomes([first])).toEqual(['present']);
    const again = await send([first, tap('1000002')]);
    expect(again.body.taps).toMatchObject([
      { sequence: 1, outcome: 'present' },
      { sequence: 2, outcome: 'present' },
    ]);
    expect(await marks()).toHaveLength(2);
    const { rows } = await sql`select from attendance_history where how = 'door'
      and changed_at >= ${at('09:05')}::timestamptz and date = ${date}`.execute(school.database);
    expect(rows.length).toBeGreaterThanOrEqual(2);
  });

  it('and the same number with another card is refused', async () => {
    await send([tap('1000001')]);
    expect(await outcomes([{ sequence: 1, card: '1000002', at: at('09:05') }])).toEqual([
      'conflict',
    ]);
    expect(await marks()).toHaveLength(1);
  });

  it('twice at once, from a device that was answered too late', async () => {
    const both = [tap('1000001'), tap('1000002'), tap('1000005')];
    const answers = await Promise.all([send(both), send(both), send(both)]);
    for (const { body } of answers)
      expect(body.taps.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
        'present',
        'present',
        'present',
      ]);
    expect(await marks()).toHaveLength(3);
  });

  it('and a card twice within a minute is a repetition, which shows the same', async () => {
    school.at(at('09:20'));
    const taps = [tap('1000001', '09:20'), { ...tap('1000001'), at: '2026-03-02T09:20:30+11:00' }];
    expect((await send(taps)).body.taps).toMatchObject([
      { outcome: 'late', title: 'Late', line: '20 min' },
      { outcome: 'repeat', title: 'Late', line: '20 min' },
    ]);
  });

  it('but not where its mark was taken back or changed in between', async () => {
    expect(await outcomes([tap('1000001', '09:05')])).toEqual(['present']);
    const [mark] = (await sql<{ id: number }>`select id from attendance`.execute(school.database))
      .rows;
    await school.call('teacher', 'DELETE', `attendance/attendance/${mark!.id}/`);
    const again = { ...tap('1000001'), at: '2026-03-02T09:05:30+11:00' };
    school.at(again.at);
    expect(await outcomes([again])).toEqual(['present']);
    expect(await marks()).toMatchObject([{ student_id: 'S1', status: 'Present' }]);
  });

  it('at the door and at the teacher’s reader: one mark, and both in its history', async () => {
    await send([tap('1000001')]);
    school.at(at('09:06'));
    const body = { rfid_number: '1000001', class_schedule: await school.classId('mon9') };
    const path = 'attendance/attendance/create/';
    const { body: marked } = await school.call('teacher', 'POST', path, body);
    await school.call('teacher', 'POST', path, body);
    const { body: history } = await school.call(
      'teacher',
      'GET',
      `attendance/attendance/${marked.id}/history/`,
    );
    const newest = history.results.slice(-2);
    expect(newest).toMatchObject([
      { from: null, to: 'Present', how: 'door', changed_by: 'Device Door R1' },
      { from: 'Present', to: 'Present', how: 'card', changed_by: 'Tess Teacher' },
    ]);
    expect(await marks()).toHaveLength(1);
  });
});

it('the door’s tap may arrive after the teacher’s, and is in the history too', async () => {
  school.at(at('09:06'));
  const body = { rfid_number: '1000002', class_schedule: await school.classId('mon9') };
  const { body: marked } = await school.call(
    'teacher',
    'POST',
    'attendance/attendance/create/',
    body,
  );
  school.at(at('09:30'));
  expect(await outcomes([tap('1000002', '09:01')])).toEqual(['superseded']);
  const path = `attendance/attendance/${marked.id}/history/`;
  const { results } = (await school.call('teacher', 'GET', path)).body;
  expect(results.slice(-2).map(({ how }: { how: string }) => how)).toEqual(['card', 'door']);
});

describe('times of a device (R-DOOR-4)', () => {
  it('are corrected by its clock when it sends', async () => {
    // Two hours behind, and the tap ten minutes old.
    const sent = { sequence: 1, card: '1000001', at: at('06:55') };
    expect(await outcomes([sent], { now: at('07:05') })).toEqual(['present']);
    expect(await marks()).toMatchObject([{ marked_at: '2026-03-01T21:55:00.000Z' }]);
  });

  it('that lie more than five minutes ahead are refused; less are now', async () => {
    expect(await outcomes([tap('1000001', '09:11'), tap('1000002', '09:09')])).toEqual([
      'future',
      'present',
    ]);
    expect(await marks()).toMatchObject([
      { student_id: 'S2', marked_at: '2026-03-01T22:05:00.000Z' },
    ]);
  });

  it('hours late are taken as they were, in any order', async () => {
    school.at(at('13:00'));
    const [one, two] = [tap('1000001', '09:01'), tap('1000002', '09:20')];
    expect(await outcomes([two])).toEqual(['late']);
    expect(await outcomes([one])).toEqual(['present']);
  });

  it('older than a day only where the tap before and the clock when it sends prove it', async () => {
    await send([tap('1000001')]);
    const now = '2026-03-04T09:00:00+11:00';
    school.at(now);
    const next = tap('1000002', '09:06');
    skip(5);
    const afterGap = tap('1000005', '09:07');
    expect(await outcomes([next])).toEqual(['stale']);
    expect(await outcomes([afterGap, tap('1000004', '08:00')], { now })).toEqual([
      'present',
      'stale',
    ]);
  });
});

describe('cards that are not a student’s (R-DOOR-6)', () => {
  it('are unknown, and archived students are named so', async () => {
    await sql`update student set archived_at = now() where student_id = 'S5'`.execute(
      school.database,
    );
    expect(await outcomes([tap('999'), tap('1000005'), tap('S1')])).toEqual([
      'unknown',
      'archived',
      'unknown',
    ]);
    await sql`update student set archived_at = null where student_id = 'S5'`.execute(
      school.database,
    );
  });

  it('ten in a minute pause the answers; marks go on', async () => {
    const tried = Array.from({ length: 10 }, (_, number) => tap(`99${number}`));
    await send(tried);
    const { body } = await send([tap('1000001'), tap('990')]);
    expect(body.taps).toMatchObject([
      { outcome: 'saved', title: 'Saved', line: '' },
      { outcome: 'saved', title: 'Saved', line: '' },
    ]);
    expect(await marks()).toHaveLength(1);
    school.at(at('09:07'));
    expect(await outcomes([tap('1000002', '09:07')])).toEqual(['present']);
  });

  it('what was answered in the pause says nothing either when it is sent again', async () => {
    const tried = Array.from({ length: 12 }, (_, number) => tap(`99${number}`));
    const both = [...tried, tap('1000001')];
    const saved = both.map(() => 'saved');
    expect(await outcomes(both)).toEqual(saved);
    school.at(at('09:20'));
    expect(await outcomes(both)).toEqual(saved);
    expect(await outcomes([tap('999', '09:20')])).toEqual(['unknown']);
  });
});
