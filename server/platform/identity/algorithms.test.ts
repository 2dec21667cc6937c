import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIssuer, type RunningIssuer } from '#server/test/issuer.ts';
import { createVerifier, type Verifier } from './verifier.ts';

const ada = { email: 'ada@school.example' };
let issuer: RunningIssuer;
let verify: Verifier;
beforeAll(async () => {
  issuer = await startIssuer();
  verify = createVerifier({ issuer: issuer.issuer, audience: issuer.audience });
});
afterAll(() => issuer.close());

describe('a token is refused (ASVS V9.1.2, V9.2.1)', () => {
  it('one without a signature, and one that is signed with the public key as a secret', async () => {
    const [, payload] = (await issuer.token(ada)).split('.');
    const [key] = issuer.keys.keys;
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const hs = `${part({ alg: 'HS256', kid: key!.kid })}.${payload}`;
    const secrets = [JSON.stringify(key), String(key!.n), Buffer.from(String(key!.n), 'base64url')];
    for (const token of [
      `${part({ alg: 'none' })}.${payload}.`,
      `${part({ alg: 'none', kid: key!.kid })}.${payload}.`,
      ...secrets.map((it) => `${hs}.${createHmac('sha256', it).update(hs).digest('base64url')}`),
    ])
      await expect(verify(token)).rejects.toMatchObject({ status: 401 });
  });

  it('one that is not valid yet', async () => {
    const nbf = Math.floor(Date.now() / 1000) + 60;
    await expect(verify(await issuer.token({ ...ada, nbf }))).rejects.toMatchObject({
      status: 401,
    });
  });
});
