import { expect, it } from 'vitest';
import { createLookup, type Lookup } from './lookup.ts';

const failing =
  (code: string): Lookup =>
  () =>
    Promise.reject(Object.assign(new Error(code), { code }));
const never = () => new Promise<never>(() => {});

it('a name is looked up once for all who wait for it, and again afterwards', async () => {
  let times = 0;
  const lookup = createLookup(never, async () => [{ address: `192.0.2.${++times}` }]);
  const found = await Promise.all(Array.from({ length: 100 }, () => lookup('a.example')));
  expect(new Set(found.map(([one]) => one?.address))).toEqual(new Set(['192.0.2.1']));
  expect(await lookup('a.example')).toEqual([{ address: '192.0.2.2' }]);
});

it('a name whose servers do not answer is not looked up by the system, which others need', async () => {
  let lookups = 0;
  const inSystem: Lookup = async () => [{ address: `192.0.2.${++lookups}` }];
  for (const code of ['ETIMEOUT', 'ESERVFAIL', 'ECANCELLED'])
    await expect(createLookup(inSystem, failing(code))('dead.example')).rejects.toThrow(code);
  expect(lookups).toBe(0);
});

it.each(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])(
  'what name servers answer with %s may be in the computer’s list of hosts',
  async (code) => {
    const lookup = createLookup(async () => [{ address: '10.0.0.7' }], failing(code));
    expect(await lookup('gateway')).toEqual([{ address: '10.0.0.7' }]);
  },
);

it('the system looks up one name at a time, however many wait', async () => {
  const begun: string[] = [];
  const inSystem: Lookup = (host) => {
    begun.push(host);
    return never();
  };
  const lookup = createLookup(inSystem, failing('ENOTFOUND'));
  for (let n = 0; n < 100; n++) void lookup(`host${n % 10}.example`);
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(['host0.example']);
});

it('the next name follows one that the system did not find', async () => {
  const inSystem: Lookup = (host) =>
    host === 'a' ? Promise.reject(new Error('none')) : Promise.resolve([{ address: '10.0.0.8' }]);
  const lookup = createLookup(inSystem, failing('ENOTFOUND'));
  const [a, b] = await Promise.allSettled([lookup('a'), lookup('b')]);
  expect([a.status, b]).toEqual([
    'rejected',
    { status: 'fulfilled', value: [{ address: '10.0.0.8' }] },
  ]);
});

it('a name of this computer is found', async () => {
  const found = await createLookup()('localhost');
  expect(found.some(({ address }) => address === '127.0.0.1' || address === '::1')).toBe(true);
});
