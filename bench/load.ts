import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type pg from 'pg';

/** A tap as a request body. */
export interface Tap {
  card: string;
  classSchedule: number;
  date: string;
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** One client sends one request after the other over one connection. @returns milliseconds of each. */
export async function oneByOne(
  base: string,
  headers: Record<string, string>,
  calls: { method: string; path: string; body?: object }[],
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (const { method, path, body } of calls) {
    const text = body ? JSON.stringify(body) : '';
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      const json = body
        ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
        : {};
      const sent = request(
        `${base}${path}`,
        { method, agent, headers: { ...headers, ...json } },
        (answer) => {
          if (answer.statusCode! >= 300) reject(new Error(`${path}: ${answer.statusCode}`));
          answer.resume().on('end', resolve);
        },
      );
      sent.on('error', reject).end(text);
    });
    times.push(performance.now() - started);
  }
  agent.destroy();
  return times;
}

/**
 * Concurrent HTTP clients with one connection each; each tap is of another student. Requests are
 * prepared bytes, and only the status of responses is parsed: the generator shares the
 * two cores with what it measures.
 * @returns taps a second, and their times in ms.
 */
export async function tapsOverHttp(
  base: string,
  token: string,
  taps: Tap[],
  clients: number,
  seconds: number,
) {
  const { hostname, port, host } = new URL(base);
  const bytes = taps.map(({ card, classSchedule, date }) => {
    const body = JSON.stringify({ rfid_number: card, class_schedule: classSchedule, date });
    const head =
      `POST /api/v2/attendance/attendance/create/ HTTP/1.1\r\n` +
      `Host: ${host}\r\nAuthorization: Bearer ${token}\r\n`;
    return Buffer.from(
      `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
  let next = 0;
  const times: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  async function client(): Promise<void> {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await new Promise<void>((resolve, reject) => {
      let sent = 0;
      const send = () => {
        if (performance.now() >= end) return socket.end(resolve);
        if (next >= bytes.length) return reject(new Error('not enough taps were prepared'));
        sent = performance.now();
        socket.write(bytes[next++]!);
      };
      socket.on('connect', send);
      socket.on('error', reject);
      // A response is smaller than a packet, and the next request waits for it: each chunk is one
      // response.
      socket.on('data', (answer) => {
        if (!(answer as Buffer).subarray(0, 12).equals(created))
          return reject(new Error(answer.toString().slice(0, 400)));
        times.push(performance.now() - sent);
        send();
      });
    });
  }
  await Promise.all(Array.from({ length: clients }, client));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)]!;
  return {
    perSecond: (times.length * 1000) / (performance.now() - started),
    p50: at(0.5),
    p99: at(0.99),
    sent: next,
  };
}

const created = Buffer.from('HTTP/1.1 201');

/** The same statement through the bare driver. @returns taps a second. */
export async function tapsBare(
  pool: pg.Pool,
  taps: Tap[],
  clients: number,
  seconds: number,
  user: number,
): Promise<number> {
  let next = 0;
  let done = 0;
  const end = performance.now() + seconds * 1000;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const tap = taps[next++]!;
        await pool.query(
          `select record_marks($1, $2::text[], $3, $4, $5, $6, $7, $8, $9) as answer`,
          [
            null,
            [tap.card],
            'any',
            tap.classSchedule,
            tap.date,
            'Present',
            null,
            user,
            new Date().toISOString(),
          ],
        );
        done++;
      }
    }),
  );
  return (done * 1000) / (performance.now() - started);
}
