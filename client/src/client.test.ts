import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { attendance, createClient, students, verifyWebhook, WebhookError } from './index.ts';

const answerOf = (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  new Response(status === 204 ? null : JSON.stringify(body), { status, headers });

/** A client of a server that gives these answers in turn; `sent` has what it got. */
function clientOf(...answers: (() => Response)[]) {
  const sent: { url: string; init: RequestInit | undefined }[] = [];
  const client = createClient({
    url: 'https://attendance.school.example',
    token: async () => 'att_token',
    fetch: async (url, init) => {
      sent.push({ url: url instanceof Request ? url.url : String(url), init });
      const answer = answers[sent.length - 1];
      if (!answer) throw new TypeError('fetch failed');
      return answer();
    },
  });
  return { client, sent };
}
const list = students.studentEndpoints.list;
const again = { 'retry-after': '0' };
const mark = {
  rfid_number: '1',
  class_schedule: 7,
  date: '2026-03-02',
  status: 'Present',
} as const;

describe('calls', () => {
  it('carry token, parameters, query and body', async () => {
    const { client, sent } = clientOf(
      () => answerOf(200),
      () => answerOf(200),
    );
    await client.request(students.studentEndpoints.get, { params: { id: 'S 1/2' } });
    await client.request(students.studentEndpoints.change, {
      params: { id: 7 },
      body: { first_name: 'Mia' },
    });
    expect(sent.map(({ url, init }) => [init?.method, url, init?.body])).toEqual([
      ['GET', 'https://attendance.school.example/api/v2/attendance/students/S%201%2F2/', undefined],
      ['PATCH', expect.stringMatching(/students\/7\/$/), '{"first_name":"Mia"}'],
    ]);
    expect(sent[0]?.init?.headers).toMatchObject({ authorization: 'Bearer att_token' });
  });

  it('that read are repeated when the server says later', async () => {
    const { client, sent } = clientOf(
      () => answerOf(503, { detail: 'Busy' }, again),
      () => answerOf(429, {}, again),
      () => answerOf(200, { results: [], total: 0 }),
    );
    expect(await client.request(list)).toMatchObject({ total: 0 });
    expect(sent).toHaveLength(3);
  });

  it('that change something are repeated only with a key', async () => {
    const busy = () => answerOf(503, { detail: 'Busy' }, again);
    const once = clientOf(busy, () => answerOf(201));
    await expect(
      once.client.request(attendance.markAttendance, { body: mark }),
    ).rejects.toMatchObject({ status: 503, message: 'Busy', isRetryable: true });
    expect(once.sent).toHaveLength(1);
    const keyed = clientOf(busy, () => answerOf(201, { results: [] }));
    await keyed.client.request(attendance.markAttendance, { body: mark, idempotencyKey: 'k1' });
    expect(keyed.sent.map(({ init }) => new Headers(init?.headers).get('idempotency-key'))).toEqual(
      ['k1', 'k1'],
    );
  });

  it('that are wrong are not repeated, and name the fields', async () => {
    const { client, sent } = clientOf(() =>
      answerOf(400, { date: ['must be a date'] }, { 'x-request-id': 'r-1' }),
    );
    await expect(client.request(list)).rejects.toMatchObject({
      status: 400,
      message: 'must be a date',
      fields: { date: ['must be a date'] },
      requestId: 'r-1',
      isRetryable: false,
    });
    expect(sent).toHaveLength(1);
  });

  it('give up in the end: a server that cannot be reached has status 0', async () => {
    const { client, sent } = clientOf(
      ...Array.from({ length: 4 }, () => () => answerOf(502, {}, again)),
    );
    await expect(client.request(list)).rejects.toMatchObject({ status: 502 });
    expect(sent).toHaveLength(4);
    const none = createClient({
      url: 'http://127.0.0.1:1',
      token: 'x',
      retries: 0,
    });
    await expect(none.request(list)).rejects.toMatchObject({ status: 0 });
  });

  it('end with their signal', async () => {
    const { client } = clientOf(() => answerOf(503, {}, { 'retry-after': '60' }));
    const signal = AbortSignal.timeout(20);
    await expect(client.request(list, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('read lists page by page', async () => {
    const page = (ids: number[], next: string | null) => () =>
      answerOf(200, { results: ids.map((id) => ({ id })), total: 3, next });
    const { client, sent } = clientOf(page([1, 2], '?page=2'), page([3], null));
    const ids = [];
    for await (const { id } of client.rows(list, { query: { limit: 2 } })) ids.push(id);
    expect(ids).toEqual([1, 2, 3]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?limit=2&page=1',
      '?limit=2&page=2',
    ]);
  });
});

describe('requests of webhooks', () => {
  const key = Buffer.alloc(32, 7);
  const secret = `whsec_${key.toString('base64')}`;
  const body = '{"type":"test","timestamp":"2026-03-02T00:00:00.000Z","data":{}}';
  const now = () => 1_772_400_000_000;
  const timestamp = '1772400000';
  const signature = (text = body, time = timestamp) =>
    `v1,${createHmac('sha256', key).update(`m1.${time}.${text}`).digest('base64')}`;
  const headers = (more: Record<string, string> = {}) => ({
    'webhook-id': 'm1',
    'webhook-timestamp': timestamp,
    'webhook-signature': signature(),
    ...more,
  });
  const verify = (given: Record<string, string>, text = body) =>
    verifyWebhook({ headers: given, body: text }, secret, { now });

  it('are genuine with the right signature, also beside others', async () => {
    expect(await verify(headers())).toMatchObject({ id: 'm1', event: { type: 'test' } });
    const several = `v1a,xyz v1,AAAA ${signature()}`;
    expect(await verify(headers({ 'webhook-signature': several }))).toMatchObject({ id: 'm1' });
  });

  it.each([
    ['another body', headers(), `${body} `],
    ['another id', headers({ 'webhook-id': 'm2' }), body],
    ['no signature', headers({ 'webhook-signature': '' }), body],
    ['another version', headers({ 'webhook-signature': signature().replace('v1', 'v2') }), body],
    ['an old time', headers({ 'webhook-timestamp': '1772399600' }), body],
    ['no time', headers({ 'webhook-timestamp': 'now' }), body],
    ['a time to come', headers({ 'webhook-timestamp': '1772400400' }), body],
  ])('are forged with %s', async (_what, given, text) => {
    await expect(verify(given, text)).rejects.toBeInstanceOf(WebhookError);
  });

  it('need all headers', async () => {
    await expect(verifyWebhook({ headers: {}, body }, secret, { now })).rejects.toThrow(
      'The header webhook-id is missing.',
    );
  });
});
