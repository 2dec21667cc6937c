import { afterEach, describe, expect, it } from 'vitest';
import { openSmsReceiver } from '#server/test/sms-receiver.ts';
import type { MailError } from './mailer.ts';
import { createSmsGateway } from './sms-gateway.ts';

const secret = 'a secret of at least thirty-two letters';
const message = {
  messageId: '<message-7@here>',
  to: '+61 400 000000',
  subject: '',
  text: 'Absent “today”',
  attachments: [],
};
const now = () => Temporal.Instant.from('2026-03-02T09:15:00Z');

type Answer = Parameters<typeof openSmsReceiver>[1];
let receiver: Awaited<ReturnType<typeof openSmsReceiver>>;
afterEach(() => receiver.close());
const open = async (answer?: Answer, networks = ['127.0.0.0/8', '::1/128'], host = '127.0.0.1') => {
  receiver = await openSmsReceiver(secret, answer);
  const url = receiver.url.replace('127.0.0.1', host);
  return createSmsGateway({ url, secret, networks, now });
};
const failed = async (answer: Answer) => {
  const gateway = await open(answer);
  return gateway
    .deliver(message, async () => {})
    .then(
      () => null,
      (error: MailError) => error,
    );
};

describe('the SMS gateway (R-MSG-7)', () => {
  it('gets a signed request with id, number and text', async () => {
    const gateway = await open();
    const steps: string[] = [];
    await gateway.deliver(message, async () => {
      steps.push(`${receiver.requests.length} requests`);
    });
    expect(steps).toEqual(['0 requests']);
    expect(receiver.requests).toEqual([{ isSigned: true, key: '<message-7@here>' }]);
    expect(receiver.accepted).toEqual([
      { id: '<message-7@here>', to: '+61 400 000000', text: 'Absent “today”' },
    ]);
  });

  it('gets nothing when the message may not be sent any more', async () => {
    const gateway = await open();
    const refused = gateway.deliver(message, () => Promise.reject(new Error('corrected')));
    await expect(refused).rejects.toMatchObject({ isDeliveryUnknown: false });
    expect(receiver.requests).toEqual([]);
  });

  it.each<[string, Answer, Partial<MailError>]>([
    ['400 is final', () => ({ status: 400 }), { isPermanent: true }],
    ['429 is tried again', () => ({ status: 429 }), { isPermanent: false }],
    ['503 is tried again', () => ({ status: 503 }), { isPermanent: false }],
    [
      'a redirect is not followed',
      () => ({ status: 302, location: 'http://127.0.0.1:1/' }),
      { isPermanent: true },
    ],
    [
      'a connection that ends without an answer is unknown',
      () => null,
      { isDeliveryUnknown: true },
    ],
    [
      'an answer that is too long is unknown',
      () => ({ status: 200, body: 'x'.repeat(200_000) }),
      { isDeliveryUnknown: true },
    ],
  ])('%s', async (_what, answer, expected) => {
    expect(await failed(answer)).toMatchObject(expected);
    expect(receiver.requests).toHaveLength(1);
  });

  it.each([
    ['127.0.0.1', []],
    ['localhost', []],
    ['127.0.0.1', ['10.0.0.0/8']],
  ])('at %s is refused with the networks %j', async (host, networks) => {
    const gateway = await open(undefined, networks, host);
    await expect(gateway.deliver(message, async () => {})).rejects.toMatchObject({
      isPermanent: true,
    });
    expect(receiver.requests).toEqual([]);
  });
});
