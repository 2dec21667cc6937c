import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { deviceLimits } from '#contract/attendance/device.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { CurrentDevice, IdentifyDevice } from '#server/platform/http/device-guard.ts';
import { answerSignatureOf, deviceOfKey, hashOf, isSame, signatureOf } from './keys.ts';

interface KnownDevice extends CurrentDevice {
  signs: boolean;
  key_hash: Buffer;
}

/** How long a revoked key may remain in use for reading, in milliseconds; taps are checked each time. */
const cacheTtlMs = 10_000;
/** Keys that are not known wait for the devices to be read again, at most once in this time. */
const missGapMs = 100;

const unauthorized = (detail: string) =>
  new ApiError(401, { detail }, { 'www-authenticate': 'Bearer' });
const unknownKey = () =>
  unauthorized('This key is not in use: ask an administrator for a new one.');

/**
 * The device of a call: by its key, or by a signature of the call where the device signs (R-DOOR-2).
 * All devices are in memory, so that invalid keys cost no query each.
 */
export function createIdentifyDevice(
  database: Database,
  clock: Pick<Clock, 'now'>,
): IdentifyDevice {
  let known = new Map<number, KnownDevice>();
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const rows = await database
      .selectFrom('device')
      .select([
        'id',
        'name',
        'kind',
        'generation',
        'shows_names',
        'signs',
        'key_hash',
        'revoked_at',
      ])
      .where('key_hash', 'is not', null)
      .execute();
    known = new Map(
      rows.map(({ key_hash, revoked_at, ...row }) => [
        row.id,
        { ...row, key_hash: key_hash ?? Buffer.alloc(0), is_revoked: revoked_at !== null },
      ]),
    );
    readAt = performance.now();
  }
  /** Reads once for all who wait. */
  async function readAgain(): Promise<void> {
    reading ??= pause(Math.max(0, readAt + missGapMs - performance.now()))
      .then(read)
      .finally(() => {
        reading = null;
      });
    await reading;
  }

  /** @param matches whether the device's current key made the call. */
  async function find(id: number, matches: (device: KnownDevice) => boolean): Promise<KnownDevice> {
    if (performance.now() - readAt > cacheTtlMs) await readAgain();
    const device = known.get(id);
    if (device && matches(device)) return device;
    await readAgain();
    const added = known.get(id);
    if (added && matches(added)) return added;
    throw unknownKey();
  }

  return async (request) => {
    const [scheme = '', given = ''] = (request.headers.authorization ?? '').split(' ');
    if (scheme.toLowerCase() === 'device') return signedBy(request, given);
    const id = scheme.toLowerCase() === 'bearer' ? deviceOfKey(given) : null;
    if (id === null) throw unauthorized('Send the key of a device.');
    const hash = hashOf(given);
    const device = await find(id, ({ key_hash }) => isSame(key_hash, hash));
    if (device.signs)
      throw unauthorized('This device signs its calls: send a signature in the place of the key.');
    return device;
  };

  async function signedBy(request: FastifyRequest, given: string): Promise<CurrentDevice> {
    const [, id, signature] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(given) ?? [];
    const time = headerOf(request, 'device-time');
    const sequence = headerOf(request, 'device-sequence');
    const bodyHash = headerOf(request, 'content-sha256');
    if (id === undefined || signature === undefined)
      throw unauthorized('A signature is the number of the device, “:” and 64 hexadecimal digits.');
    const sent = Buffer.from(signature, 'hex');
    const device = await find(Number(id), ({ signs, key_hash }) => {
      const { method, url: path } = request;
      return (
        signs && isSame(sent, signatureOf({ method, path, time, sequence, bodyHash }, key_hash))
      );
    });
    const skew = Math.abs(Date.parse(time) - clock.now().epochMilliseconds);
    if (!(skew <= deviceLimits.skewMs))
      throw unauthorized('The time of this call is more than 5 minutes from the server’s.');
    return {
      ...device,
      signAnswer: (status, body) =>
        answerSignatureOf({ call: signature, status, body }, device.key_hash),
    };
  }
}

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
