import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyOfDevice } from '#server/test/device.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let reader: string;
let tablet: string;
let sequence = 0;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-02T09:05:00+11:00' });
});
afterAll(() => school.close());
beforeEach(async () => {
  await sql`truncate attendance, mark_detail, device cascade`.execute(school.database);
  reader = await keyOfDevice(school.database);
  tablet = await keyOfDevice(school.database, { name: 'Tablet', kind: 'tablet' });
  sequence = 0;
});

const tap = (card: string) => ({ sequence: ++sequence, card, at: '2026-03-02T09:05:00+11:00' });
const send = (taps: object[], key: string) =>
  school.call('anonymous', 'POST', 'devices/taps/', { taps }, { authorization: `Bearer ${key}` });
const marks = async () =>
  (
    await sql`select s.student_id, a.how from attendance a join student s on s.id = a.student_id
      order by 1`.execute(school.database)
  ).rows;

describe('typed IDs (R-DOOR-6)', () => {
  const typed = (text: string) => ({ ...tap(text), typed: true });

  it('of the attendant of a tablet mark the student, in any letters', async () => {
    expect((await send([typed('s1'), typed('S2')], tablet)).body.taps).toMatchObject([
      { outcome: 'present', name: expect.any(String) },
      { outcome: 'present' },
    ]);
    expect(await marks()).toMatchObject([
      { student_id: 'S1', how: 'door' },
      { student_id: 'S2', how: 'door' },
    ]);
  });

  it('are no cards: the same text as a card marks no student', async () => {
    expect((await send([tap('S1')], tablet)).body.taps).toMatchObject([{ outcome: 'unknown' }]);
    expect(await marks()).toEqual([]);
  });

  it('may be a card number that is printed on the card', async () => {
    expect((await send([typed('1000001')], tablet)).body.taps).toMatchObject([
      { outcome: 'present' },
    ]);
  });

  it('do not tell where a student is now, nor check a teacher in', async () => {
    await sql`insert into classroom (room_number, capacity) values ('X9', 9) on conflict do nothing`.execute(
      school.database,
    );
    const elsewhere = await keyOfDevice(school.database, {
      name: 'X9',
      room: 'X9',
      kind: 'tablet',
    });
    await sql`update teacher set card_number = '77' where email = 'tess@school.example'`.execute(
      school.database,
    );
    const { taps } = (await send([typed('S1'), tap('1000002'), typed('77')], elsewhere)).body;
    expect(taps).toMatchObject([
      { outcome: 'elsewhere', title: 'Other room', line: '' },
      { outcome: 'elsewhere', title: 'Room R1' },
      { outcome: 'unknown' },
    ]);
  });

  it('of a reader are refused', async () => {
    const { status, body } = await send([typed('S1')], reader);
    expect([status, body]).toEqual([400, { taps: ['typed IDs are for tablets'] }]);
    expect(await marks()).toEqual([]);
  });

  it('that no student has end the answers like unknown cards', async () => {
    const tried = Array.from({ length: 10 }, (_, number) => typed(`X${number}`));
    expect((await send(tried, tablet)).body.taps[0]).toMatchObject({ title: 'Saved' });
  });
});
