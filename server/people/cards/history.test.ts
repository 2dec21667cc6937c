import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyOfDevice } from '#server/test/device.ts';
import { createMerging, type Merging } from '#server/test/merging.ts';
import { header, uploadStudents } from '#server/test/student-upload.ts';
import { findInDatabase } from '#server/test/traces.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let [s1, s2] = [0, 0];
beforeAll(async () => {
  school = await createTestSchool();
  [s1, s2] = [await school.studentId('S1'), await school.studentId('S2')];
});
afterAll(() => school.close());
beforeEach(async () => {
  school.at('2026-03-02T09:05:00+11:00');
  await sql`truncate attendance, mark_detail, device cascade`.execute(school.database);
  await sql`update student set rfid_number = null where rfid_number is not null`.execute(
    school.database,
  );
  await sql`truncate student_card`.execute(school.database);
});

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  school.call('admin', method, `attendance/${path}`, body);
const change = (id: number, body: object) => call('PATCH', `students/${id}/`, body);
const give = (id: number, rfid_number: string | null, card_reason?: string) =>
  change(id, { rfid_number, ...(card_reason && { card_reason }) });
const cardsOf = async (id: number) =>
  (await call('GET', `student-details/${id}/cards/`)).body.results;
const endedOf = async (id: number) =>
  (await cardsOf(id)).map(({ number, reason }: { number: string; reason: string | null }) => [
    number,
    reason,
  ]);
const tap = async (rfid_number: string) =>
  call('POST', 'attendance/create/', {
    rfid_number,
    class_schedule: await school.classId('mon9'),
    date: '2026-03-02',
  });
const tapAtDoor = async (card: string) => {
  const taps = [{ sequence: 1, card, at: '2026-03-02T09:05:00+11:00' }];
  const headers = { authorization: `Bearer ${await keyOfDevice(school.database)}` };
  return (await school.call('anonymous', 'POST', 'devices/taps/', { taps }, headers)).body.taps[0];
};

describe('the history of cards (R-CARD-3)', () => {
  it('has each card with who gave and ended it, and why', async () => {
    await give(s1, '5001');
    school.at('2026-03-03T09:00:00+11:00');
    await give(s1, '5002');
    await give(s1, null, 'lost');
    const name = (await school.call('admin', 'GET', 'user/details/')).body.name;
    expect(await cardsOf(s1)).toMatchObject([
      { number: '5002', ended_at: '2026-03-02T22:00:00.000Z', reason: 'lost' },
      {
        number: '5001',
        given_at: '2026-03-01T22:05:00.000Z',
        given_by: name,
        ended_at: '2026-03-02T22:00:00.000Z',
        ended_by: name,
        reason: 'replaced',
        for_print: false,
      },
    ]);
    await give(s1, '5003');
    expect((await cardsOf(s1))[0]).toMatchObject({ number: '5003', ended_at: null, reason: null });
  });

  it('is written for every way: file, and a statement of another process', async () => {
    await give(s1, '5001');
    await give(s2, '5002');
    const upload = await uploadStudents(
      school,
      `${header}\nS1,Anna,Ångström,1,2004-05-06,5002\nS2,Ben,Two,1,2004-05-06,5001\n`,
    );
    expect(upload.body).toMatchObject({ updated: 2, fail: [] });
    // Swapped in one file: neither was lost.
    expect(await endedOf(s1)).toEqual([
      ['5002', null],
      ['5001', 'passed_on'],
    ]);
    expect(await endedOf(s2)).toEqual([
      ['5001', null],
      ['5002', 'passed_on'],
    ]);
    await sql`update student set rfid_number = '5009' where id = ${s2}`.execute(school.database);
    expect((await endedOf(s2)).slice(0, 2)).toEqual([
      ['5009', null],
      ['5001', 'replaced'],
    ]);
    const added = await call('POST', 'students/create/', {
      student_id: 'S950',
      first_name: 'A',
      last_name: 'B',
      phone_number: '1',
      date_of_birth: '2005-01-02',
      rfid_number: '5950',
    });
    expect(await endedOf(added.body.id)).toEqual([['5950', null]]);
    expect((await call('GET', 'student-details/424242/cards/')).status).toBe(404);
  });

  it('changes with the reason of a former card alone', async () => {
    await give(s1, '5001');
    await give(s1, '5002');
    const [present, former] = await cardsOf(s1);
    const of = (id: number, reason: string) => call('PATCH', `cards/${id}/`, { reason });
    expect((await of(former.id, 'lost')).body).toMatchObject({ number: '5001', reason: 'lost' });
    expect((await of(present.id, 'lost')).status).toBe(409);
    expect((await of(former.id, 'merged')).status).toBe(400);
    expect((await of(424_242, 'lost')).status).toBe(404);
  });

  it('ends no card for a reason alone', async () => {
    await give(s1, '5001');
    await give(s1, '5002', 'lost');
    expect((await change(s1, { card_reason: 'lost' })).status).toBe(200);
    expect(await endedOf(s1)).toEqual([
      ['5002', null],
      ['5001', 'lost'],
    ]);
  });
});

