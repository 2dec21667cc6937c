import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startIssuer, type RunningIssuer } from '#server/test/issuer.ts';
import { createVerifier, type VerifierOptions } from './verifier.ts';

let issuer: RunningIssuer;
let now: number;
beforeEach(async () => {
  issuer = await startIssuer();
  now = 0;
});
afterEach(() => issuer.close());

const verifier = (options: Partial<VerifierOptions> = {}) =>
  createVerifier({
    issuer: issuer.issuer,
    audience: issuer.audience,
    monotonic: () => now,
    ...options,
  });
const ada = { email: 'ada@school.example' };

describe('a token of an issuer with a discovery document', () => {
  it('is verified with the keys of its discovery document', async () => {
    const expiresAt = Math.floor(Date.now() / 1000) + 600;
    const token = await issuer.token(
      { email: ' Ada@School.example ', name: 'Ada' },
      { subject: 'a-1', expiresAt },
    );
    expect(await verifier()(token)).toEqual({
      issuer: issuer.issuer,
      subject: 'a-1',
      email: 'ada@school.example',
      name: 'Ada',
      roles: [],
      session: expect.stringMatching(/^\d+$/),
      expiresAt: expiresAt * 1000,
    });
  });

  it('is neither valid nor invalid while the keys cannot be fetched: 503, and a later retry', async () => {
    issuer.keysFail = true;
    const verify = verifier();
    const token = await issuer.token(ada);
    await expect(verify(token)).rejects.toMatchObject({ status: 503 });
    issuer.keysFail = false;
    now += 5000;
    expect(await verify(token)).toMatchObject(ada);
  });

  it('is 503 while the issuer does not answer at all', async () => {
    await expect(
      verifier({ issuer: 'http://localhost:1' })(await issuer.token(ada)),
    ).rejects.toMatchObject({ status: 503 });
  });
});

