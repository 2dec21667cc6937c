import { Agent, request } from 'node:http';
import autocannon from 'autocannon';
import type pg from 'pg';

/** A tap as the server takes it. */
export interface Tap {
  card: string;
  classSchedule: number;
  date: string;
}

export const median = (values: number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

/** One client, one request after the other over one connection. @returns milliseconds of each. */
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
      const json = body ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) } : {};
      const sent = request(`${base}${path}`, { method, agent, headers: { ...headers, ...json } }, (answer) => {
        if (answer.statusCode! >= 300) reject(new Error(`${path}: ${answer.statusCode}`));
        answer.resume().on('end', resolve);
      });
      sent.on('error', reject).end(text);
    });
    times.push(performance.now() - started);
  }
  agent.destroy();
  return times;
}

/** Clients at once through HTTP, each tap another student. @returns taps a second, and the times in ms. */
export async function tapsOverHttp(base: string, token: string, taps: Tap[], clients: number, seconds: number) {
  let next = 0;
  const result = await autocannon({
    url: base,
    connections: clients,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/v2/attendance/attendance/create/',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        setupRequest(given) {
          const tap = taps[next++ % taps.length]!;
          return { ...given, body: JSON.stringify({ rfid_number: tap.card, class_schedule: tap.classSchedule, date: tap.date }) };
        },
      },
    ],
  });
  if (result.non2xx || result.errors) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  if (next > taps.length) throw new Error('not enough taps were prepared');
  return { perSecond: result.requests.total / result.duration, p50: result.latency.p50, p99: result.latency.p99, sent: next };
}

/** The same statement through the bare driver. @returns taps a second. */
export async function tapsBare(pool: pg.Pool, taps: Tap[], clients: number, seconds: number, user: number): Promise<number> {
  let next = 0;
  let done = 0;
  const end = performance.now() + seconds * 1000;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const tap = taps[next++]!;
        await pool.query(`select record_marks($1, $2::text[], $3, $4, $5, $6, $7, $8, $9) as answer`, [
          null,
          [tap.card],
          'any',
          tap.classSchedule,
          tap.date,
          'Present',
          null,
          user,
          new Date().toISOString(),
        ]);
        done++;
      }
    }),
  );
  return (done * 1000) / (performance.now() - started);
}
