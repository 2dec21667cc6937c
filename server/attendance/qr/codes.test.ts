import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createQrSchool, qrDate, type QrSchool } from '#server/test/qr.ts';
import { createCodes } from './codes.ts';
import { createTestSchool } from '#server/test/test-school.ts';

let qr: QrSchool;
beforeAll(async () => {
  qr = await createQrSchool();
});
afterAll(() => qr.school.close());
beforeEach(() => qr.reset());

it('a claim or code in which a character was changed is none', () => {
  const codes = createCodes('secret');
  const given = { session: 7, step: 354_000_000 };
  const claim = codes.claimOf({ ...given, arrived: 1_770_000_000_000, device: 'A'.repeat(22) });
  const token = codes.tokenOf(given);
  expect(codes.readToken(token)).toEqual(given);
  const changed = (text: string, place: number, by: string) =>
    text.slice(0, place % text.length) + by + text.slice((place % text.length) + 1);
  fc.assert(
    fc.property(fc.nat(), fc.stringMatching(/^[0-9a-zA-Z._-]$/), (place, by) => {
      const [otherClaim, otherToken] = [changed(claim, place, by), changed(token, place, by)];
      expect(otherClaim === claim || codes.readClaim(otherClaim, 1_770_000_000_000) === null).toBe(
        true,
      );
      expect(otherToken === token || codes.readToken(otherToken) === null).toBe(true);
    }),
  );
  expect(createCodes('other').readToken(token)).toBeNull();
});

