import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '#server/test/server-process.ts';
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

  it('has what was set aside for 90 days, at most 1 MB of it, and no card that was answered after a day', () => {
    const folder = newFolder();
    const cardsIn = (name: string) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { card: string }).card);
    const journal = openJournal(folder);
    const day = (date: string) => new Date(`${date}T10:00:00Z`);
    journal.setAside(journal.add('old', day('2026-03-02')), day('2026-03-02'));
    journal.setAside(journal.add('new', day('2026-05-01')), day('2026-05-01'));
    expect(cardsIn('aside.jsonl')).toEqual(['old', 'new']);
    journal.tidy(day('2026-06-01'));
    expect(cardsIn('aside.jsonl')).toEqual(['new']);
    expect(cardsIn('taps.jsonl')).toEqual([]);
    journal.add('waits', day('2026-06-01'));
    journal.tidy(day('2026-06-02'));
    expect(cardsIn('taps.jsonl')).toEqual(['waits']);

    const line = { sequence: 1, card: 'x'.repeat(64), at: day('2026-06-01').toISOString() };
    appendFileSync(join(folder, 'aside.jsonl'), `${JSON.stringify(line)}\n`.repeat(20_000));
    journal.setAside(journal.add('last', day('2026-06-02')), day('2026-06-02'));
    expect(statSync(join(folder, 'aside.jsonl')).size).toBeLessThanOrEqual(1_000_000);
    expect(cardsIn('aside.jsonl').at(-1)).toBe('last');
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
  function start(folder: string, url: string, key: string, ...more: string[]): ChildProcess {
    gateway = spawn(process.execPath, [join(import.meta.dirname, 'gateway.ts'), folder, ...more], {
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

  /** A school whose server answers, with a device. */
  async function withServer(
    device: { signs?: boolean },
    work: (school: TestSchool, url: string, key: string) => Promise<void>,
  ): Promise<void> {
    // Signatures are judged by the time of this computer.
    const school = await createTestSchool({
      now: device.signs ? new Date().toISOString() : '2026-03-02T09:05:00+11:00',
    });
    try {
      await sql`truncate attendance cascade`.execute(school.database);
      const key = await keyOfDevice(school.database, device);
      await work(school, await school.app.listen({ port: 0, host: '127.0.0.1' }), key);
    } finally {
      gateway.kill('SIGKILL');
      await school.close();
    }
  }
  const takenCards = async (school: TestSchool) =>
    (
      await sql<{ card: string }>`select card from device_tap order by sequence`.execute(
        school.database,
      )
    ).rows.map(({ card }) => card);

  it('sets a tap aside that the server refuses, and sends the others', async () => {
    await withServer({}, async (school, url, key) => {
      const folder = newFolder();
      const journal = openJournal(folder);
      for (const card of ['1000001', '1000002', 'bell\u0007', '1000004', '1000005'])
        journal.add(card, new Date());
      start(folder, url, key);
      await expect.poll(() => takenCards(school)).toEqual(cards);
      expect(readFileSync(join(folder, 'aside.jsonl'), 'utf8')).toContain('"sequence":3');
      await expect.poll(() => openJournal(folder).waiting()).toEqual([]);
    });
  });

  it('signs its calls, and does not send its key', async () => {
    await withServer({ signs: true }, async (school, url, key) => {
      const authorizations: string[] = [];
      school.app.server.on('request', ({ headers }) =>
        authorizations.push(headers.authorization ?? ''),
      );
      start(newFolder(), url, key, '--sign').stdin!.write('1000001\n');
      await expect.poll(() => takenCards(school)).toEqual(['1000001']);
      for (const one of authorizations) expect(one).toMatch(/^Device \d+:[0-9a-f]{64}$/);
    });
  });

  it('that signs believes no answer that the server has not signed, and keeps the tap', async () => {
    const folder = newFolder();
    openJournal(folder).add('1000001', new Date());
    const paths: string[] = [];
    const forger = createServer((request, response) => {
      paths.push(request.url ?? '');
      const taps = [{ sequence: 1, outcome: 'present', colour: 'green', title: 'Here', line: '' }];
      response
        .writeHead(paths.length % 2 ? 200 : 400, { 'answer-signature': '0'.repeat(64) })
        .end(JSON.stringify({ now: new Date().toISOString(), last_sequence: 0, taps }));
    }).listen(0, '127.0.0.1');
    await once(forger, 'listening');
    const { port } = forger.address() as AddressInfo;
    try {
      start(folder, `http://127.0.0.1:${port}`, `atd_1_${'x'.repeat(43)}`, '--sign');
      await expect.poll(() => paths.length, { timeout: 10_000 }).toBeGreaterThan(2);
      expect(openJournal(folder).waiting()).toHaveLength(1);
    } finally {
      gateway.kill('SIGKILL');
      forger.close();
    }
  });

  it('goes on after the numbers that the server has, when its folder was lost', async () => {
    await withServer({}, async (school, url, key) => {
      const first = start(newFolder(), url, key);
      for (const card of cards) first.stdin!.write(`${card}\n`);
      await expect.poll(() => takenCards(school)).toEqual(cards);
      first.kill('SIGKILL');
      await once(first, 'exit');
      start(newFolder(), url, key).stdin!.write('7777777\n');
      await expect.poll(() => takenCards(school)).toEqual([...cards, '7777777']);
    });
  });

  it('takes cards by HTTP from this computer, and nothing that is longer than a card', async () => {
    await withServer({}, async (school, url, key) => {
      const port = await freePort();
      start(newFolder(), url, key, '--listen', String(port));
      const post = (body: string, method = 'POST', host = '127.0.0.1') =>
        fetch(`http://${host}:${port}/`, { method, ...(method === 'POST' && { body }) }).then(
          ({ status }) => status,
          () => 'refused',
        );
      await expect.poll(() => post('1000001')).toBe(202);
      await expect.poll(() => takenCards(school)).toEqual(['1000001']);
      expect(await post('x'.repeat(100_000))).not.toBe(202);
      expect(await post('', 'GET')).toBe(405);
      const elsewhere = Object.values(networkInterfaces())
        .flatMap((addresses) => addresses ?? [])
        .find(({ internal, family }) => !internal && family === 'IPv4');
      if (elsewhere) expect(await post('1000002', 'POST', elsewhere.address)).toBe('refused');
      expect(await post('1000002')).toBe(202);
      await expect.poll(() => takenCards(school)).toEqual(['1000001', '1000002']);
    });
  });
});
