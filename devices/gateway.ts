// A gateway for readers that cannot call the server themselves: takes cards from standard input, a
// keyboard of Linux or HTTP, stores them on disk, and sends them until they are answered.
//   ATTENDANCE_URL=https://attendance.example ATTENDANCE_KEY=atd_… node devices/gateway.ts FOLDER
//     [--keyboard /dev/input/event3] [--listen 8090]
// docs/readers.md explains the calls; `mosquitto_sub … | node devices/gateway.ts FOLDER` takes cards of
// an MQTT broker.
import { createReadStream, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { openJournal } from './journal.ts';
import { cardsOfKeyboard } from './keyboard.ts';

const batchSize = 500;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
const maxCard = 64;
/** Readers repeat a card that is held. */
const sameCardMs = 1500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keyboard: { type: 'string' }, listen: { type: 'string' } },
});
const [folder] = positionals;
const { ATTENDANCE_URL: base, ATTENDANCE_KEY: key } = process.env;
if (!folder || !base || !key) {
  console.error('Usage: ATTENDANCE_URL=… ATTENDANCE_KEY=… node devices/gateway.ts FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const journal = openJournal(folder);
const say = (line: string) => console.log(line);

let last = { card: '', at: -Infinity };
let wake = () => {};

/** A card that was read: on disk before anything is sent. */
function take(read: string): void {
  const card = read.trim();
  if (card === '' || card.length > maxCard) return;
  const at = performance.now();
  if (card === last.card && at - last.at < sameCardMs) return;
  last = { card, at };
  journal.add(card, new Date());
  wake();
}

interface Answer {
  taps: { sequence: number; colour: string; title: string; line: string }[];
}

/** Sends what waits, in its order. @returns whether more can be sent at once. */
async function send(): Promise<boolean> {
  const taps = journal.waiting().slice(0, batchSize);
  if (taps.length === 0) return false;
  const body = { now: new Date().toISOString(), version: 'gateway 1', taps };
  const answer = await fetch(`${base}/api/v2/devices/taps/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${(await answer.text()).slice(0, 200)}`);
  const { taps: answers } = (await answer.json()) as Answer;
  journal.answered(taps.at(-1)!.sequence);
  for (const { sequence, colour, title, line } of answers)
    say(`${sequence} ${colour} ${title}${line && `: ${line}`}`);
  return journal.waiting().length > 0;
}

async function sendForEver(): Promise<void> {
  let pauseMs = firstPauseMs;
  for (;;) {
    try {
      while (await send());
      pauseMs = firstPauseMs;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (journal.waiting().length > 0) resolve();
      });
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      await wait(pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
  }
}

if (values.keyboard)
  cardsOfKeyboard(createReadStream(values.keyboard), take).catch((error: unknown) => {
    console.error('The keyboard cannot be read:', error);
    process.exitCode = 1;
  });
if (values.listen)
  // For readers that can send a request, and no more: POST with the card as its body.
  createServer((request, response) => {
    text(request).then(
      (card) => {
        take(card);
        response.writeHead(202).end();
      },
      () => response.writeHead(400).end(),
    );
  }).listen(Number(values.listen), '127.0.0.1');
createInterface({ input: process.stdin }).on('line', take);
void sendForEver();
