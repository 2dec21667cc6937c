import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOfDevice } from '#server/test/device.ts';
import { localTime, tapsInOrder } from '#server/test/device-calls.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

const date = '2026-03-02';
const at = localTime;
let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool({ now: at('09:02') });
  start(await keyOfDevice(school.database));
});
afterEach(() => school.close());
const { start, tap, send, outcomes } = tapsInOrder(() => school);

/** Gives a student a card number; null takes it off. */
async function give(student_id: string, rfid_number: string | null, card_reason?: string) {
  const id = await school.studentId(student_id);
  const answer = await school.call('admin', 'PATCH', `attendance/students/${id}/`, {
    rfid_number,
    ...(card_reason && { card_reason }),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}
/** The card of S1 goes to S2 at 09:10. */
async function passOn() {
  school.at(at('09:10'));
  await give('S1', null, 'returned');
  await give('S2', '1000001');
  school.at(at('09:20'));
}
const waited = async (time: string) =>
  school.call('teacher', 'POST', 'attendance/attendance/create/', {
    class_schedule: await school.classId('mon9'),
    date,
    rfid_number: '1000001',
    status: 'Present',
    made_at: at(time),
  });
/** The ID K1 is S1's until 09:10, then S2's. */
async function passIdOn() {
  const rename = async (from: string, student_id: string) => {
    const path = `attendance/students/${await school.studentId(from)}/`;
    const answer = await school.call('admin', 'PATCH', path, { student_id });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  school.at(at('09:02'));
  await rename('S1', 'K1');
  school.at(at('09:10'));
  await rename('K1', 'S1');
  await rename('S2', 'K1');
  school.at(at('09:20'));
}
const typedAt = async (time: string, rfid_number = 'k1') =>
  school.call('teacher', 'POST', 'attendance/attendance/create/', {
    class_schedule: await school.classId('mon9'),
    date,
    rfid_number,
    status: 'Present',
    made_at: at(time),
  });
const marked = async () =>
  (
    await sql<{ text: string }>`select s.student_id || ' ' || a.how as text
      from attendance a join student s on s.id = a.student_id order by 1`.execute(school.database)
  ).rows.map(({ text }) => text);

describe('a tap that waited is of who had the card when it was tapped (R-CARD-3)', () => {
  it.each([
    ['before it was given to another student', '09:05', 'S1 card'],
    ['afterwards', '09:15', 'S2 card'],
  ])('on the roll, %s', async (_when, time, expected) => {
    await passOn();
    expect((await waited(time)).status).toBe(201);
    expect(await marked()).toEqual([expected]);
  });

  it.each([
    ['before it was given to another student', '09:05', 'S1 door'],
    ['afterwards', '09:15', 'S2 door'],
  ])('at a door, %s', async (_when, time, expected) => {
    await passOn();
    await send([tap('1000001', time)]);
    expect(await marked()).toEqual([expected]);
  });

  it('also of a card that was lost since', async () => {
    school.at(at('09:10'));
    await give('S1', null, 'lost');
    expect((await waited('09:12')).status).toBe(400);
    expect((await waited('09:05')).status).toBe(201);
    expect(await marked()).toEqual(['S1 card']);
  });

  it('but of no one who had it by mistake', async () => {
    school.at(at('09:03'));
    await give('S1', null, 'returned');
    await give('S3', '1000001');
    school.at(at('09:10'));
    await give('S3', null, 'corrected');
    await give('S2', '1000001');
    expect((await waited('09:05')).status).toBe(400);
    expect(await marked()).toEqual([]);
  });

  it('and of no one where no one had it then', async () => {
    await give('S1', null, 'returned');
    school.at(at('09:10'));
    await give('S2', '1000001');
    expect((await waited('09:05')).status).toBe(400);
    school.at(at('09:12'));
    await send([tap('1000001', '09:05')]);
    expect(await marked()).toEqual([]);
  });

  it('also after the student was given another card, and that was undone', async () => {
    school.at(at('09:06'));
    const id = await school.studentId('S1');
    const given = await school.call('admin', 'POST', 'attendance/cards/hand-out/', {
      student: id,
      number: '770077',
      confirm: true,
    });
    school.at(at('09:07'));
    const undone = await school.call('admin', 'POST', 'attendance/cards/hand-out/undo/', {
      id: given.body.id,
      before: given.body.before,
    });
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    await passOn();
    expect((await waited('09:05')).status).toBe(201);
    expect(await marked()).toEqual(['S1 card']);
  });
});

describe('an ID that was typed without the network is of who had it then (R-CARD-3)', () => {
  it.each([
    ['before it was given to another student', '09:05', 'S1 typed'],
    ['afterwards', '09:15', 'K1 typed'],
  ])('on the roll, %s', async (_when, time, expected) => {
    await passIdOn();
    const answer = await typedAt(time);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(await marked()).toEqual([expected]);
  });

  it.each([
    ['before it was given to another student', '09:05', 'S1 door'],
    ['afterwards', '09:15', 'K1 door'],
  ])('on a tablet, %s', async (_when, time, expected) => {
    start(await keyOfDevice(school.database, { name: 'Tablet', kind: 'tablet' }));
    await passIdOn();
    await send([{ ...tap('k1', time), typed: true }]);
    expect(await marked()).toEqual([expected]);
  });

  it('and of no one where no one had that ID', async () => {
    await passIdOn();
    const refused = await typedAt('09:01');
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ rfid_number: ['No student has this card or ID'] });
    expect(await marked()).toEqual([]);
    expect((await typedAt('09:15', 'S2')).status).toBe(400);
    expect((await typedAt('09:05', 'S2')).status).toBe(201);
    expect(await marked()).toEqual(['K1 typed']);
  });
});

describe('a card that is given on within a minute', () => {
  beforeEach(() => school.at(at('09:05')));
  const tapAt = (seconds: number) => ({
    ...tap('1000001'),
    at: `2026-03-02T09:05:${seconds}+11:00`,
  });

  it('marks the other student at the same door, and is a repetition of them alone (R-DOOR-4)', async () => {
    expect(await outcomes([tap('1000001', '09:05')])).toEqual(['present']);
    school.at('2026-03-02T09:05:20+11:00');
    await give('S1', null, 'returned');
    await give('S2', '1000001');
    school.at('2026-03-02T09:05:40+11:00');
    expect(await outcomes([tapAt(30), tapAt(40)])).toEqual(['present', 'repeat']);
    expect(await marked()).toEqual(['S1 door', 'S2 door']);
  });

  it('and whose tap of before arrives after it: marks who had it, or no one where the clock is unknown (R-CARD-3)', async () => {
    school.at('2026-03-02T09:05:20+11:00');
    await give('S1', null, 'returned');
    await give('S2', '1000001');
    school.at('2026-03-02T09:05:40+11:00');
    expect(await outcomes([tapAt(10)])).not.toEqual(['present']);
    expect(await marked()).toEqual([]);
    expect(await outcomes([tapAt(11)], { now: '2026-03-02T09:05:40+11:00' })).toEqual(['present']);
    expect(await marked()).toEqual(['S1 door']);
  });

  it('is not answered as that of the other teacher', async () => {
    const own = (number: string | null, email: string) =>
      sql`update teacher set card_number = ${number} where email = ${email}`.execute(
        school.database,
      );
    await own('77', 'tess@school.example');
    expect(await outcomes([tap('77', '09:05')])).toEqual(['teacher']);
    await own(null, 'tess@school.example');
    await own('77', 'theo@school.example');
    expect(await outcomes([{ ...tapAt(30), card: '77' }])).not.toEqual(['repeat']);
  });
});