describe('codes (R-QR-1, R-QR-2)', () => {
  beforeEach(() => qr.open());

  it('change every five seconds; the shown one and the one before are taken', async () => {
    const { token } = await qr.shown();
    const claim = async () => (await qr.browser()('anonymous', 'claim', { token })).status;
    qr.at('09:05:04');
    expect((await qr.shown()).token).toBe(token);
    qr.at('09:05:05');
    expect((await qr.shown()).token).not.toBe(token);
    qr.at('09:05:09.900');
    expect(await claim()).toBe(200);
    qr.at('09:05:10');
    expect(await claim()).toBe(400);
    qr.at('09:05:00');
    expect(await claim()).toBe(200);
    // The clock of another process may be a second behind, not more.
    qr.at('09:04:59.100');
    expect(await claim()).toBe(200);
    qr.at('09:04:58.900');
    expect(await claim()).toBe(400);
  });

  it('sent to a friend are over when they arrive; one that was photographed and redeemed in time too', async () => {
    const { token } = await qr.shown();
    qr.at('09:05:12');
    expect(await qr.browser()('anonymous', 'claim', { token })).toMatchObject({
      status: 400,
      body: { token: [expect.stringContaining('shown now')] },
    });
  });

  it('claims are of one browser, and last five minutes', async () => {
    const { token } = await qr.shown();
    const mine = qr.browser();
    const { body } = await mine('anonymous', 'claim', { token });
    expect(await qr.browser()('otherStudent', 'check-in', { claim: body.claim })).toMatchObject({
      status: 400,
      body: { claim: [expect.stringContaining('another browser')] },
    });
    const other = qr.browser();
    await other('anonymous', 'claim', { token });
    expect((await other('otherStudent', 'check-in', { claim: body.claim })).status).toBe(400);
    qr.at('09:10:01');
    expect((await mine('student', 'check-in', { claim: body.claim })).status).toBe(400);
    qr.at('09:09:59');
    expect((await mine('student', 'check-in', { claim: body.claim })).status).toBe(200);
  });

  it('are used once by a student: sent again the answer is the same, and nothing is marked again', async () => {
    const send = qr.browser();
    const { token } = await qr.shown();
    const { body } = await send('anonymous', 'claim', { token });
    const again = () => send('student', 'check-in', { claim: body.claim });
    expect((await again()).body).toMatchObject({ already: false });
    expect(await again()).toMatchObject({ status: 200, body: { already: true } });
    // The teacher saw that the student is not here.
    const set = await qr.school.call('teacher', 'POST', 'attendance/attendance/create/', {
      ...(await qr.roll()),
      student: 'S1',
      status: 'Absent',
    });
    expect(set.status).toBe(201);
    expect((await again()).status).toBe(409);
    expect(await qr.marks()).toMatchObject([{ student_id: 'S1', status: 'Absent', how: 'typed' }]);
  });

  it('of the same minutes do not bring back a mark that was taken back (R-QR-2)', async () => {
    const send = qr.browser();
    const scan = async () =>
      (await send('anonymous', 'claim', { token: (await qr.shown()).token })).body.claim;
    const first = await scan();
    qr.at('09:05:05');
    const second = await scan();
    expect((await send('student', 'check-in', { claim: first })).status).toBe(200);
    qr.at('09:05:10');
    const { rows } = await sql<{ id: number }>`select id from attendance`.execute(
      qr.school.database,
    );
    const removed = await qr.school.call(
      'teacher',
      'DELETE',
      `attendance/attendance/${rows[0]!.id}/`,
    );
    expect(removed.status).toBe(204);
    qr.at('09:05:20');
    expect((await send('student', 'check-in', { claim: second })).status).toBe(409);
    expect(await qr.marks()).toEqual([]);
  });

  it('have no long body, since they need no sign-in', async () => {
    const token = 'x'.repeat(2000);
    expect((await qr.browser()('anonymous', 'claim', { token })).status).toBe(413);
  });

  it.each([
    ['', 400],
    ['1.2.3', 400],
    ['zzzz.zzzz.AAAAAAAAAAAAAAAAAAAAAA', 400],
  ])('that are none are refused without a look into the database: %j', async (token, status) => {
    expect((await qr.browser()('anonymous', 'claim', { token })).status).toBe(status);
  });

  it('of another session, step or with a changed signature are refused', async () => {
    const { token } = await qr.shown();
    const [session, step, mac = ''] = token.split('.');
    const next = (Number.parseInt(step ?? '', 36) + 1).toString(36);
    for (const forged of [
      `${session}9.${step}.${mac}`,
      `${session}.${next}.${mac}`,
      `${session}.${step}.${mac.slice(0, -1)}${mac.endsWith('A') ? 'Q' : 'A'}`,
    ])
      expect((await qr.browser()('anonymous', 'claim', { token: forged })).status).toBe(400);
    const send = qr.browser();
    const { body } = await send('anonymous', 'claim', { token });
    const [text = '', signature] = body.claim.split('.');
    const longer = `${body.claim}.more`;
    expect((await send('student', 'check-in', { claim: longer })).status).toBe(400);
    const parts = JSON.parse(Buffer.from(text, 'base64url').toString());
    parts[2] -= 600_000;
    const earlier = Buffer.from(JSON.stringify(parts)).toString('base64url');
    expect((await send('student', 'check-in', { claim: `${earlier}.${signature}` })).status).toBe(
      400,
    );
  });
});

it('only from the networks of the institute, where it has named some (R-QR-6)', async () => {
  const near = await createTestSchool({
    env: { STUDENT_SIGN_IN: 'true', QR_NETWORKS: '10.0.0.0/8' },
    now: `${qrDate}T09:05:00+11:00`,
  });
  const of = { class_schedule: await near.classId('mon9'), date: qrDate };
  const { body } = await near.call('teacher', 'POST', 'attendance/qr/open/', of);
  const token = body.codes[0].address.split('#')[1];
  const claim = (remoteAddress: string) =>
    near.app.inject({
      method: 'POST',
      url: '/api/v2/attendance/qr/claim/',
      payload: { token },
      remoteAddress,
    });
  expect((await claim('10.1.2.3')).statusCode).toBe(200);
  expect((await claim('192.0.2.7')).statusCode).toBe(400);
  const typed = await near.call('student', 'POST', 'attendance/qr/check-in/', {
    code: body.codes[0].short_code,
  });
  expect(typed).toMatchObject({
    status: 400,
    body: { code: [expect.stringContaining('network')] },
  });
  await near.close();
});
