import type { Readable } from 'node:stream';

/** Codes of Linux (`input-event-codes.h`) for what readers type. */
const keys: Record<number, string> = Object.fromEntries([
  ...'1234567890'.split('').map((digit, place) => [place + 2, digit]),
  ...'QWERTYUIOP'.split('').map((letter, place) => [place + 16, letter]),
  ...'ASDFGHJKL'.split('').map((letter, place) => [place + 30, letter]),
  ...'ZXCVBNM'.split('').map((letter, place) => [place + 44, letter]),
]);
const enter = new Set([28, 96]);
/** On the keypad, from 7. */
const keypad: Record<number, string> = {
  71: '7',
  72: '8',
  73: '9',
  75: '4',
  76: '5',
  77: '6',
  79: '1',
  80: '2',
  81: '3',
  82: '0',
};

/** `struct input_event` on 64-bit Linux: seconds, microseconds, type, code, value. */
const eventBytes = 24;
const keyEvent = 1;
const pressed = 1;

/** Cards that a reader types like a keyboard, each ended by Enter. @param events of `/dev/input/event…`. */
export async function cardsOfKeyboard(
  events: Readable,
  onCard: (card: string) => void,
): Promise<void> {
  let rest = Buffer.alloc(0);
  let card = '';
  for await (const part of events as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, part]);
    for (; rest.length >= eventBytes; rest = rest.subarray(eventBytes)) {
      const [type, code, value] = [
        rest.readUInt16LE(16),
        rest.readUInt16LE(18),
        rest.readInt32LE(20),
      ];
      if (type !== keyEvent || value !== pressed) continue;
      if (!enter.has(code)) {
        card += keys[code] ?? keypad[code] ?? '';
        continue;
      }
      if (card !== '') onCard(card);
      card = '';
    }
  }
}
