import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { repairMeetings } from './planning.ts';

let school: TestSchool;
let mon9: number;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  mon9 = await school.classId('mon9');
});
afterEach(() => school.close());

const call = async (path: string, body: object = {}) => {
  const answer = await school.call('admin', 'POST', `attendance/${path}`, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const rowOn = async (date: string) => {
  const { rows } = await sql<{ id: number; status: string; moved_to: string | null }>`
    select id, status, reason, origin, moved_from, moved_to, start_time from class_meeting
    where class_schedule_id = ${mon9} and date = ${date}`.execute(school.database);
  return rows[0];
};
const idOn = async (date: string) => (await rowOn(date))?.id ?? 0;
const move = async (from: string, date: string, start_time = '14:00') =>
  call(`meetings/${await idOn(from)}/move/`, {
    date,
    start_time,
    end_time: '17:00',
    confirm: true,
  });
const extra = (date: string) =>
  call('meetings/create/', {
    class_schedule: mon9,
    date,
    start_time: '18:00',
    end_time: '19:00',
    confirm: true,
  });
const cancel = async (date: string) =>
  call('meetings/cancel/', { ids: [await idOn(date)], reason: 'Flood' });
function repair() {
  const at = Temporal.Instant.from('2026-03-02T12:00:00+11:00');
  const clock = { timeZone: 'Australia/Sydney', now: () => at, today: () => '2026-03-02' };
  return repairMeetings(school.database, clock);
}

describe('a class that was moved onto the date of a cancelled one', () => {
  beforeEach(async () => {
    await cancel('2026-03-16');
    await move('2026-03-09', '2026-03-16');
  });

  it.each(['2026-03-18', '2026-03-09'])(
    'leaves it cancelled when it is moved to %s: planning does not restore it',
    async (date) => {
      const { operation } = await move('2026-03-16', date);
      await repair();
      expect(await rowOn('2026-03-16')).toMatchObject({ status: 'cancelled', reason: 'Flood' });
      expect(await rowOn(date)).toMatchObject({ status: 'scheduled', start_time: '14:00' });
      await call(`operations/${operation}/undo/`);
      expect(await rowOn('2026-03-16')).toMatchObject({ status: 'scheduled', origin: 'moved' });
    },
  );
});

describe('a moved class whose own date has an extra one since', () => {
  beforeEach(async () => {
    await move('2026-03-09', '2026-03-12');
  });

  it('is moved again, and the extra one stays', async () => {
    await extra('2026-03-09');
    await move('2026-03-12', '2026-03-13');
    expect(await rowOn('2026-03-12')).toBeUndefined();
    expect(await rowOn('2026-03-13')).toMatchObject({ moved_from: '2026-03-09' });
    expect(await rowOn('2026-03-09')).toMatchObject({ origin: 'extra', status: 'scheduled' });
  });

  it('is not moved back onto it, unless that one is cancelled', async () => {
    await extra('2026-03-09');
    const back = { date: '2026-03-09', start_time: '09:00', end_time: '10:00', confirm: true };
    const refused = await school.call(
      'admin',
      'POST',
      `attendance/meetings/${await idOn('2026-03-12')}/move/`,
      back,
    );
    expect(refused).toMatchObject({
      status: 409,
      body: { date: ['has a meeting of this class already'] },
    });
    await cancel('2026-03-09');
    await move('2026-03-12', '2026-03-09');
    expect(await rowOn('2026-03-12')).toBeUndefined();
    expect(await rowOn('2026-03-09')).toMatchObject({
      status: 'scheduled',
      origin: 'weekly',
      moved_from: null,
    });
  });

  it('refers to its current date when the extra one is undone', async () => {
    const { operation } = await extra('2026-03-09');
    await move('2026-03-12', '2026-03-13');
    await call(`operations/${operation}/undo/`);
    expect(await rowOn('2026-03-09')).toMatchObject({ status: 'moved', moved_to: '2026-03-13' });
  });
});

describe('a change is not undone after its new times or teacher were used', () => {
  const undo = (operation: number) =>
    school.call('admin', 'POST', `attendance/operations/${operation}/undo/`, {});
  const refused = {
    status: 409,
    body: {
      detail: 'Attendance was taken or a check-in made since: this can no longer be undone.',
    },
  };
  const mark = async (date: string) => {
    const body = { rfid_number: 'S1', class_schedule: mon9, date };
    const taken = await school.call('teacher', 'POST', 'attendance/attendance/create/', body);
    expect(taken.status).toBe(201);
  };

  it.each(['2026-03-12', '2026-03-09'])('by marks on the new date: %s', async (first) => {
    if (first !== '2026-03-09') await move('2026-03-09', first);
    const { operation } = await move(first, '2026-03-13');
    school.at('2026-03-13T14:10:00+11:00');
    await mark('2026-03-13');
    expect(await undo(operation)).toMatchObject(refused);
    expect(await rowOn('2026-03-13')).toMatchObject({ status: 'scheduled' });
  });

  it('for marks at the new times of its own date', async () => {
    const { operation } = await move('2026-03-09', '2026-03-09');
    school.at('2026-03-09T14:10:00+11:00');
    await mark('2026-03-09');
    expect(await undo(operation)).toMatchObject(refused);
  });

  it('for a check-in of the covering teacher; marks alone do not prevent it', async () => {
    const theo = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
    const cover = async () =>
      call('meetings/cover/', { ids: [await idOn('2026-03-02')], teacher_id: theo, confirm: true });
    school.at('2026-03-02T09:10:00+11:00');
    const first = await cover();
    await mark('2026-03-02');
    expect((await undo(first.operation)).status).toBe(200);
    const second = await cover();
    const checkIn = { class_schedule: mon9, date: '2026-03-02' };
    const path = 'attendance/payroll-logs/create/';
    expect((await school.call('otherTeacher', 'POST', path, checkIn)).status).toBe(201);
    expect(await undo(second.operation)).toMatchObject(refused);
  });

  it('a cancellation is undone in any case', async () => {
    school.at('2026-03-02T09:10:00+11:00');
    await mark('2026-03-02');
    const { operation } = await cancel('2026-03-02');
    expect((await undo(operation)).status).toBe(200);
  });
});

describe('a time that the change of clocks skips', () => {
  // In Sydney 2:00 to 3:00 does not exist on this Sunday.
  const skipped = { date: '2026-10-04', start_time: '02:15', end_time: '03:30', confirm: true };
  const message = ['does not exist on 2026-10-04: clocks go forward at that time'];
  beforeEach(async () => {
    await sql`update semester set semester_end_date = '2026-12-01'`.execute(school.database);
  });

  it('is refused for an extra class, by the name of the field', async () => {
    const add = (times: object) =>
      school.call('admin', 'POST', 'attendance/meetings/create/', {
        class_schedule: mon9,
        ...skipped,
        ...times,
      });
    expect(await add({})).toMatchObject({ status: 400, body: { start_time: message } });
    expect(await add({ start_time: '01:30', end_time: '02:30' })).toEqual(
      expect.objectContaining({ status: 400, body: { end_time: message } }),
    );
    expect((await add({ start_time: '03:00' })).status).toBe(200);
  });

  it('is refused for a class that is moved', async () => {
    const path = `attendance/meetings/${await idOn('2026-03-09')}/move/`;
    expect(await school.call('admin', 'POST', path, skipped)).toMatchObject({
      status: 400,
      body: { start_time: message },
    });
  });
});
