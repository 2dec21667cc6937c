import type { AnsweredTap, OwnDevice, SentTaps } from '#contract/attendance/device.ts';
import { getOwnDevice, sendTaps } from '#contract/attendance/devices.endpoints.ts';
import { request } from '#web/platform/api.ts';

const sendMs = 20_000;

/** The calls of a device, by its key, and the server's clock by the last answer. */
export function createDeviceServer(key: string) {
  const headers = { authorization: `Bearer ${key}` };
  let offsetMs = 0;

  async function read(): Promise<OwnDevice> {
    const own = await request(getOwnDevice, { anonymous: true, headers });
    offsetMs = Date.parse(own.now) - Date.now();
    return own;
  }

  async function send(body: SentTaps): Promise<AnsweredTap[]> {
    const signal = AbortSignal.timeout(sendMs);
    const answer = await request(sendTaps, { anonymous: true, headers, body, signal });
    offsetMs = Date.parse(answer.now) - Date.now();
    return answer.taps;
  }

  return { read, send, now: () => new Date(Date.now() + offsetMs) };
}
