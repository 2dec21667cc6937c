import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';

let marking: Marking;
beforeAll(async () => {
  marking = await createMarking();
});
afterAll(() => marking.school.close());
beforeEach(() => marking.reset());

const at = (time: string) => `${monday}T${time}+11:00`;
const now = (time: string) => marking.school.at(at(time));
const mark = async (user: 'teacher' | 'admin', more: object) => {
  const rfid_number = await marking.school.studentId('S1');
  const body = { rfid_number, class_schedule: marking.mon9, date: monday, ...more };
  const { status } = await marking.school.call(user, 'POST', 'attendance/attendance/create/', body);
  expect([200, 201]).toContain(status);
};
const withdraw = async (more: object) =>
  marking.school.call('teacher', 'POST', 'attendance/withdraw-marks/', {
    class_schedule: marking.mon9,
    date: monday,
    student: [await marking.school.studentId('S1')],
    ...more,
  });
const detail = async () =>
  (
    await marking.school.database
      .selectFrom('mark_detail')
      .select(['late_minutes', 'excuse', 'left_early_minutes'])
      .execute()
  )[0];

describe('what waited does not replace a mark that somebody else made again later (R-ROLL-14)', () => {
  it.each<[string, object, object, string]>([
    ['present again, and absent before', {}, { status: 'Absent' }, 'Present'],
    ['absent again, and a tap before', { status: 'Absent' }, { status: 'Present' }, 'Absent'],
    ['sick, and a tap before', { status: 'Absent', excuse: 'sick' }, {}, 'Absent'],
    ['left early, and absent before', { left_early_minutes: 20 }, { status: 'Absent' }, 'Present'],
    ['late, and other minutes before', { late_minutes: 10 }, { late_minutes: 5 }, 'Present'],
  ])('%s', async (_name, later, before, status) => {
    now('09:10:00');
    await mark('teacher', { status });
    now('09:40:00');
    await mark('admin', later);
    const stored = await detail();
    now('09:45:00');
    await mark('teacher', { ...before, made_at: at('09:30:00') });
    expect(await marking.statusOf('S1')).toBe(status);
    expect(await detail()).toEqual(stored);
    await mark('teacher', { status: 'Present', made_at: at('09:42:00') });
    expect(await marking.statusOf('S1')).toBe('Present');
  });

  it('nor does a withdrawal, and an undo leaves it', async () => {
    now('09:10:00');
    await mark('teacher', {});
    now('09:40:00');
    await mark('admin', {});
    expect((await withdraw({ made_at: at('09:30:00') })).body.fail).toMatchObject([
      { student_id: 'S1', status: 'a later mark stands' },
    ]);
    const undone = await marking.school.call('teacher', 'POST', 'attendance/undo-marks/', {
      class_schedule: marking.mon9,
      date: monday,
      student: [await marking.school.studentId('S1')],
      status: 'Present',
    });
    expect(undone).toMatchObject({ status: 409 });
    expect(await marking.statusOf('S1')).toBe('Present');
    // A withdrawal of now is later than both.
    expect((await withdraw({})).body.students).toHaveLength(1);
    expect(await marking.statusOf('S1')).toBe('N/A');
  });

  it('an absence that a closing gave and somebody made again is not taken back with the closing', async () => {
    const roll = { class_schedule: marking.mon9, date: monday };
    now('10:05:00');
    await marking.school.call('teacher', 'POST', 'attendance/close-roll/', roll);
    now('10:06:00');
    await marking.school.call('admin', 'POST', 'attendance/reopen-roll/', roll);
    await mark('admin', { status: 'Absent' });
    now('10:07:00');
    await mark('teacher', { made_at: at('09:30:00') });
    expect(await marking.statusOf('S1')).toBe('Absent');
    // Of S2 no user has: a tap that was made before the closing counts.
    await marking.tap('1000002', { made_at: at('09:30:00') });
    expect(await marking.statusOf('S2')).toBe('Present');
  });
});

describe('an undo of a mark that was made again', () => {
  const undo = async () =>
    marking.school.call('teacher', 'POST', 'attendance/undo-marks/', {
      class_schedule: marking.mon9,
      date: monday,
      student: [await marking.school.studentId('S1')],
      status: 'Present',
    });

  it('leaves it, also where the user has made it again after the other one', async () => {
    now('09:10:00');
    await mark('teacher', {});
    await mark('admin', {});
    now('09:20:00');
    await mark('teacher', {});
    expect((await undo()).status).toBe(409);
    expect(await marking.statusOf('S1')).toBe('Present');
  });

  it('leaves it where it was made before, and arrived later', async () => {
    now('09:10:00');
    await mark('teacher', {});
    now('09:12:00');
    await mark('admin', { made_at: at('09:05:00') });
    expect((await undo()).status).toBe(409);
    expect(await marking.statusOf('S1')).toBe('Present');
  });

  it('takes it back where the user alone has made it again', async () => {
    now('09:10:00');
    await mark('teacher', {});
    await mark('teacher', {});
    expect((await undo()).body.students).toHaveLength(1);
    expect(await marking.statusOf('S1')).toBe('N/A');
  });
});

it('an absence that waited while the roll was closed stays when the closing is undone', async () => {
  const roll = { class_schedule: marking.mon9, date: monday };
  now('10:05:00');
  await marking.school.call('teacher', 'POST', 'attendance/close-roll/', roll);
  now('10:06:00');
  await mark('admin', { status: 'Absent', made_at: at('09:40:00') });
  await marking.school.call('teacher', 'POST', 'attendance/reopen-roll/', { ...roll, undo: true });
  expect(await marking.statusOf('S1')).toBe('Absent');
  expect(await marking.statusOf('S2')).toBe('N/A');
});

describe('a roll that has not opened yet (R-ROLL-14)', () => {
  it.each([
    ['a later mark stands', 'Present', '08:20:00', 'Present'],
    ['an earlier one does not', 'Present', '08:40:00', 'Absent'],
  ])('orders what waited by when it was made: %s', async (_name, status, made, result) => {
    now('08:30:00');
    await mark('admin', { status, confirm: true });
    now('08:41:00');
    await mark('teacher', { status: 'Absent', made_at: at(made) });
    expect(await marking.statusOf('S1')).toBe(result);
    // The same when it arrives after the roll has opened.
    await marking.reset();
    now('08:30:00');
    await mark('admin', { status, confirm: true });
    now('09:20:00');
    await mark('teacher', { status: 'Absent', made_at: at(made) });
    expect(await marking.statusOf('S1')).toBe(result);
  });

  it('of two that arrive after it has opened the later one counts', async () => {
    now('09:20:00');
    await mark('teacher', { status: 'Present', made_at: at('08:25:00') });
    await mark('admin', { status: 'Absent', made_at: at('08:20:00') });
    expect(await marking.statusOf('S1')).toBe('Present');
  });

  it('of two that waited the later one counts, in whatever order they arrive', async () => {
    now('08:35:00');
    await mark('teacher', { status: 'Present', made_at: at('08:25:00') });
    await mark('admin', { status: 'Absent', made_at: at('08:20:00') });
    expect(await marking.statusOf('S1')).toBe('Present');
  });
});