describe('a signing key that the provider withdrew', () => {
  it('is refused within 30 seconds, also for a token that was accepted before', async () => {
    const verify = verifier();
    const token = await issuer.token(ada);
    await verify(token);
    await issuer.rotate();
    now += 30_001;
    await expect(verify(token)).rejects.toMatchObject({ status: 401 });
  });

  it('is refused by constantly busy processes as well', async () => {
    const verify = verifier();
    const token = await issuer.token(ada);
    await verify(token);
    await issuer.rotate();
    const outcomes: [number, boolean][] = [];
    for (let second = 1; second <= 31; second++) {
      now = second * 1000;
      outcomes.push([
        second,
        await verify(token).then(
          () => true,
          () => false,
        ),
      ]);
      // The background load that an earlier second started.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(outcomes.at(-1)).toEqual([31, false]);
  });

  it('is replaced by the new one at once, and unknown keys are looked up at most every few seconds', async () => {
    const verify = verifier();
    await verify(await issuer.token(ada));
    await issuer.rotate();
    now += 4000;
    expect(await verify(await issuer.token(ada))).toMatchObject(ada);
    const { keysFetched } = issuer;
    const stranger = await startIssuer();
    for (let number = 0; number < 5; number++) {
      await stranger.rotate();
      await expect(
        verify(await stranger.token(ada, { issuer: issuer.issuer })),
      ).rejects.toMatchObject({ status: 401 });
    }
    stranger.close();
    expect(issuer.keysFetched).toBe(keysFetched);
  });

  it('is also refused when the provider has since published its keys at another address', async () => {
    const verify = verifier();
    const token = await issuer.token(ada);
    await verify(token);
    await issuer.rotate();
    issuer.keysPath = '/moved';
    now += 30_001;
    await expect(verify(token)).rejects.toMatchObject({ status: 401 });
    expect(await verify(await issuer.token(ada))).toMatchObject(ada);
  });

  it('is also refused after an hour without a request, however long the provider takes to answer', async () => {
    const verify = verifier();
    const token = await issuer.token(ada);
    await verify(token);
    await issuer.rotate();
    now += 3_600_000;
    let answer = () => {};
    issuer.keysHeld = new Promise((resolve) => (answer = resolve));
    const outcome = verify(token).then(
      () => 'accepted',
      () => 'refused',
    );
    const soon = await Promise.race([
      outcome,
      new Promise((resolve) => setTimeout(resolve, 1500, 'waits')),
    ]);
    answer();
    expect([soon, await outcome]).toEqual(['waits', 'refused']);
  });

  it('is refused after such an hour also when the previous load failed', async () => {
    const verify = verifier();
    const token = await issuer.token(ada);
    await verify(token);
    issuer.keysFail = true;
    now += 25_000;
    const fetched = issuer.keysFetched;
    await verify(token);
    await expect.poll(() => issuer.keysFetched).toBeGreaterThan(fetched);
    // The load that failed has ended.
    await new Promise((resolve) => setTimeout(resolve, 50));
    issuer.keysFail = false;
    await issuer.rotate();
    now += 3_600_000;
    let answer = () => {};
    issuer.keysHeld = new Promise((resolve) => (answer = resolve));
    const outcome = verify(token).then(
      () => 'accepted',
      () => 'refused',
    );
    const soon = await Promise.race([
      outcome,
      new Promise((resolve) => setTimeout(resolve, 1500, 'waits')),
    ]);
    answer();
    expect([soon, await outcome]).toEqual(['waits', 'refused']);
  });

  it('that is unknown is looked up at most every few seconds, also while the provider is down', async () => {
    const verify = verifier();
    await verify(await issuer.token(ada));
    issuer.keysFail = true;
    now += 10_000;
    const { keysFetched } = issuer;
    const stranger = await startIssuer();
    for (let number = 0; number < 5; number++) {
      await stranger.rotate();
      await expect(
        verify(await stranger.token(ada, { issuer: issuer.issuer })),
      ).rejects.toMatchObject({ status: 503 });
    }
    stranger.close();
    expect(issuer.keysFetched).toBeLessThanOrEqual(keysFetched + 1);
  });

  it('that the provider has just introduced does not require a new sign-in while it is down', async () => {
    const verify = verifier();
    await verify(await issuer.token(ada));
    await issuer.rotate();
    const token = await issuer.token(ada);
    issuer.keysFail = true;
    now += 10_000;
    await expect(verify(token)).rejects.toMatchObject({ status: 503 });
    issuer.keysFail = false;
    now += 4000;
    expect(await verify(token)).toMatchObject(ada);
  });

  it('stays in use while the provider cannot be reached, for a limited time', async () => {
    const verify = verifier();
    const token = await issuer.token(ada);
    await verify(token);
    await issuer.rotate();
    issuer.keysFail = true;
    now += 60_000;
    expect(await verify(token)).toMatchObject(ada);
    issuer.keysFail = false;
    now += 4000;
    await expect(verify(token)).rejects.toMatchObject({ status: 401 });
  });
});

describe('a token of another kind is refused', () => {
  it.each([
    ['an ID token by its nonce', { nonce: 'n' }, {}],
    ['an ID token by its hash of an access token', { at_hash: 'h' }, {}],
    ['an ID token by its hash of a code', { c_hash: 'h' }, {}],
    ['an ID token of Keycloak', { typ: 'ID' }, {}],
    ['a refresh token of Keycloak', { typ: 'Refresh' }, {}],
    ['an ID token of Cognito', { token_use: 'id' }, {}],
    ['a refresh token by its use', { token_use: 'refresh' }, {}],
    [
      'a logout token by its events',
      { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
      {},
    ],
    ['a logout token by its type', {}, { type: 'logout+jwt' }],
    ['a security event', {}, { type: 'secevent+jwt' }],
    ['a proof of possession', {}, { type: 'dpop+jwt' }],
  ])('%s', async (_kind, claims, options) => {
    await expect(
      verifier()(await issuer.token({ ...ada, ...claims }, options)),
    ).rejects.toMatchObject({ status: 401 });
  });

  it.each(['JWT', 'at+jwt', 'application/at+jwt'])(
    'but an access token with the type %s is accepted',
    async (type) => {
      expect(await verifier()(await issuer.token(ada, { type }))).toMatchObject(ada);
    },
  );

  it('without a required scope it is refused', async () => {
    const verify = verifier({ requiredScope: 'Attendance.Use' });
    for (const claims of [{}, { scope: 'openid profile' }, { scp: 'Attendance.Use.More' }]) {
      await expect(verify(await issuer.token({ ...ada, ...claims }))).rejects.toMatchObject({
        status: 401,
      });
    }
    for (const claims of [
      { scope: 'openid Attendance.Use' },
      { scp: 'Attendance.Use' },
      { scp: ['Attendance.Use'] },
    ]) {
      expect(await verify(await issuer.token({ ...ada, ...claims }))).toMatchObject(ada);
    }
  });
});

describe('the e-mail of a token', () => {
  it.each([
    ['that the provider has not verified', { ...ada, email_verified: false }],
    ['that the provider has not verified, in words', { ...ada, email_verified: 'false' }],
    ['that the provider has not verified, with a capital', { ...ada, email_verified: 'False' }],
    ['that the provider has not verified, as a number', { ...ada, email_verified: 0 }],
    ['whose verification is unknown', { ...ada, email_verified: null }],
    ['with a letter that becomes an ASCII one in lower case', { email: 'ada@\u212Aent.example' }],
    ['that becomes ASCII when it is trimmed', { email: '\uFEFFada@school.example\u00A0' }],
    ['that looks like another', { email: 'ada@school\u200B.example' }],
    ['that is one in other letters', { email: '\uFF41da@school.example' }],
    ['that is missing', { name: 'Ada' }],
    ['that is empty', { email: '  ' }],
    ['that is no address', { email: 'ada' }],
    ['that has a line break', { email: 'ada@school.example\nbcc: x@y.example' }],
    [
      'that stands in a claim which users choose themselves',
      { preferred_username: 'ada@school.example', upn: 'ada@school.example' },
    ],
  ])('is refused: one %s', async (_what, claims) => {
    await expect(verifier()(await issuer.token(claims))).rejects.toMatchObject({ status: 401 });
  });

  it.each([true, 'true', 'True', 1])(
    'is accepted with `email_verified` %j',
    async (email_verified) => {
      expect(await verifier()(await issuer.token({ ...ada, email_verified }))).toMatchObject(ada);
    },
  );

  it('is in the configured claims, the first that is present', async () => {
    const verify = verifier({ emailClaims: ['upn', 'mail'] });
    expect(
      await verify(
        await issuer.token({
          email: 'x@y.example',
          upn: 'ada@school.example',
          mail: 'b@school.example',
        }),
      ),
    ).toMatchObject(ada);
    expect(
      await verify(await issuer.token({ email: 'x@y.example', mail: 'ada@school.example' })),
    ).toMatchObject(ada);
    await expect(verify(await issuer.token({ email: 'x@y.example' }))).rejects.toMatchObject({
      status: 401,
    });
  });
});

it.each(['', 'a\0b', 'a\nb', '\ud800', 'a'.repeat(256)])(
  'a token with the subject %j identifies no account',
  async (subject) => {
    await expect(verifier()(await issuer.token(ada, { subject }))).rejects.toMatchObject({
      status: 401,
    });
  },
);

it.each(['A\0da', '\ud800', 'Ada\nfrom accounts'])(
  'a name that neither database nor log accepts is ignored: %j',
  async (name) => {
    expect(await verifier()(await issuer.token({ ...ada, name }))).toMatchObject({
      ...ada,
      name: ada.email,
    });
  },
);
