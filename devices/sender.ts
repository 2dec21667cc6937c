import { setTimeout as wait } from 'node:timers/promises';
import type { Journal, Tap } from './journal.ts';
import { createClockOffset } from './clock-offset.ts';
import { isSignedAnswer, signCall } from './signing.ts';

const batchSize = 500;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
const answerMs = 20_000;

interface SenderOptions {
  /** The address of Attendance, without a slash at its end. */
  base: string;
  /** `atd_NUMBER_…` */
  key: string;
  /** Calls are signed, and the key itself is not sent. */
  signs: boolean;
  journal: Journal;
  say: (line: string) => void;
}

interface Answer {
  taps: { sequence: number; outcome: string; colour: string; title: string; line: string }[];
}

/** The server refuses the call itself: sent again, it would be refused again. */
class Refused extends Error {}

/** Sends what waits in the journal, in its order, until it is answered. */
export function createSender({ base, key, signs, journal, say }: SenderOptions): {
  run: () => Promise<never>;
  /** Something new waits. */
  wake: () => void;
} {
  let size = batchSize;
  let wake = () => {};
  const clock = createClockOffset();

  async function call(
    method: 'GET' | 'POST',
    path: string,
    first = 0,
    body = '',
  ): Promise<unknown> {
    const signed = signs ? signCall(key, { method, path, first, body }) : null;
    const began = performance.now();
    const answer = await fetch(base + path, {
      method,
      headers: {
        ...(signed ? signed.headers : { authorization: `Bearer ${key}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body }),
      signal: AbortSignal.timeout(answerMs),
    });
    const text = await answer.text();
    const problem = `${answer.status} ${text.slice(0, 200)}`;
    // Neither a success nor a refusal is believed that somebody between here and the server may have written.
    if (signed && !isSignedAnswer(key, signed.signature, answer, text))
      throw new Error(`The answer is not signed by the server: ${problem}`);
    if (answer.ok) {
      const read = JSON.parse(text) as { now: string };
      clock.learn(read.now, performance.now() - began);
      return read;
    }
    throw answer.status === 400 || answer.status === 413
      ? new Refused(problem)
      : new Error(problem);
  }

  /** @returns whether more can be sent at once. */
  async function send(): Promise<boolean> {
    const taps = journal.waiting().slice(0, size);
    const [first] = taps;
    if (!first) return false;
    // A signed answer says what the server's clock is; only then the times of taps can be corrected by it.
    if (signs && clock.offsetMs() === null) await call('GET', '/api/v2/devices/me/');
    const offset = signs ? clock.offsetMs() : null;
    const body = JSON.stringify({
      ...(offset !== null && { clock_offset_ms: offset }),
      now: new Date().toISOString(),
      version: 'gateway 1',
      waiting: journal.waiting().length - taps.length,
      taps,
    });
    try {
      const sent = await call('POST', '/api/v2/devices/taps/', first.sequence, body);
      await takeAnswers(taps, (sent as Answer).taps);
      size = Math.min(size * 2, batchSize);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // One of them cannot be read: the half of the batch, until it is alone.
      if (taps.length > 1) size = Math.ceil(taps.length / 2);
      else {
        journal.setAside(first, new Date());
        say(`${first.sequence} set aside: ${error.message}`);
      }
    }
    return journal.waiting().length > 0;
  }

  async function takeAnswers(taps: Tap[], answers: Answer['taps']): Promise<void> {
    const conflicts = new Set(
      answers.filter(({ outcome }) => outcome === 'conflict').map(({ sequence }) => sequence),
    );
    if (conflicts.size > 0) {
      // This folder is newer than the key: it goes on after the numbers that the server has.
      const own = (await call('GET', '/api/v2/devices/me/')) as { last_sequence: number };
      journal.goOnAfter(own.last_sequence);
      for (const { sequence, card, at } of taps)
        if (conflicts.has(sequence)) journal.add(card, new Date(at));
    }
    journal.answered(taps.at(-1)!.sequence);
    for (const { sequence, outcome, colour, title, line } of answers)
      if (outcome !== 'conflict') say(`${sequence} ${colour} ${title}${line && `: ${line}`}`);
  }

  async function run(): Promise<never> {
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

  return { run, wake: () => wake() };
}
