// A gateway for readers that cannot call the server themselves: takes cards from standard input, a
// keyboard of Linux or HTTP, stores them on disk, and sends them until they are answered.
//   ATTENDANCE_URL=https://attendance.example ATTENDANCE_KEY=atd_… node devices/gateway.ts FOLDER
//     [--sign] [--keyboard /dev/input/event3] [--listen 8090]
// docs/readers.md explains the calls; `mosquitto_sub … | node devices/gateway.ts FOLDER` takes cards of
// an MQTT broker.
import { createReadStream, mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { openJournal } from './journal.ts';
import { cardsOfKeyboard } from './keyboard.ts';
import { listenForCards } from './listener.ts';
import { createSender } from './sender.ts';

const maxCard = 64;
/** Readers repeat a card that is held. */
const sameCardMs = 1500;
const dayMs = 86_400_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keyboard: { type: 'string' },
    listen: { type: 'string' },
    sign: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
const { ATTENDANCE_URL: url, ATTENDANCE_KEY: key } = process.env;
if (!folder || !url || !key) {
  console.error('Usage: ATTENDANCE_URL=… ATTENDANCE_KEY=… node devices/gateway.ts FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true, mode: 0o700 });
// Cards are for this program alone.
process.umask(0o077);
const journal = openJournal(folder);
const tidy = () => journal.tidy(new Date());
tidy();
setInterval(tidy, dayMs).unref();
const sender = createSender({
  base: url.replace(/\/+$/, ''),
  key,
  signs: values.sign,
  journal,
  say: (line) => console.log(line),
});

let last = { card: '', at: -Infinity };

/** A card that was read: on disk before anything is sent. */
function take(read: string): void {
  const card = read.trim();
  if (card === '' || card.length > maxCard) return;
  const at = performance.now();
  if (card === last.card && at - last.at < sameCardMs) return;
  last = { card, at };
  journal.add(card, new Date());
  sender.wake();
}

if (values.keyboard)
  cardsOfKeyboard(createReadStream(values.keyboard), take).catch((error: unknown) => {
    console.error('The keyboard cannot be read:', error);
    process.exitCode = 1;
  });
// For readers that can send a request, and no more: POST with the card as its body.
if (values.listen) listenForCards(values.listen, take);
createInterface({ input: process.stdin }).on('line', take);
void sender.run();
