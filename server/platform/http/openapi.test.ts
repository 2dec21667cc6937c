import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

const path = '/api/v2/openapi.json';
let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

/** As bytes: `call` returns text, which is useless for compressed responses. */
const ask = (url: string, encodings: string) =>
  school.app.inject({ url, headers: { 'accept-encoding': encodings } });

it('the OpenAPI document is the same in each encoding that the client accepts', async () => {
  const plain = await ask(path, 'br;q=0, identity');
  expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined]);
  expect(plain.json()).toMatchObject({ openapi: '3.1.0' });
  const [brotli, zipped] = [await ask(path, 'gzip, deflate, br'), await ask(path, 'gzip')];
  expect([brotli.headers['content-encoding'], zipped.headers['content-encoding']]).toEqual([
    'br',
    'gzip',
  ]);
  // Each is complete: a response that is compressed per request has no length.
  for (const { headers, rawPayload } of [brotli, zipped])
    expect(headers['content-length']).toBe(String(rawPayload.length));
  expect(String(brotliDecompressSync(brotli.rawPayload))).toBe(plain.body);
  expect(String(gunzipSync(zipped.rawPayload))).toBe(plain.body);
});

it('a file that needs no sign-in is not compressed per request', async () => {
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    const { statusCode, headers } = await ask(`/api/v2/docs/static/${file}`, 'br, gzip');
    expect([statusCode, headers['content-encoding']]).toEqual([200, undefined]);
  }
});