describe('an old card (R-CARD-4)', () => {
  it('marks nothing: at a door it is old, at the teacher’s reader its last owner is named', async () => {
    await give(s1, '5001');
    await give(s1, '5002', 'lost');
    expect(await tapAtDoor('5001')).toMatchObject({
      outcome: 'old_card',
      colour: 'red',
      title: 'Old card',
      line: 'It was lost or replaced',
      name: null,
    });
    expect(await tap('5001')).toMatchObject({
      status: 400,
      body: { rfid_number: ['This card of Anna Ångström (S1) was reported lost on 2 March 2026'] },
    });
    expect((await sql`select from attendance`.execute(school.database)).rows).toEqual([]);
    const { rows } = await sql`select student_id from device_tap`.execute(school.database);
    expect(rows).toEqual([{ student_id: s1 }]);
    expect(await tap('5002')).toMatchObject({ status: 201 });
  });

  it.each([
    ['returned', 'unknown'],
    ['corrected', 'unknown'],
    ['replaced', 'old_card'],
    [undefined, 'old_card'],
  ])('that was taken off as %s is %s', async (reason, outcome) => {
    await give(s1, '5001');
    await give(s1, null, reason);
    expect(await tapAtDoor('5001')).toMatchObject({ outcome });
  });

  it('that was lost or replaced is no other student’s until it was returned', async () => {
    await give(s1, '5001');
    await give(s1, '5002', 'lost');
    const refused = {
      status: 400,
      body: {
        rfid_number: [
          'This card of Anna Ångström (S1) was reported lost on 2 March 2026: enter there that it was returned',
        ],
      },
    };
    expect(await give(s2, '5001')).toMatchObject(refused);
    const upload = await uploadStudents(school, `${header}\nS2,Ben,Two,1,2004-05-06,5001\n`);
    expect(upload.body.fail).toEqual([
      {
        line: 2,
        column: 'rfid_number',
        reason: '5001 is a card that student S1 lost or replaced',
      },
    ]);
    const tess = (await school.call('teacher', 'GET', 'user/details/')).body.teacher_id;
    expect((await call('PATCH', `teachers/${tess}/`, { card_number: '5001' })).body).toEqual({
      card_number: ['is a card that a student lost or replaced'],
    });
    // By any way: the database.
    await expect(
      sql`update student set rfid_number = '5001' where id = ${s2}`.execute(school.database),
    ).rejects.toMatchObject({ constraint: 'student_card_was_revoked' });
    // The student has found it.
    expect((await give(s1, '5001')).status).toBe(200);
    await give(s1, '5002', 'lost');
    const [, former] = await cardsOf(s1);
    await call('PATCH', `cards/${former.id}/`, { reason: 'returned' });
    expect((await give(s2, '5001')).status).toBe(200);
  });

  it('is found in the institute’s form too', async () => {
    await call('PATCH', 'settings/', { card_format: 'decimal', card_byte_order: 'as_sent' });
    await give(s1, '0077735089');
    await give(s1, '5002', 'lost');
    expect((await give(s2, '04:A2:24:B1')).status).toBe(400);
    expect((await give(s2, '77735089')).status).toBe(400);
    await call('PATCH', 'settings/', { card_format: 'as_sent', card_byte_order: 'as_sent' });
  });
});

it('a student’s latest twenty former cards are remembered', async () => {
  for (let number = 0; number < 25; number++) await give(s1, String(80_000 + number));
  const { rows } = await sql<{ number: string }>`
    select number from student_card where student_id = ${s1} order by id`.execute(school.database);
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: 21 }, (_, at) => String(80_004 + at)),
  );
});

describe('an erasure (R-CARD-3)', () => {
  it('leaves nothing of former cards: neither their lines, nor stored answers, nor taps', async () => {
    await call('PATCH', 'settings/', { card_format: 'decimal', card_byte_order: 'as_sent' });
    const { body } = await call('POST', 'students/create/', {
      student_id: 'S951',
      first_name: 'Kolibria',
      last_name: 'Former',
      phone_number: '1',
      date_of_birth: '2005-01-02',
      rfid_number: '77735089',
    });
    await give(body.id, '5952952', 'lost');
    await tapAtDoor('77735089');
    // As another reader sends it: the stored answer has the name alone.
    const mark = { rfid_number: '04:A2:24:B1', class_schedule: await school.classId('mon9') };
    const headers = { 'idempotency-key': 'the-tap-of-a-lost-card' };
    const answer = await school.call(
      'admin',
      'POST',
      'attendance/attendance/create/',
      mark,
      headers,
    );
    expect(answer.body.rfid_number[0]).toContain('Kolibria Former');
    const stored = () => findInDatabase(school.database, ['Kolibria', '77735089', '5952952']);
    expect((await stored()).length).toBeGreaterThan(2);
    const erased = await call('POST', `student-details/${body.id}/erase/`, {
      student_id: 'S951',
      redact_notes: true,
    });
    expect(erased.status).toBe(200);
    await call('PATCH', 'settings/', { card_format: 'as_sent', card_byte_order: 'as_sent' });
    expect(await stored()).toEqual([]);
  });
});

describe('a merge (R-CARD-3)', () => {
  let merging: Merging;
  beforeAll(async () => {
    merging = await createMerging();
  });
  afterAll(() => merging.school.close());

  it('brings the cards of both together', async () => {
    const { keep, remove } = await merging.pair();
    const before = `update student set rfid_number = 'old' || id where id = ${remove}`;
    await merging.run(before);
    await merging.run(`update student set rfid_number = 'new' || id where id = ${remove}`);
    await merging.merge(keep, remove, { exchange: ['rfid_number'] });
    const { rows } = await merging.run(
      `select student_id, number, reason from student_card where student_id in (${keep}, ${remove})
       and (ended_at is null or number like 'old%') order by ended_at, student_id`,
    );
    expect(rows).toEqual([
      expect.objectContaining({ student_id: keep, number: `old${remove}`, reason: 'replaced' }),
      expect.objectContaining({ student_id: keep, number: `new${remove}`, reason: null }),
      expect.objectContaining({ student_id: remove, reason: null }),
    ]);
  });
});
