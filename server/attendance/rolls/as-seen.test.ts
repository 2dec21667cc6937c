import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';
import type { Caller } from '#server/test/test-school.ts';

let marking: Marking;
let student: number;
beforeAll(async () => {
  marking = await createMarking();
  student = await marking.school.studentId('S1');
});
afterAll(() => marking.school.close());
beforeEach(() => marking.reset());

const mark = (caller: Caller, more: object, key?: string) =>
  marking.school.call(
    caller,
    'POST',
    'attendance/attendance/create/',
    { class_schedule: marking.mon9, date: monday, rfid_number: student, ...more },
    key === undefined ? undefined : { 'idempotency-key': key },
  );
const excused = { status: 'Absent', excuse: 'sick' };
const late = { status: 'Present', late_minutes: 5 };
const changed = { status: 400, body: { fail: [{ status: 'This mark was changed since' }] } };

describe('details of a mark that was changed while they were typed (R-ROLL-21)', () => {
  it('leave a student who has come meanwhile present', async () => {
    await mark('teacher', { status: 'Absent' });
    await mark('admin', { status: 'Present' });
    expect(await mark('teacher', { ...excused, seen: 'Absent' })).toMatchObject(changed);
    expect(await marking.statusOf('S1')).toBe('Present');
  });

  it('bring no mark back that was taken back meanwhile', async () => {
    expect(await mark('teacher', { ...late, seen: 'Present' })).toMatchObject(changed);
    expect(await marking.statusOf('S1')).toBe('N/A');
  });

  it('are written where it is as it was seen, also for a student without a mark', async () => {
    expect((await mark('teacher', { ...late, seen: 'N/A' }, 'as-seen-1')).status).toBe(201);
    expect(await mark('teacher', { ...excused, seen: 'N/A' })).toMatchObject(changed);
    expect((await mark('teacher', { ...excused, seen: 'Present' })).status).toBe(201);
    expect(await marking.statusOf('S1')).toBe('Absent');
    // Its answer was lost.
    expect((await mark('teacher', { ...late, seen: 'N/A' }, 'as-seen-1')).status).toBeLessThan(300);
    expect(await marking.statusOf('S1')).toBe('Absent');
  });
});

it('several marks are written where each is as it was seen: the rest is marked present, and no other', async () => {
  const others = await Promise.all(['S2', 'S3'].map((id) => marking.school.studentId(id)));
  await mark('admin', { rfid_number: others[0], status: 'Absent' });
  const rest = { rfid_number: [student, ...others], status: 'Present', seen: 'N/A' };
  const { status, body } = await mark('teacher', rest, 'rest-present-1');
  expect(status).toBe(201);
  expect(body.fail).toMatchObject([{ student_id: 'S2', status: 'This mark was changed since' }]);
  expect(await Promise.all(['S1', 'S2', 'S3'].map((id) => marking.statusOf(id)))).toEqual([
    'Present',
    'Absent',
    'Present',
  ]);
});

it('a mark that was made before and waited for the network holds over the rest', async () => {
  const made_at = '2026-03-02T09:01:00+11:00';
  marking.school.at('2026-03-02T09:05:00+11:00');
  await mark('admin', { rfid_number: [student], status: 'Present', seen: 'N/A' });
  marking.school.at('2026-03-02T09:10:00+11:00');
  await mark('teacher', { status: 'Absent', made_at });
  expect(await marking.statusOf('S1')).toBe('Absent');
});

it('the rest that was marked before and waited holds over a closing and a later rest, not over other marks (R-ROLL-14)', async () => {
  const ids = ['S1', 'S2', 'S3'];
  const [, second, third] = await Promise.all(ids.map((id) => marking.school.studentId(id)));
  const of = { class_schedule: marking.mon9, date: monday };
  const made_at = '2026-03-02T09:01:00+11:00';
  const rest = { rfid_number: [student, second, third], status: 'Present', seen: 'N/A', made_at };
  const statuses = () => Promise.all(ids.map((id) => marking.statusOf(id)));
  marking.school.at('2026-03-02T09:05:00+11:00');
  await mark('admin', { rfid_number: second, status: 'Absent' });
  await marking.school.call('admin', 'POST', 'attendance/mark-rest-absent/', of);
  marking.school.at('2026-03-02T09:10:00+11:00');
  const { body } = await mark('teacher', rest);
  expect(body.fail).toMatchObject([{ student_id: 'S2', status: 'This mark was changed since' }]);
  expect(await statuses()).toEqual(['Present', 'Absent', 'Present']);

  await marking.reset();
  marking.school.at('2026-03-02T09:05:00+11:00');
  const roll = await marking.school.call('admin', 'POST', 'attendance/close-roll/', {
    ...of,
    confirm: true,
  });
  expect(roll.status).toBe(200);
  expect(await statuses()).toEqual(['Absent', 'Absent', 'Absent']);
  marking.school.at('2026-03-02T09:10:00+11:00');
  expect((await mark('teacher', rest)).status).toBe(201);
  expect(await statuses()).toEqual(['Present', 'Present', 'Present']);
});
