import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Roll } from '#contract/marks.ts';
import {
  databasePid,
  demoToken,
  freePort,
  startServer,
  type ServerProcess,
} from './test/server-process.ts';

const date = '2026-11-18';
const taps = 200;

let dataDir: string;
let port: number;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'attendance-faults-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
  port = await freePort();
  server = await startServer({ dataDir, port });
  token = await demoToken(dataDir, server.base, 'admin@demo.example', ['admin']);
  return () => rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await server.stop('SIGINT');
});

interface Tap {
  student: number;
  class_schedule: number;
  status: 'Present' | 'Absent';
  key: string;
}

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.base}/api/v2/attendance/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const send = ({ student, class_schedule, status, key }: Tap) =>
  call(
    'POST',
    'attendance/create/',
    { rfid_number: student, class_schedule, date, status },
    { 'idempotency-key': key },
  );
const roll = async (id: number) =>
  (await (await call('GET', `attendance/?class_schedule=${id}&date=${date}`)).json()) as Roll;

/**
 * 200 marks for the classes of the day, in an order and with statuses that no other test of this
 * file uses.
 */
async function marksToMake(round: string): Promise<Tap[]> {
  const { results } = (await (
    await call('GET', `classschedule/?date=${date}&limit=999`)
  ).json()) as { results: { id: number }[] };
  const rolls = await Promise.all(
    results.map(async ({ id }) =>
      (await roll(id)).results.map(({ student }) => ({ student, class_schedule: id })),
    ),
  );
  return rolls
    .flat()
    .slice(0, taps)
    .map((tap, number) => ({
      ...tap,
      status: number % 3 ? 'Present' : 'Absent',
      key: `${round.slice(-40)}-${number}-key`,
    }));
}

/** Sends all marks, each again under the same key until it is answered; `fault` runs in the middle. */
async function sendThrough(
  all: Tap[],
  fault: () => Promise<void>,
): Promise<{ answered: Tap[]; repeated: number }> {
  const answered: Tap[] = [];
  let repeated = 0;
  const injected: Promise<void>[] = [];
  const queue = [...all];
  const deadline = Date.now() + 50_000;
  async function client(): Promise<void> {
    for (let tap = queue.shift(); tap; tap = queue.shift()) {
      if (answered.length >= all.length / 2 && injected.length === 0) injected.push(fault());
      for (;;) {
        const answer = await send(tap).catch(() => null);
        if (answer && answer.status < 300) break;
        if (answer && answer.status < 500)
          throw new Error(`${answer.status} ${await answer.text()}`);
        if (Date.now() > deadline) throw new Error('the server did not come back');
        repeated++;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      answered.push(tap);
    }
  }
  await Promise.all(Array.from({ length: 8 }, client));
  await Promise.all(injected);
  return { answered, repeated };
}

async function expectOnDisk(answered: Tap[]): Promise<void> {
  const byClass = Map.groupBy(answered, (tap) => tap.class_schedule);
  for (const [id, marks] of byClass) {
    const rows = new Map((await roll(id)).results.map((row) => [row.student, row.status]));
    for (const mark of marks) expect(rows.get(mark.student)).toBe(mark.status);
  }
}

describe('no answered mark is lost', () => {
  let all: Tap[];
  beforeEach(async ({ task }) => {
    all = await marksToMake(task.name.replaceAll(/\W/g, ''));
  });

  it('when the server is killed in the middle of 200 taps', async () => {
    const { answered, repeated } = await sendThrough(all, async () => {
      await server.stop('SIGKILL');
      server = await startServer({ dataDir, port });
    });
    expect(answered).toHaveLength(taps);
    expect(repeated).toBeGreaterThan(0);
    await expectOnDisk(answered);
  });

  it('when the database is killed in the middle of 200 taps: it restarts automatically', async () => {
    const before = await databasePid(dataDir);
    const { answered, repeated } = await sendThrough(all, async () => {
      process.kill(before!, 'SIGKILL');
    });
    expect(answered).toHaveLength(taps);
    expect(repeated).toBeGreaterThan(0);
    expect(await databasePid(dataDir)).not.toBe(before);
    await expectOnDisk(answered);
  });

  it('when both are killed', async () => {
    const { answered } = await sendThrough(all, async () => {
      const pid = await databasePid(dataDir);
      await server.stop('SIGKILL');
      process.kill(pid!, 'SIGKILL');
      server = await startServer({ dataDir, port });
    });
    await expectOnDisk(answered);
  });
});
