import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';

let marking: Marking;
let [meeting, theo, other] = [0, 0, 0];
const idOf = async (query: string) =>
  (await sql.raw<{ id: number }>(query).execute(marking.school.database)).rows[0]!.id;
beforeAll(async () => {
  marking = await createMarking();
  meeting = await idOf(
    `select id from class_meeting where class_schedule_id = ${marking.mon9} and date = '${monday}'`,
  );
  theo = await idOf(`select id from teacher where email like 'theo@%'`);
  const room = { room_number: 'R9', capacity: 30 };
  const made = await marking.school.call('admin', 'POST', 'attendance/classroom/create/', room);
  other = made.body.id;
});
afterAll(() => marking.school.close());
beforeEach(async () => {
  await marking.reset();
  await sql`update class_meeting set closed_at = null, covering_teacher_id = null,
    classroom_id = (select classroom_id from class_schedule where id = ${marking.mon9})
    where id = ${meeting}`.execute(marking.school.database);
  marking.school.at(`${monday}T10:05:00+11:00`);
});

const cover = (more: object = {}) =>
  marking.school.call('admin', 'POST', 'attendance/meetings/cover/', {
    ids: [meeting],
    teacher_id: theo,
    confirm: true,
    ...more,
  });
const room = (more: object = {}) =>
  marking.school.call('admin', 'POST', 'attendance/meetings/room/', {
    ids: [meeting],
    classroom_id: other,
    confirm: true,
    ...more,
  });
const close = () =>
  marking.school.call('admin', 'POST', 'attendance/close-roll/', {
    class_schedule: marking.mon9,
    date: monday,
  });
const events = async () => {
  const query = `class_schedule=${marking.mon9}&date=${monday}`;
  return (await marking.school.call('admin', 'GET', `attendance/roll-events/?${query}`)).body
    .results;
};

describe('teacher and room of a date (R-MEETING-12)', () => {
  it('change without a reason while the roll is open, also after the relief has begun', async () => {
    await marking.tap('1000001');
    expect([(await cover()).status, (await room()).status]).toEqual([200, 200]);
  });

  it.each([
    ['cover', cover, 'covered'],
    ['room', room, 'other_room'],
  ] as const)(
    'of a closed roll: the %s needs a reason, and is in its history',
    async (_, change, kind) => {
      await close();
      expect(await change()).toMatchObject({ status: 400, body: { reason: ['is required'] } });
      expect((await change({ reason: 'Entered late' })).status).toBe(200);
      expect((await events()).at(-1)).toMatchObject({ kind, reason: 'Entered late' });
    },
  );

  it('of a past date with marks need a reason as well', async () => {
    await marking.tap('1000001');
    marking.school.at('2026-03-03T09:00:00+11:00');
    expect((await cover()).status).toBe(400);
    expect((await cover({ reason: 'Entered late' })).status).toBe(200);
  });

  it('do not change the teacher where pay is closed', async () => {
    await marking.tap('1000001');
    marking.school.at('2026-03-04T09:00:00+11:00');
    const until = { closed_until: monday };
    await marking.school.call('account', 'PATCH', 'attendance/pay-closing/', until);
    const answer = await cover({ reason: 'Entered late' });
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: `Pay is closed until ${monday}.` },
    });
  });
});
