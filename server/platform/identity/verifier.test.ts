import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIssuer, type Issuer } from '../../test/issuer.ts';
import { createVerifier } from './verifier.ts';

let server: Server;
let issuer: Issuer;
let keysFail: boolean;

beforeEach(async () => {
  keysFail = false;
  server = createServer((request, answer) => {
    const wantsKeys = request.url === '/keys';
    answer.statusCode = wantsKeys && keysFail ? 500 : 200;
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify(wantsKeys ? issuer.keys : { jwks_uri: `${issuer.issuer}/keys` }));
  }).listen(0, 'localhost');
  await once(server, 'listening');
  issuer = await createIssuer(`http://localhost:${(server.address() as { port: number }).port}`);
});
afterEach(() => void server.close());

describe('a token of an issuer that is found by its address', () => {
  it('is verified with the keys of its discovery document', async () => {
    const verify = createVerifier({ issuer: issuer.issuer, audience: issuer.audience });
    expect(await verify(await issuer.token({ upn: 'Ada@School.example', name: 'Ada' }))).toEqual({
      email: 'ada@school.example',
      name: 'Ada',
      roles: [],
      session: expect.stringMatching(/^\d+$/),
    });
  });

  it('is neither good nor bad while the keys cannot be fetched: 503, and again later', async () => {
    keysFail = true;
    const verify = createVerifier({ issuer: issuer.issuer, audience: issuer.audience });
    const token = await issuer.token({ email: 'ada@school.example' });
    await expect(verify(token)).rejects.toMatchObject({ status: 503 });
    keysFail = false;
    expect(await verify(token)).toMatchObject({ email: 'ada@school.example' });
  });

  it('is 503 while the issuer does not answer at all', async () => {
    const verify = createVerifier({ issuer: 'http://localhost:1', audience: issuer.audience });
    await expect(verify(await issuer.token({ email: 'ada@school.example' }))).rejects.toMatchObject({ status: 503 });
  });

  it('without an e-mail is refused', async () => {
    const verify = createVerifier({ issuer: issuer.issuer, audience: issuer.audience });
    await expect(verify(await issuer.token({ name: 'Ada' }))).rejects.toMatchObject({ status: 401 });
  });
});
