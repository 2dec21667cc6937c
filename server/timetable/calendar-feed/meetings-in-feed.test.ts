import { sql } from 'kysely';
import ical from 'node-ical';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let mon9: number;
let theo: number;
/** Link by caller. */
let links: Map<Caller, string>;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  mon9 = await school.classId('mon9');
  theo = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
  links = new Map();
  for (const caller of ['teacher', 'otherTeacher'] as const)
    links.set(
      caller,
      (await school.call(caller, 'POST', 'attendance/calendar-link/create/', {})).body.url,
    );
});
afterEach(() => school.close());

/** The events of the class in a teacher's feed, as another program parses them. */
async function eventsOf(caller: Caller = 'teacher') {
  const { body } = await school.call('anonymous', 'GET', new URL(links.get(caller) ?? '').pathname);
  return Object.values(ical.sync.parseICS(body)).flatMap((it) =>
    it?.type === 'VEVENT' && it.uid.startsWith(`class-${mon9}-`)
      ? [
          {
            uid: it.uid.replace(/@.*/, ''),
            sequence: Number(it.sequence),
            status: it.status,
            start: it.start.toISOString(),
            end: it.end?.toISOString(),
            location: it.location,
            description: it.description,
          },
        ]
      : [],
  );
}
const eventOf = async (date: string, caller: Caller = 'teacher') => {
  const found = (await eventsOf(caller)).filter(({ uid }) => uid === `class-${mon9}-${date}`);
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0];
};
const call = async (path: string, body: object = {}) => {
  const answer = await school.call('admin', 'POST', `attendance/${path}`, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const meetingOn = async (date: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select id from class_meeting
    where class_schedule_id = ${mon9} and date = ${date}`.execute(school.database);
  return rows[0]?.id ?? 0;
};
const cancel = async (date: string) =>
  call('meetings/cancel/', { ids: [await meetingOn(date)], reason: 'Teacher ill' });
const move = async (from: string, date: string, start_time = '14:00', end_time = '15:30') =>
  call(`meetings/${await meetingOn(from)}/move/`, { date, start_time, end_time, confirm: true });
const cover = async (date: string, teacher_id: number | null) =>
  call('meetings/cover/', { ids: [await meetingOn(date)], teacher_id, confirm: true });
const undo = async (operation: number) => call(`operations/${operation}/undo/`);
const extra = async (date: string) =>
  call('meetings/create/', {
    class_schedule: mon9,
    date,
    start_time: '16:00',
    end_time: '17:00',
    confirm: true,
  });

describe('a class on a date in the calendar of its teacher', () => {
  const monday = '2026-03-09';

  it('is one event through cancelling, restoring, moves, a cover and undoing: the same UID, a higher SEQUENCE each time', async () => {
    const planned = await eventOf(monday);
    expect(planned).toMatchObject({ status: 'CONFIRMED', start: '2026-03-08T22:00:00.000Z' });
    let last = planned?.sequence ?? Infinity;
    async function expectNewer(facts: object, caller: Caller = 'teacher') {
      const found = await eventOf(monday, caller);
      expect(found).toMatchObject(facts);
      expect(found?.sequence).toBeGreaterThan(last);
      last = found?.sequence ?? Infinity;
    }
    const others = (await eventsOf()).length;

    await cancel(monday);
    await expectNewer({ status: 'CANCELLED', start: '2026-03-08T22:00:00.000Z' });
    await call('meetings/restore/', { ids: [await meetingOn(monday)] });
    await expectNewer({ status: 'CONFIRMED' });
    const moved = await move(monday, '2026-03-12');
    const onThursday = { status: 'CONFIRMED', start: '2026-03-12T03:00:00.000Z' };
    await expectNewer(onThursday);
    await undo(moved.operation);
    await expectNewer({ status: 'CONFIRMED', start: '2026-03-08T22:00:00.000Z' });
    await move(monday, '2026-03-12');
    await expectNewer(onThursday);
    const movedOn = await move('2026-03-12', '2026-03-14');
    await expectNewer({ start: '2026-03-14T03:00:00.000Z', end: '2026-03-14T04:30:00.000Z' });
    await undo(movedOn.operation);
    await expectNewer(onThursday);
    await move('2026-03-12', '2026-03-14');
    await expectNewer({ start: '2026-03-14T03:00:00.000Z' });
    const covered = await cover('2026-03-14', theo);
    await expectNewer({
      status: 'CANCELLED',
      description: expect.stringContaining('covered by Theo Tutor'),
    });
    expect(await eventOf(monday, 'otherTeacher')).toMatchObject({
      status: 'CONFIRMED',
      start: '2026-03-14T03:00:00.000Z',
      sequence: last,
    });
    await undo(covered.operation);
    await expectNewer({ status: 'CONFIRMED', start: '2026-03-14T03:00:00.000Z' });
    expect(await eventOf(monday, 'otherTeacher')).toBeUndefined();
    const back = await move('2026-03-14', monday, '09:15', '10:00');
    await expectNewer({ status: 'CONFIRMED', start: '2026-03-08T22:15:00.000Z' });
    await undo(back.operation);
    await expectNewer({ start: '2026-03-14T03:00:00.000Z' });
    expect(await eventsOf()).toHaveLength(others);
  });

  it('is cancelled for the covering teacher too when the class is', async () => {
    await cover(monday, theo);
    await cancel(monday);
    for (const caller of ['teacher', 'otherTeacher'] as const)
      expect(await eventOf(monday, caller)).toMatchObject({ status: 'CANCELLED' });
  });

  it('contains no reason: the link may be used by a calendar service', async () => {
    await cancel(monday);
    expect(JSON.stringify(await eventOf(monday))).not.toContain('ill');
  });

  it('has another room', async () => {
    const before = await eventOf(monday);
    const room = await school.call('admin', 'POST', 'attendance/classroom/create/', {
      room_number: 'B2.10',
      capacity: 20,
    });
    await call('meetings/room/', { ids: [await meetingOn(monday)], classroom_id: room.body.id });
    const after = await eventOf(monday);
    expect(after).toMatchObject({ location: 'B2.10' });
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Infinity);
  });

  it('has a higher sequence when it comes back after the class was on another weekday', async () => {
    const change = (day_of_week: string) =>
      school.call('admin', 'PATCH', `attendance/classschedule/${mon9}/`, { day_of_week });
    await cancel(monday);
    await call('meetings/restore/', { ids: [await meetingOn(monday)] });
    const before = await eventOf(monday);
    await change('Friday');
    expect(await eventOf(monday)).toBeUndefined();
    await change('Monday');
    expect((await eventOf(monday))?.sequence).toBeGreaterThan(before?.sequence ?? Infinity);
  });

  it('that was cancelled has a higher sequence when a meeting that was moved onto its date is moved back', async () => {
    await cancel('2026-03-16');
    const before = await eventOf('2026-03-16');
    const { operation } = await move(monday, '2026-03-16');
    expect(await eventOf('2026-03-16')).toBeUndefined();
    expect(await eventOf(monday)).toMatchObject({ start: '2026-03-16T03:00:00.000Z' });
    await undo(operation);
    const after = await eventOf('2026-03-16');
    expect(after).toMatchObject({ status: 'CANCELLED' });
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Infinity);
  });
});

it('extra classes have their own UIDs, on a date from which others were moved away, and when moved themselves', async () => {
  const starts = async () => (await eventsOf()).map(({ uid, start }) => [uid, start] as const);
  const uidAt = async (start: string) =>
    (await starts()).find(([, at]) => at === `${start}.000Z`)?.[0];
  const distinct = async () => {
    const all = (await starts()).map(([uid]) => uid);
    expect(new Set(all).size).toBe(all.length);
  };
  await move('2026-03-09', '2026-03-12');
  await extra('2026-03-09');
  await distinct();
  const first = await uidAt('2026-03-09T05:00:00');
  expect(first).toMatch(new RegExp(`^class-${mon9}-2026-03-09-`));
  expect(await uidAt('2026-03-12T03:00:00')).toBe(`class-${mon9}-2026-03-09`);

  await move('2026-03-09', '2026-03-11');
  expect(await uidAt('2026-03-11T03:00:00')).toBe(first);
  await extra('2026-03-09');
  await distinct();
  expect(await uidAt('2026-03-09T05:00:00')).not.toBe(first);
  expect(await uidAt('2026-03-12T03:00:00')).toBe(`class-${mon9}-2026-03-09`);
});

it('a past class of an archived class stays in the calendar where its roll was begun (R-MEETING-2)', async () => {
  const mark = { class_schedule: mon9, date: '2026-03-02', student: 'S1', status: 'Present' };
  expect((await school.call('admin', 'POST', 'attendance/attendance/create/', mark)).status).toBe(
    201,
  );
  await call('classschedule/create/', { archive: 'ids', ids: [mon9] });
  expect((await eventsOf()).map(({ uid }) => uid)).toEqual([`class-${mon9}-2026-03-02`]);
});
