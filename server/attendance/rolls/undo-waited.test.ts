import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';
import type { Caller } from '#server/test/test-school.ts';

let marking: Marking;
let of: { class_schedule: number; date: string };
let student: number;
beforeAll(async () => {
  marking = await createMarking();
  of = { class_schedule: marking.mon9, date: monday };
  student = await marking.school.studentId('S1');
});
afterAll(() => marking.school.close());
beforeEach(async () => {
  await marking.reset();
  await sql`update class_meeting set closed_at = null, reopened_at = null
    where class_schedule_id = ${marking.mon9} and date = ${monday}`.execute(
    marking.school.database,
  );
});

const at = (time: string) => `${monday}T${time}+11:00`;
const now = (time: string) => marking.school.at(at(time));
const post = (caller: Caller, path: string, body: object) =>
  marking.school.call(caller, 'POST', `attendance/${path}/`, { ...of, ...body });
const mark = (caller: Caller, status: string, more: object = {}) =>
  post(caller, 'attendance/create', { rfid_number: student, status, ...more });
/** What the page sends for an undo that waited: back to N/A, or to the status before. */
const undo = (time: string, takes_back: string, status?: string) =>
  status === undefined
    ? post('teacher', 'withdraw-marks', {
        student: [student],
        status: takes_back,
        takes_back,
        made_at: at(time),
      })
    : post('teacher', 'attendance/create', {
        student: [student],
        status,
        takes_back,
        made_at: at(time),
        confirm: true,
      });
/** The details of the mark, such as its excuse. */
const detail = async () =>
  (
    await sql`
      select jsonb_strip_nulls(to_jsonb(d)) - '{class_schedule_id,date,student_id}'::text[] as detail
      from mark_detail d where student_id = ${student}`.execute(marking.school.database)
  ).rows.map((row) => (row as { detail: unknown }).detail)[0];
const changedSince = { fail: [{ student_id: 'S1', status: 'This mark was changed since' }] };

describe('an undo that waited for the network (R-ROLL-21)', () => {
  it('takes back the user’s own mark', async () => {
    await mark('teacher', 'Present', { made_at: at('09:10:00') });
    expect((await undo('09:11:00', 'Present')).body).toEqual({ students: [student] });
    expect(await marking.statusOf('S1')).toBe('N/A');
  });

  it('is done where it was done before and its answer was lost', async () => {
    await mark('teacher', 'Present', { made_at: at('09:10:00') });
    await post('teacher', 'undo-marks', { student: [student], status: 'Present' });
    expect((await undo('09:11:00', 'Present')).body).toEqual({ students: [student] });
    expect(await marking.statusOf('S1')).toBe('N/A');
  });

  it('leaves a mark that was there already, since the own one changed nothing', async () => {
    now('09:05:00');
    await mark('admin', 'Present');
    now('09:15:00');
    await mark('teacher', 'Present', { made_at: at('09:10:00') });
    expect((await undo('09:11:00', 'Present')).body).toMatchObject({
      students: [],
      ...changedSince,
    });
    expect(await marking.statusOf('S1')).toBe('Present');
  });

  it('leaves what somebody else changed to the same status in between', async () => {
    await mark('teacher', 'Present');
    await mark('admin', 'Absent');
    await mark('admin', 'Present');
    now('09:30:00');
    expect((await undo('09:25:00', 'Present')).body).toMatchObject({
      students: [],
      ...changedSince,
    });
    expect(await marking.statusOf('S1')).toBe('Present');
  });

  it('brings back no status over the mark of somebody else, with its excuse', async () => {
    now('09:05:00');
    await mark('teacher', 'Present');
    now('09:15:00');
    await mark('admin', 'Absent', { excuse: 'sick' });
    now('09:30:00');
    await mark('teacher', 'Absent', { made_at: at('09:12:00') });
    expect(await undo('09:25:00', 'Absent', 'Present')).toMatchObject({
      status: 400,
      body: changedSince,
    });
    expect(await marking.statusOf('S1')).toBe('Absent');
  });

  it('brings back the status before where the change was the user’s own', async () => {
    await mark('teacher', 'Present');
    await mark('teacher', 'Absent');
    now('09:30:00');
    expect((await undo('09:25:00', 'Absent', 'Present')).status).toBe(201);
    expect(await marking.statusOf('S1')).toBe('Present');
  });

  it('brings back the excuse of the status before, by who gave it', async () => {
    await mark('admin', 'Absent', { excuse: 'sick' });
    const before = await detail();
    await mark('teacher', 'Present');
    now('09:30:00');
    expect((await undo('09:25:00', 'Present', 'Absent')).status).toBe(201);
    expect(before).toMatchObject({ excuse: 'sick' });
    expect(await detail()).toEqual(before);
  });

  it('brings back the minutes of the status before', async () => {
    await mark('teacher', 'Present', { late_minutes: 7, left_early_minutes: 3 });
    await mark('teacher', 'Absent');
    now('09:30:00');
    expect((await undo('09:25:00', 'Absent', 'Present')).status).toBe(201);
    expect(await detail()).toMatchObject({ late_minutes: 7, left_early_minutes: 3 });
  });

  it('brings back the excuse and the minutes that another one replaced, with the same status', async () => {
    await mark('teacher', 'Absent', { excuse: 'sick' });
    await mark('teacher', 'Absent', { excuse: 'school' });
    now('09:30:00');
    expect((await undo('09:25:00', 'Absent', 'Absent')).status).toBe(201);
    expect(await detail()).toMatchObject({ excuse: 'sick' });
    await mark('teacher', 'Present', { late_minutes: 7 });
    await mark('teacher', 'Present', { late_minutes: 9 });
    now('09:40:00');
    expect((await undo('09:35:00', 'Present', 'Present')).status).toBe(201);
    expect(await detail()).toMatchObject({ late_minutes: 7 });
  });
});

it('a withdrawal takes back only the status that it names', async () => {
  const { body } = await mark('teacher', 'Present');
  await mark('admin', 'Absent', { excuse: 'sick' });
  const withdraw = (query: string) =>
    marking.school.call('teacher', 'DELETE', `attendance/attendance/${body.id}/${query}`);
  expect(await withdraw('?status=Present')).toMatchObject({
    status: 409,
    body: { detail: 'This mark was changed since' },
  });
  expect(await marking.statusOf('S1')).toBe('Absent');
  expect((await withdraw('?status=Absent')).status).toBe(204);
});

it('the undo of a closing reopens no roll that somebody else has closed since', async () => {
  await post('teacher', 'close-roll', {});
  expect((await post('admin', 'reopen-roll', {})).status).toBe(200);
  await post('admin', 'close-roll', {});
  expect(await post('teacher', 'reopen-roll', { undo: true })).toMatchObject({ status: 409 });
  expect(await marking.statusOf('S1')).toBe('Absent');
});
