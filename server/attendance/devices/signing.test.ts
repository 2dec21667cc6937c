import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyOfDevice } from '#server/test/device.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-02T09:05:00+11:00' });
});
afterAll(() => school.close());
beforeEach(() => sql`truncate attendance, mark_detail, device cascade`.execute(school.database));

const keyed = async (more: { name?: string; signs?: boolean } = {}) => {
  const key = await keyOfDevice(school.database, more);
  return { id: Number(key.split('_')[1]), key };
};
const tap = (sequence: number, card = '1000001') => ({
  sequence,
  card,
  at: '2026-03-02T09:05:00+11:00',
});
const marks = async () =>
  (
    await sql`select s.student_id, a.how from attendance a join student s on s.id = a.student_id
    order by 1`.execute(school.database)
  ).rows;

describe('signed calls (R-DOOR-2)', () => {
  const signed = async (
    { id, key }: { id: number; key: string },
    body: object,
    change: Partial<Record<'time' | 'sequence' | 'sent' | 'path', string>> = {},
  ) => {
    const text = JSON.stringify(body);
    const time = change.time ?? '2026-03-02T09:05:00+11:00';
    const sequence = change.sequence ?? '1';
    const bodyHash = createHash('sha256').update(text).digest('hex');
    const path = change.path ?? '/api/v2/devices/taps/';
    const signature = createHmac('sha256', createHash('sha256').update(key).digest())
      .update(['POST', path, time, sequence, bodyHash].join('\n'))
      .digest('hex');
    const answer = await school.app.inject({
      method: 'POST',
      url: '/api/v2/devices/taps/',
      headers: {
        authorization: `Device ${id}:${signature}`,
        'device-time': time,
        'device-sequence': sequence,
        'content-sha256': bodyHash,
        'content-type': 'application/json',
      },
      payload: change.sent ?? text,
    });
    last = { signature, status: answer.statusCode, body: answer.payload, sent: answer.headers };
    return answer.statusCode;
  };
  let last = { signature: '', status: 0, body: '', sent: {} as Record<string, unknown> };
  const isAnswerSigned = (key: string, change: Partial<typeof last> = {}) => {
    const { signature, status, body, sent } = { ...last, ...change };
    const hash = createHash('sha256').update(body).digest('hex');
    const own = createHmac('sha256', createHash('sha256').update(key).digest())
      .update(['answer', signature, status, hash].join('\n'))
      .digest('hex');
    return sent['answer-signature'] === own;
  };

  it('have signed answers, refusals among them, which fit no other call, status or body', async () => {
    const device = await keyed({ signs: true });
    expect(await signed(device, { taps: [tap(1)] })).toBe(200);
    expect(isAnswerSigned(device.key)).toBe(true);
    expect(isAnswerSigned(device.key, { status: 400 })).toBe(false);
    expect(isAnswerSigned(device.key, { body: last.body.replace('green', 'red') })).toBe(false);
    expect(isAnswerSigned(device.key, { signature: '0'.repeat(64) })).toBe(false);
    expect(await signed(device, { taps: [{ ...tap(2), at: 'soon' }] })).toBe(400);
    expect(isAnswerSigned(device.key)).toBe(true);
  });

  it('with a `now` that is not the time of the signature are refused', async () => {
    const device = await keyed({ signs: true });
    const now = '2026-03-02T09:03:00+11:00';
    expect(await signed(device, { now, taps: [tap(1)] })).toBe(400);
    expect(JSON.parse(last.body)).toEqual({ now: ['is not the time that was signed'] });
    expect(await marks()).toEqual([]);
  });

  it('that were held back move no tap, where the device has measured the difference of the clocks', async () => {
    const device = await keyed({ signs: true });
    const time = '2026-03-02T09:01:00+11:00';
    const taps = [{ ...tap(1), at: time }];
    expect(await signed(device, { now: time, clock_offset_ms: 0, taps }, { time })).toBe(200);
    const { rows } = await sql<{ tapped_at: string }>`select tapped_at from device_tap`.execute(
      school.database,
    );
    expect(rows.map(({ tapped_at }) => Date.parse(tapped_at))).toEqual([Date.parse(time)]);
    expect(await signed(device, { clock_offset_ms: 400_000, taps: [tap(2)] })).toBe(400);
  });

  it('are taken, and the key alone is not', async () => {
    const device = await keyed({ signs: true });
    expect(await signed(device, { taps: [tap(1)] })).toBe(200);
    expect(await marks()).toEqual([{ student_id: 'S1', how: 'door' }]);
    expect(
      (
        await school.call(
          'anonymous',
          'POST',
          'devices/taps/',
          { taps: [tap(2)] },
          { authorization: `Bearer ${device.key}` },
        )
      ).status,
    ).toBe(401);
  });

  it.each([
    ['another body', { sent: JSON.stringify({ taps: [tap(1, '1000002')] }) }],
    ['another path', { path: '/api/v2/devices/me/' }],
    ['a time that is six minutes old', { time: '2026-03-02T08:59:00+11:00' }],
    ['no time', { time: 'soon' }],
  ])('with %s are refused', async (_what, change) => {
    const device = await keyed({ signs: true });
    expect(await signed(device, { taps: [tap(1)] }, change)).toBe(401);
    expect(await marks()).toEqual([]);
  });

  it('are named where the right key is sent in their place', async () => {
    const device = await keyed({ signs: true });
    const plain = await school.call('anonymous', 'GET', '/api/v2/devices/me/', undefined, {
      authorization: `Bearer ${device.key}`,
    });
    expect(plain).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('This device signs its calls') },
    });
  });

  it('sent twice count once; with another first number they are refused', async () => {
    const device = await keyed({ signs: true });
    expect(await signed(device, { taps: [tap(1)] })).toBe(200);
    expect(await signed(device, { taps: [tap(1)] })).toBe(200);
    expect(await marks()).toHaveLength(1);
    expect(await signed(device, { taps: [tap(2)] }, { sequence: '1' })).toBe(400);
  });

  it('by the key of another room’s device are refused', async () => {
    const device = await keyed({ signs: true });
    const stranger = await keyed({ name: 'Other', signs: true });
    expect(await signed({ id: device.id, key: stranger.key }, { taps: [tap(1)] })).toBe(401);
  });

  it('without a device nothing of a body is read', async () => {
    const answer = await school.app.inject({
      method: 'POST',
      url: '/api/v2/devices/enrol/',
      headers: { authorization: 'Device x', 'content-type': 'application/json' },
      payload: 'x'.repeat(2_000_000),
    });
    expect(answer.statusCode).toBe(413);
  });

  it('a longer body than a call may have is refused', async () => {
    const device = await keyed({ signs: true });
    const taps = [{ ...tap(1), card: 'x'.repeat(200_000) }];
    expect(await signed(device, { taps })).toBe(413);
  });
});
