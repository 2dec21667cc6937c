import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { keyOfDevice } from '#server/test/device.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { openJournal } from './journal.ts';
import { cardsOfKeyboard } from './keyboard.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'attendance-gateway-'));
  folders.push(folder);
  return folder;
}

const linesOf = (file: string): number =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;

describe('the journal', () => {
  it('numbers taps, and goes on after a loss of power in the middle of a line', () => {
    const folder = newFolder();
    const journal = openJournal(folder);
    journal.add('1', new Date());
    journal.add('2', new Date());
    journal.answered(1);
    appendFileSync(join(folder, 'taps.jsonl'), '{"sequence":3,"ca');
    const again = openJournal(folder);
    expect(again.waiting()).toMatchObject([{ sequence: 2, card: '2' }]);
    expect(again.add('3', new Date()).sequence).toBe(3);
    again.answered(3);
    expect(openJournal(folder).add('4', new Date()).sequence).toBe(4);
  });
});

it('reads the cards of a reader that types', async () => {
  const event = (code: number, value: number) => {
    const bytes = Buffer.alloc(24);
    bytes.writeUInt16LE(1, 16);
    bytes.writeUInt16LE(code, 18);
    bytes.writeInt32LE(value, 20);
    return bytes;
  };
  const press = (code: number) => Buffer.concat([event(code, 1), event(code, 0)]);
  const all = Buffer.concat([3, 10, 30, 28, 79, 96].map(press));
  const cards: string[] = [];
  // Cut in the middle of an event.
  await cardsOfKeyboard(Readable.from([all.subarray(0, 37), all.subarray(37)]), (card) =>
    cards.push(card),
  );
  expect(cards).toEqual(['29A', '1']);
});

describe('the gateway', () => {
  const cards = ['1000001', '1000002', '1000004', '1000005'];
  let gateway: ChildProcess;
  function start(folder: string, url: string, key: string): ChildProcess {
    gateway = spawn(process.execPath, [join(import.meta.dirname, 'gateway.ts'), folder], {
      env: { PATH: process.env.PATH, ATTENDANCE_URL: url, ATTENDANCE_KEY: key },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    return gateway;
  }
  const marks = async (school: TestSchool) =>
    (
      await sql<{ student_id: string }>`select s.student_id from attendance a
        join student s on s.id = a.student_id where a.how = 'door' order by 1`.execute(
        school.database,
      )
    ).rows.map(({ student_id }) => student_id);

  it('stores cards without a server, also when it is killed, and sends each once when there is one', async () => {
    const school = await createTestSchool({ now: '2026-03-02T09:05:00+11:00' });
    await sql`truncate attendance cascade`.execute(school.database);
    const key = await keyOfDevice(school.database);
    const folder = newFolder();
    try {
      const first = start(folder, 'http://127.0.0.1:9', key);
      for (const card of cards) first.stdin!.write(`${card}\n`);
      await expect.poll(() => linesOf(join(folder, 'taps.jsonl'))).toBe(cards.length);
      first.kill('SIGKILL');
      await once(first, 'exit');

      const url = await school.app.listen({ port: 0, host: '127.0.0.1' });
      const second = start(folder, url, key);
      await expect.poll(() => marks(school)).toEqual(['S1', 'S2', 'S4', 'S5']);
      second.stdin!.write('1000001\n');
      const { rows } = await sql<{ taps: number }>`
        select count(*) as taps from device_tap`.execute(school.database);
      expect(rows[0]?.taps).toBeGreaterThanOrEqual(cards.length);
      expect(await marks(school)).toHaveLength(cards.length);
    } finally {
      gateway.kill('SIGKILL');
      await school.close();
    }
  });
});
