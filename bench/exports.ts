import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { median, type Tap } from './load.ts';

interface ExportMeasurement {
  rows: number;
  seconds: number;
  /** Memory of the server's process above its idle state, in MB. */
  extraMb: number;
  /** Median of a tap in ms, one client after the other, before and during the export. */
  before: number;
  meanwhile: number;
}

/** Sends taps one after the other until `done`. @returns their times in ms. */
async function tapUntil(
  base: string,
  headers: Record<string, string>,
  taps: Tap[],
  done: () => boolean,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  while (!done()) {
    const tap = taps.pop()!;
    const body = JSON.stringify({
      rfid_number: tap.card,
      class_schedule: tap.classSchedule,
      date: tap.date,
    });
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      const sent = request(`${base}/api/v2/attendance/attendance/create/`, {
        method: 'POST',
        agent,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        },
      });
      sent.on('response', (answer) => answer.resume().on('end', resolve));
      sent.on('error', reject).end(body);
    });
    times.push(performance.now() - started);
    // The rate of a queue of students: some hundred taps a second.
    await wait(3);
  }
  agent.destroy();
  return times;
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** Time and memory of an export, and the latency of taps during it. */
export async function measureExport(
  at: { base: string; headers: Record<string, string>; pid: number; taps: Tap[] },
  run: () => Promise<number>,
): Promise<ExportMeasurement> {
  const { base, headers, pid, taps } = at;
  const quiet = Date.now() + 5000;
  const before = median((await tapUntil(base, headers, taps, () => Date.now() > quiet)).slice(200));
  const memory = residentMb(pid);
  let highest = memory;
  let rows: number | null = null;
  const watching = setInterval(() => (highest = Math.max(highest, residentMb(pid))), 100);
  const started = performance.now();
  let seconds = 0;
  const running = run().then((count) => {
    seconds = (performance.now() - started) / 1000;
    rows = count;
  });
  const meanwhile = median(await tapUntil(base, headers, taps, () => rows !== null));
  await running;
  clearInterval(watching);
  return { rows: rows!, seconds, extraMb: highest - memory, before, meanwhile };
}

/** Reads a file to its end and discards it. @returns the number of lines without the heading. */
export function countLines(
  base: string,
  headers: Record<string, string>,
  path: string,
  body: object,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${base}/api/v2/attendance/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
    });
    sent.on('response', (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`));
      let lines = 0;
      answer.on('data', (part: Buffer) => {
        for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines++;
      });
      answer.on('end', () => resolve(lines - 1)).on('error', reject);
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });
}

/** Requests the workbook and waits until it is created. */
export async function makeWorkbook(base: string, headers: Record<string, string>): Promise<number> {
  const json = { ...headers, 'content-type': 'application/json' };
  const response = await fetch(`${base}/api/v2/attendance/spreadsheet-export/`, {
    method: 'POST',
    headers: json,
    body: '{"email":"bench@bench.example"}',
  });
  const { id } = (await response.json()) as { id: number };
  for (;;) {
    const answer = await fetch(`${base}/api/v2/attendance/jobs/${id}/`, { headers });
    const { state, reason } = (await answer.json()) as { state: string; reason: string };
    if (state === 'failed') throw new Error(reason);
    if (state === 'done') return 50_000;
    await wait(50);
  }
}
