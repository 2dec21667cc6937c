import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deviceCalls, tapOf } from '#server/test/device-calls.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());
beforeEach(async () => {
  school.at('2026-03-02T09:05:00+11:00');
  await sql`truncate attendance, mark_detail, device cascade`.execute(school.database);
});

const { admin, as, add, keyed, send, marks } = deviceCalls(() => school);
const tap = tapOf;

describe('a revoked device (R-DOOR-8)', () => {
  const revoked = async () => {
    const device = await keyed();
    school.at('2026-03-02T09:10:00+11:00');
    expect((await admin('POST', `${device.id}/revoke/`)).status).toBe(200);
    school.at('2026-03-02T09:20:00+11:00');
    return device;
  };
  const before = tap(1, '1000001', '2026-03-02T09:06:00+11:00');
  const after = tap(2, '1000002', '2026-03-02T09:12:00+11:00');

  it('takes nothing that was read since; what was read before is held for an administrator', async () => {
    const { id, key } = await revoked();
    expect((await send(key, after)).status).toBe(401);
    expect((await send(key, before, after)).body.taps).toMatchObject([
      { outcome: 'held', title: 'Saved' },
      { outcome: 'revoked', colour: 'red' },
    ]);
    expect(await marks()).toEqual([]);
    expect((await admin('GET', `${id}/taps/?held=true`)).body).toMatchObject({ total: 1 });
    expect((await admin('POST', `${id}/taps/decide/`, { accept: true })).body).toEqual({
      decided: 1,
      held: 0,
    });
    expect(await marks()).toEqual([{ student_id: 'S1', how: 'door' }]);
    const { rows } = await sql`select u.email, h.made_at from attendance_history h
      join app_user u on u.id = h.changed_by where h.how = 'door' and h.changed_at > '2026-03-01'
      order by h.id desc limit 1`.execute(school.database);
    expect(rows).toEqual([{ email: 'ada@school.example', made_at: '2026-03-01T22:06:00.000Z' }]);
  });

  it('or dismissed', async () => {
    const { id, key } = await revoked();
    await send(key, before);
    expect((await admin('POST', `${id}/taps/decide/`, { accept: false })).body).toEqual({
      decided: 1,
      held: 0,
    });
    expect((await admin('GET', `${id}/taps/`)).body.results).toMatchObject([
      { outcome: 'dismissed' },
    ]);
    expect(await marks()).toEqual([]);
  });

  it('has its held taps listed with who it would be, and decided one by one', async () => {
    const { id, key } = await revoked();
    const taps = ['1000001', '1000002', '1000004', '9999'].map((card, number) =>
      tap(number + 1, card, '2026-03-02T09:06:00+11:00'),
    );
    await send(key, ...taps);
    const listed = (await admin('GET', `${id}/taps/?held=true`)).body.results;
    expect(
      listed.map(({ card, name }: { card: string; name: string | null }) => [card, name !== null]),
    ).toEqual([
      ['9999', false],
      ['1000004', true],
      ['1000002', true],
      ['1000001', true],
    ]);
    const decide = async (accept: boolean, ...sequences: number[]) =>
      (
        await admin('POST', `${id}/taps/decide/`, {
          accept,
          taps: sequences.map((sequence) => ({ generation: 1, sequence })),
        })
      ).body;
    expect(await decide(true, 2)).toEqual({ decided: 1, held: 0 });
    expect(await decide(false, 1)).toEqual({ decided: 1, held: 0 });
    // Somebody else was first.
    expect(await decide(true, 1, 2, 77)).toEqual({ decided: 0, held: 0 });
    expect(await marks()).toEqual([{ student_id: 'S2', how: 'door' }]);
    expect((await admin('GET', `${id}/taps/?held=true`)).body.total).toBe(2);
    expect((await admin('POST', `${id}/taps/decide/`, { accept: true, taps: [] })).status).toBe(
      400,
    );
  });

  it('has cards accepted in the form in which they are stored, and typed IDs as IDs', async () => {
    const { id, key } = await revoked();
    await sql`update device set kind = 'tablet' where id = ${id}`.execute(school.database);
    expect(
      (await school.call('admin', 'PATCH', 'attendance/settings/', { card_format: 'decimal' }))
        .status,
    ).toBe(200);
    try {
      await send(key, tap(1, '0001000001', before.at), {
        ...tap(2, 's2', before.at),
        typed: true,
      });
      const listed = (await admin('GET', `${id}/taps/?held=true`)).body.results;
      expect(listed).toMatchObject([
        { typed: true, name: expect.any(String) },
        { typed: false, name: expect.any(String) },
      ]);
      await admin('POST', `${id}/taps/decide/`, { accept: true });
      expect(await marks()).toMatchObject([{ student_id: 'S1' }, { student_id: 'S2' }]);
    } finally {
      await school.call('admin', 'PATCH', 'attendance/settings/', { card_format: 'as_sent' });
    }
  });

  it('reads nothing of its room', async () => {
    const { key } = await revoked();
    expect((await as(key, 'GET', 'devices/me/')).status).toBe(401);
  });

  it('stays as it is, and gives its name free', async () => {
    const { id } = await revoked();
    expect((await admin('PATCH', `${id}/`, { name: 'Other' })).status).toBe(409);
    expect((await admin('POST', `${id}/key/`)).status).toBe(409);
    expect((await add()).id).toBeGreaterThan(id);
  });
});

it('what a tablet read before it became another device is held, and accepted for its first room (R-DOOR-8)', async () => {
  school.at('2026-03-02T09:10:00+11:00');
  const { id, key } = await keyed();
  school.at('2026-03-02T09:20:00+11:00');
  const taps = [
    tap(7, '1000001', '2026-03-02T09:06:00+11:00'),
    tap(8, '1000002', '2026-03-02T09:12:00+11:00'),
  ];
  expect((await send(key, ...taps)).body.taps).toMatchObject([
    { outcome: 'held', title: 'Saved' },
    { outcome: 'late' },
  ]);
  expect((await admin('GET', `${id}/taps/?held=true`)).body.total).toBe(1);
  expect((await admin('POST', `${id}/taps/decide/`, { accept: true })).body).toEqual({
    decided: 1,
    held: 0,
  });
  expect(await marks()).toMatchObject([{ student_id: 'S1' }, { student_id: 'S2' }]);
});

it('an accepted tap leaves what the same administrator entered seconds after it (R-ROLL-14)', async () => {
  const { id, key } = await keyed();
  school.at('2026-03-02T09:06:05+11:00');
  const { class_schedule_id: class_schedule } = await school.database
    .selectFrom('class_meeting')
    .innerJoin('class_schedule', 'class_schedule.id', 'class_meeting.class_schedule_id')
    .select('class_schedule_id')
    .where('ref', '=', 'mon9')
    .where('date', '=', '2026-03-02')
    .executeTakeFirstOrThrow();
  const absent = { rfid_number: 'S1', status: 'Absent', class_schedule, confirm: true };
  expect((await school.call('admin', 'POST', 'attendance/attendance/create/', absent)).status).toBe(
    201,
  );
  school.at('2026-03-02T09:10:00+11:00');
  await admin('POST', `${id}/revoke/`);
  await send(key, tap(1, '1000001', '2026-03-02T09:06:00+11:00'));
  expect((await admin('POST', `${id}/taps/decide/`, { accept: true })).body.decided).toBe(1);
  expect((await admin('GET', `${id}/taps/`)).body.results).toMatchObject([
    { outcome: 'superseded' },
  ]);
});
