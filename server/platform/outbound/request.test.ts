import { afterEach, describe, expect, it } from 'vitest';
import { openSmsReceiver } from '#server/test/sms-receiver.ts';
import { isInNetworks, isPublicAddress } from './addresses.ts';
import { postTo, RefusedAddress, Unanswered, type OutboundRequest } from './request.ts';

let receiver: Awaited<ReturnType<typeof openSmsReceiver>> | null = null;
afterEach(async () => {
  await receiver?.close();
  receiver = null;
});
const open = async () => {
  receiver = await openSmsReceiver('a secret of at least thirty-two letters');
  return { ...receiver, port: new URL(receiver.url).port };
};
const given = (more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  headers: {},
  body: '{}',
  beforeSending: async () => {},
  ...more,
});
const loopback = ['127.0.0.0/8', '::1'];

describe('addresses of the internet', () => {
  it.each(['8.8.8.8', '203.1.2.3', '2606:4700::1111', '2001:4860:4860::8888'])('%s is one', (one) =>
    expect(isPublicAddress(one)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '0.0.0.0',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fec0::1',
    'ff02::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001::1',
    '2001:db8::1',
    '4000::1',
    'localhost',
    '',
  ])('%s is none', (one) => expect(isPublicAddress(one)).toBe(false));

  it.each([
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['10.1.2.3', ['10.1.2.3'], true],
    ['11.1.2.3', ['10.0.0.0/8'], false],
    ['::1', ['::1'], true],
    ['::ffff:10.1.2.3', ['10.0.0.0/8'], false],
    ['10.1.2.3', ['::/0'], false],
  ])('%s in %j: %s', (one, networks, is) => expect(isInNetworks(one, networks)).toBe(is));
});

describe('a request to an entered address', () => {
  it('goes to the address that was checked, and its name is looked up once', async () => {
    const { port, requests } = await open();
    let times = 0;
    const lookup = async () => [{ address: times++ === 0 ? '127.0.0.1' : '192.0.2.1' }];
    const target = { url: `http://gateway.example:${port}/`, networks: loopback };
    expect(await postTo(target, given({ lookup }))).toBe(200);
    expect([times, requests.length]).toEqual([1, 1]);
  });

  it.each([
    ['http://gateway.example/', '8.8.8.8', []],
    ['http://gateway.example/', '8.8.8.8', ['8.0.0.0/8']],
    ['http://gateway.example/', '127.0.0.1', []],
    ['https://gateway.example/', '127.0.0.1', []],
    ['https://gateway.example/', '64:ff9b::7f00:1', loopback],
    ['https://gateway.example/', '::ffff:127.0.0.1', loopback],
    ['https://[2002:7f00:1::]/', '', loopback],
    ['http://169.254.169.254/', '', loopback],
  ])('%s at %s with the networks %j is refused', async (url, address, networks) => {
    let connected = false;
    const request = given({
      lookup: async () => [{ address }],
      beforeSending: async () => {
        connected = true;
      },
    });
    await expect(postTo({ url, networks }, request)).rejects.toBeInstanceOf(RefusedAddress);
    expect(connected).toBe(false);
  });

  it('waits for the look-up of a name no longer than for the rest', async () => {
    const request = given({ lookup: () => new Promise(() => {}), timeoutMs: 20 });
    const failed = postTo({ url: 'https://gateway.example/', networks: [] }, request);
    await expect(failed).rejects.toMatchObject({ isSent: false });
    await expect(failed).rejects.toBeInstanceOf(Unanswered);
  });

  it('passes on why nothing may be sent', async () => {
    const { url, requests } = await open();
    const refusal = new Error('corrected');
    const request = given({ beforeSending: () => Promise.reject(refusal) });
    await expect(postTo({ url, networks: loopback }, request)).rejects.toBe(refusal);
    expect(requests).toEqual([]);
  });
});
